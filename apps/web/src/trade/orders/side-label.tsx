/** "Buy" or "Sell" in its color. */
import { tradeViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import styles from './own-lists.module.css'

const t = pageTranslator(tradeViewMessages)

/** The label of a side. */
export function SideLabel({ side }: { readonly side: Side }) {
  return (
    <span className={styles['side']} data-side={side}>
      {t(side)}
    </span>
  )
}
