/** Says whether the figures on the page are live. */
import { homeMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import styles from './live-chip.module.css'
import { useMarkets } from './use-markets.ts'

const say = sayer(homeMessages)

/** "Live" with a full dot; with an empty one that it is not, and what the figures then are. */
export function LiveChip() {
  const { line } = useMarkets()
  return (
    <output className={styles['chip']} data-line={line}>
      <span className={styles['dot']} aria-hidden="true" />
      {say(line)}
    </output>
  )
}
