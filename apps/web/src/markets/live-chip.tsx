/** Shows whether the figures on the page are live. */
import { homeMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import styles from './live-chip.module.css'
import { useMarkets } from './use-markets.ts'

const t = pageTranslator(homeMessages)

/** "Live" with a filled dot; otherwise an empty dot and the state of the figures. */
export function LiveChip() {
  const { connection } = useMarkets()
  return (
    <output className={styles['chip']} data-line={connection}>
      <span className={styles['dot']} aria-hidden="true" />
      {t(connection)}
    </output>
  )
}
