/** The fills of a closed order: what was paid, each side's charges, and the taxes in rupiah (HIST-11). */
import { formatDateTime, formatRupiah, tradeMessages, unknownSign } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { sayer } from '../app/say.ts'
import { EmptyState, ErrorState, Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import type { MarketAsset, TradeMarket } from './market.ts'
import { ownKey } from './own-orders.ts'
import styles from './own-lists.module.css'
import { amountWithUnit, priceText } from './texts.ts'
import { loadFills } from './trade-calls.ts'
import type { OrderFill, OwnOrder } from './wire-reading.ts'

const say = sayer(tradeMessages)

/** The fills, loaded when they are looked at. */
export function OrderFills({
  market,
  order,
}: {
  readonly market: TradeMarket
  readonly order: OwnOrder
}) {
  const { data, isError, refetch } = useQuery({
    queryKey: [...ownKey, 'fills', order.id, order.updatedAt],
    queryFn: () => loadFills(market, order.id),
    enabled: order.matchedCount > 0,
  })
  if (order.matchedCount === 0) return <EmptyState>{say('noFills')}</EmptyState>
  if (isError) {
    return (
      <ErrorState
        title={say('fillsFailed')}
        text={say('balancesSafe')}
        onRetry={() => {
          refetch().catch(() => undefined)
        }}
      />
    )
  }
  return (
    <table className={styles['fills']} aria-busy={data === undefined}>
      <VisuallyHidden as="caption">{say('fillsOf', { id: order.id })}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{say('time')}</th>
          <th scope="col">{say('price')}</th>
          <th scope="col">{say('fillPaid')}</th>
          <th scope="col">{say('fillGross')}</th>
          <th scope="col">{say('fillCharges')}</th>
          <th scope="col">{say('fillNet')}</th>
          <th scope="col">{say('taxRupiah')}</th>
        </tr>
      </thead>
      <tbody>
        {data === undefined ? (
          <tr>
            <td colSpan={7}>
              <Skeleton width="100%" height={12} />
            </td>
          </tr>
        ) : (
          data.map((fill) => <FillRow key={fill.id} {...{ market, order, fill }} />)
        )}
      </tbody>
    </table>
  )
}

function FillRow({
  market,
  order,
  fill,
}: {
  readonly market: TradeMarket
  readonly order: OwnOrder
  readonly fill: OrderFill
}) {
  const isBuy = order.side === 'buy'
  const [paidIn, gotIn] = isBuy ? [market.quote, market.base] : [market.base, market.quote]
  const paid = isBuy ? fill.quoteGross : fill.baseGross
  const gross = isBuy ? fill.baseGross : fill.quoteGross
  const net = isBuy ? fill.baseNet : fill.quoteNet
  const charges = gross === null || net === null ? null : gross - net
  const tax = isBuy ? fill.baseTaxRupiah : fill.quoteTaxRupiah
  return (
    <tr>
      <td>{formatDateTime(fill.createdAt)}</td>
      <td>{priceText(market, fill.price)}</td>
      <td>{shown(paidIn, paid)}</td>
      <td>{shown(gotIn, gross)}</td>
      <td>{shown(gotIn, charges)}</td>
      <td>
        <b>{shown(gotIn, net)}</b>
      </td>
      <td>{tax === null ? say('notAvailable') : formatRupiah(tax)}</td>
    </tr>
  )
}

function shown(asset: MarketAsset, units: number | null): string {
  return units === null ? unknownSign : amountWithUnit(asset, units)
}
