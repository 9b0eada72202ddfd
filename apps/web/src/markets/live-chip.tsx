/** Says whether the figures on the page are live. */
import { homeMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import styles from './live-chip.module.css'
import { useMarkets } from './use-markets.ts'

const say = sayer(homeMessages)

/** "Live" with a full dot, or "Connecting" with an empty one. */
export function LiveChip() {
  const { isLive } = useMarkets()
  return (
    <output className={styles['chip']} data-live={isLive}>
      <span className={styles['dot']} aria-hidden="true" />
      {say(isLive ? 'live' : 'connecting')}
    </output>
  )
}
