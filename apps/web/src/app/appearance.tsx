/** The choices of looks and language, as they stand in the menu and on phones. */
import { type Language, appearanceMessages, shellMessages } from '@tukar/i18n'
import {
  changePreferences,
  type Density,
  language,
  switchLanguage,
  type ThemeChoice,
  usePreferences,
} from '../theme/preferences.ts'
import { classes } from '../ui/classes.ts'
import { SegmentedControl } from '../ui/choice.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './frame.module.css'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)
const sayLooks = sayer(appearanceMessages)

/** Language, theme, colors of rise and fall, row height. */
export function Looks() {
  const { theme, isPairSafe, density } = usePreferences()
  return (
    <div className={styles['settings']}>
      <div className={styles['setting']}>
        <span className={styles['settingName']}>{say('language')}</span>
        <SegmentedControl<Language>
          label={say('language')}
          value={language}
          isWide
          isPickedByEnter
          choices={[
            { value: 'en', label: <span lang="en">English</span> },
            { value: 'id', label: <span lang="id">Indonesia</span> },
          ]}
          onChange={(next) => next !== language && switchLanguage(next)}
        />
      </div>
      <div className={styles['setting']}>
        <span className={styles['settingName']}>{say('appearance')}</span>
        <SegmentedControl<ThemeChoice>
          label={say('appearance')}
          value={theme}
          isWide
          choices={[
            { value: 'auto', label: sayLooks('themeAuto') },
            { value: 'dark', label: sayLooks('themeDark') },
            { value: 'light', label: sayLooks('themeLight') },
          ]}
          onChange={(next) => changePreferences({ theme: next })}
        />
      </div>
      <div className={classes(styles['setting'], styles['finePointer'])}>
        <span className={styles['settingName']}>{sayLooks('density')}</span>
        <SegmentedControl<Density>
          label={sayLooks('density')}
          value={density}
          isWide
          choices={[
            { value: 'regular', label: sayLooks('densityRegular') },
            { value: 'compact', label: sayLooks('densityCompact') },
          ]}
          onChange={(next) => changePreferences({ density: next })}
        />
      </div>
      <Checkbox
        checked={isPairSafe}
        onChange={(event) => changePreferences({ isPairSafe: event.target.checked })}
      >
        {sayLooks('colorPair')}
      </Checkbox>
    </div>
  )
}
