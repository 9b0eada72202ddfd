/** The chart's own entry. */
import '../theme/tokens.css'
import '../theme/global.css'
