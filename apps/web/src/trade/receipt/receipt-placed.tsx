/**
 * The receipt after the fill: the same lines as before the click with final figures, read from the fills
 * themselves. It stands in the form until the next order is typed.
 */
import { orderMessages, ticketMessages, unknownSign } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { sayer } from '../../app/translate.ts'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import type { TradeMarket } from '../market/market.ts'
import { ownKey } from '../orders/my-orders.ts'
import type { Placed } from '../orders/placing.ts'
import { finalOf } from './receipt-final.ts'
import { Charge, Line } from './receipt-lines.tsx'
import styles from './receipt-lines.module.css'
import { amountWithUnit, placedState, shortQuantity } from '../texts.ts'
import { useRupiah } from '../ticket/ticket-rupiah.ts'
import { loadFills } from '../trade-calls.ts'

const say = sayer(ticketMessages)
const sayOrder = sayer(orderMessages)

/** The lines. */
export function PlacedReceipt({
  market,
  placed: { order },
}: {
  readonly market: TradeMarket
  readonly placed: Placed
}) {
  const { data, isError } = useQuery({
    queryKey: [...ownKey, 'fills', order.id, order.updatedAt],
    queryFn: () => loadFills(market, order.id),
    enabled: order.matchedCount > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isBuy = order.side === 'buy'
  const received = isBuy ? market.base : market.quote
  const paid = isBuy ? market.quote : market.base
  const { filled, held, canceled, charged } = finalOf(market, order, data ?? null)
  const rupiah = useRupiah(market, received, charged?.averagePrice ?? null)
  const charge = (units: number | undefined) =>
    units === undefined ? (
      unknownSign
    ) : (
      <Charge asset={received} units={units} about={rupiah(units)} />
    )
  const amount = `${shortQuantity(market, order.quantity)}\u00a0${market.base.symbol}`
  const isUnread = isError || (data !== undefined && charged === null)
  return (
    <>
      <dl
        className={styles['lines']}
        aria-label={sayOrder('placedReceipt')}
        aria-busy={data === undefined && !isError && order.matchedCount > 0}
        data-placed="true"
      >
        <Line name={say(placedState(order))}>
          {order.remaining === 0
            ? amount
            : sayOrder('filledOf', { filled: shortQuantity(market, filled), amount })}
        </Line>
        <Line name={sayOrder('averagePrice')}>
          {charged === null ? unknownSign : amountWithUnit(market.quote, charged.averagePrice)}
        </Line>
        <Line name={say('chargeFee')}>{charge(charged?.fee)}</Line>
        {(market.rates[order.side].taker.some(({ kind }) => kind === 'bourse') ||
          (charged?.bourse ?? 0) > 0) && (
          <Line name={say('chargeBourse')}>{charge(charged?.bourse)}</Line>
        )}
        <Line name={say('chargeTax')}>{charge(charged?.tax)}</Line>
        <Line name={say('received')} isMain>
          {amountWithUnit(received, order.received)}
        </Line>
        {canceled > 0 ? (
          <Line name={sayOrder('canceledPart')}>
            {`${shortQuantity(market, canceled)}\u00a0${market.base.symbol}`}
          </Line>
        ) : (
          <Line name={sayOrder('stillHeld')}>{amountWithUnit(paid, held)}</Line>
        )}
      </dl>
      {isUnread && <VisuallyHidden>{sayOrder('chargesUnknown')}</VisuallyHidden>}
    </>
  )
}
