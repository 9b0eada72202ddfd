/**
 * The receipt after the fill: the lines of the receipt before the click with final figures from the fills.
 * The form shows it until the next order is typed.
 */
import { orderMessages, ticketMessages, unknownSign } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { pageTranslator } from '../../app/translate.ts'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import type { TradeMarket } from '../market/market.ts'
import { userKey } from '../orders/my-orders.ts'
import type { Placed } from '../orders/placing.ts'
import { computeFinal } from './receipt-final.ts'
import { Charge, ReceiptLine } from './receipt-lines.tsx'
import styles from './receipt-lines.module.css'
import { amountWithUnit, placedState, shortQuantity } from '../texts.ts'
import { useRupiah } from '../ticket/ticket-rupiah.ts'
import { loadFills } from '../trade-calls.ts'

const t = pageTranslator(ticketMessages)
const tOrder = pageTranslator(orderMessages)

/** The receipt of a placed order. */
export function PlacedReceipt({
  market,
  placed: { order },
}: {
  readonly market: TradeMarket
  readonly placed: Placed
}) {
  const { data, isError } = useQuery({
    queryKey: [...userKey, 'fills', order.id, order.updatedAt],
    queryFn: () => loadFills(market, order.id),
    enabled: order.matchedCount > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isBuy = order.side === 'buy'
  const received = isBuy ? market.base : market.quote
  const paid = isBuy ? market.quote : market.base
  const { filled, held, canceled, charged } = computeFinal(market, order, data ?? null)
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
        aria-label={tOrder('placedReceipt')}
        aria-busy={data === undefined && !isError && order.matchedCount > 0}
        data-placed="true"
      >
        <ReceiptLine name={t(placedState(order))}>
          {order.remaining === 0
            ? amount
            : tOrder('filledOf', { filled: shortQuantity(market, filled), amount })}
        </ReceiptLine>
        <ReceiptLine name={tOrder('averagePrice')}>
          {charged === null ? unknownSign : amountWithUnit(market.quote, charged.averagePrice)}
        </ReceiptLine>
        <ReceiptLine name={t('chargeFee')}>{charge(charged?.fee)}</ReceiptLine>
        {(market.rates[order.side].taker.some(({ kind }) => kind === 'bourse') ||
          (charged?.bourse ?? 0) > 0) && (
          <ReceiptLine name={t('chargeBourse')}>{charge(charged?.bourse)}</ReceiptLine>
        )}
        <ReceiptLine name={t('chargeTax')}>{charge(charged?.tax)}</ReceiptLine>
        <ReceiptLine name={t('received')} isMain>
          {amountWithUnit(received, order.received)}
        </ReceiptLine>
        {canceled > 0 ? (
          <ReceiptLine name={tOrder('canceledPart')}>
            {`${shortQuantity(market, canceled)}\u00a0${market.base.symbol}`}
          </ReceiptLine>
        ) : (
          <ReceiptLine name={tOrder('stillHeld')}>{amountWithUnit(paid, held)}</ReceiptLine>
        )}
      </dl>
      {isUnread && <VisuallyHidden>{tOrder('chargesUnknown')}</VisuallyHidden>}
    </>
  )
}
