/** The order ticket of a phone, in a bottom sheet. */
import { tradeViewMessages } from '@tukar/i18n'
import { LazyIdentityNote } from '../../agreement/lazy-identity-note.tsx'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LiveRegion } from '../../ui/feedback.tsx'
import type { TradeMarket } from '../market/market.ts'
import { MiniBook } from '../book/mini-book.tsx'
import { OrderTicket } from '../ticket/order-ticket.tsx'
import { isDone } from '../receipt/placed-receipt.ts'
import { SideSwitch } from '../ticket/side-switch.tsx'
import styles from '../trading-page.module.css'
import type { Trading } from '../use-trading.ts'

const t = pageTranslator(tradeViewMessages)

/** The bottom sheet with the order ticket. */
export function PhoneSheet({
  market,
  side,
  onSide,
  trading,
}: {
  readonly market: TradeMarket
  readonly side: Side | null
  readonly onSide: (side: Side | null) => void
  readonly trading: Trading
}) {
  return (
    <Dialog
      isOpen={side !== null}
      onClose={() => onSide(null)}
      title={`${t('orderSheet')} · ${market.pairText}`}
      shape="bottom"
      // The book behind the sheet stays live while the user types an order.
      isModal={false}
      bodyClassName={styles['sheetBody']}
    >
      {side !== null && (
        <div className={styles['sheet']}>
          <div className={styles['sheetSides']}>
            <SideSwitch side={side} onSide={onSide} />
          </div>
          <LazyIdentityNote page="trade" />
          <OrderTicket
            key={`${market.pair} ${side}`}
            market={market}
            side={side}
            isNarrow
            onPlaced={(placed) => {
              trading.onPlaced(placed)
              // The sheet shows what was filled or canceled; a resting order is in the list.
              if (!isDone(placed)) onSide(null)
            }}
          />
          <MiniBook market={market} onTake={trading.onTake} />
          <LiveRegion>{trading.spoken}</LiveRegion>
        </div>
      )}
    </Dialog>
  )
}
