/** "Buy" or "Sell" in its color. */
import { tradeViewMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import styles from './own-lists.module.css'

const say = sayer(tradeViewMessages)

/** The word of a side. */
export function SideWord({ side }: { readonly side: Side }) {
  return (
    <span className={styles['side']} data-side={side}>
      {say(side)}
    </span>
  )
}
