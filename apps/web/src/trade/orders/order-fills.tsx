/**
 * The fills of a closed order: price, both amounts, each charge as named on the receipt, the received amount,
 * and taxes in rupiah (HIST-11). Wide windows show a table, others a list.
 */
import { formatDateTime, formatRupiah, tradeMessages, unknownSign } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { pageTranslator } from '../../app/translate.ts'
import { EmptyState, ErrorState, Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import type { MarketAsset, TradeMarket } from '../market/market.ts'
import { userKey } from './my-orders.ts'
import styles from './own-lists.module.css'
import { amountWithUnit, priceText } from '../texts.ts'
import { loadFills } from '../trade-calls.ts'
import { useMedia } from '../use-size.ts'
import type { OrderFill, MyOrder } from '../wire.ts'

const t = pageTranslator(tradeMessages)

/** Windows that are too narrow for all columns. */
const narrowQuery = '(width < 1200px)'

/** The fills, loaded when they are shown. */
export function OrderFills({
  market,
  order,
}: {
  readonly market: TradeMarket
  readonly order: MyOrder
}) {
  const isNarrow = useMedia(narrowQuery)
  const { data, isError, refetch } = useQuery({
    queryKey: [...userKey, 'fills', order.id, order.updatedAt],
    queryFn: () => loadFills(market, order.id),
    enabled: order.matchedCount > 0,
  })
  if (order.matchedCount === 0) return <EmptyState>{t('noFills')}</EmptyState>
  if (isError) {
    return (
      <ErrorState
        title={t('fillsFailed')}
        text={t('balancesSafe')}
        onRetry={() => {
          refetch().catch(() => undefined)
        }}
      />
    )
  }
  const about = { market, order, charges: chargeNames(market, order, data ?? []) }
  const shown = data?.map((fill) => ({ id: fill.id, figures: listFigures(about, fill) }))
  const caption = t('fillsOf', { id: order.id })
  return isNarrow ? (
    <FillLines fills={shown} caption={caption} />
  ) : (
    <FillTable fills={shown} caption={caption} heads={listHeads(about)} />
  )
}

/** A named figure of a fill. */
type Figure = { readonly name: string; readonly text: string; readonly isMain?: boolean }

type FillsProps = {
  /** Undefined while loading. */
  readonly fills:
    | readonly { readonly id: string; readonly figures: readonly Figure[] }[]
    | undefined
  readonly caption: string
}

function FillTable({ fills, caption, heads }: FillsProps & { readonly heads: readonly string[] }) {
  return (
    <table className={styles['fills']} aria-busy={fills === undefined}>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          {heads.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fills === undefined ? (
          <tr>
            <td colSpan={heads.length}>
              <Skeleton width="100%" height={12} />
            </td>
          </tr>
        ) : (
          fills.map(({ id, figures }) => (
            <tr key={id}>
              {figures.map(({ name, text, isMain = false }) => (
                <td key={name}>{isMain ? <b>{text}</b> : text}</td>
              ))}
            </tr>
          ))
        )}
      </tbody>
    </table>
  )
}

function FillLines({ fills, caption }: FillsProps) {
  return (
    <ul className={styles['fillLines']} aria-label={caption} aria-busy={fills === undefined}>
      {fills === undefined ? (
        <li>
          <Skeleton width="100%" height={12} />
        </li>
      ) : (
        fills.map(({ id, figures }) => (
          <li key={id}>
            <dl>
              {figures.map(({ name, text, isMain = false }) => (
                <div key={name} data-main={isMain}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))
      )}
    </ul>
  )
}

type ChargeName = 'chargeFee' | 'chargeBourse' | 'chargeTax'

/** The kinds of charges under each name, as on the receipt. */
const chargeKinds: Readonly<Record<ChargeName, readonly string[]>> = {
  chargeFee: ['fee'],
  chargeBourse: ['bourse'],
  chargeTax: ['vat', 'income_tax'],
}

/** The names of a side's charges; the bourse fee only if the market has or had one. */
function chargeNames(
  market: TradeMarket,
  order: MyOrder,
  fills: readonly OrderFill[],
): readonly ChargeName[] {
  const { taker, maker } = market.rates[order.side]
  const hasBourse =
    [...taker, ...maker].some(({ kind, ratePpm }) => kind === 'bourse' && ratePpm > 0) ||
    fills.some((fill) => (findCharge(fill, order.side, 'chargeBourse') ?? 0) > 0)
  return hasBourse ? ['chargeFee', 'chargeBourse', 'chargeTax'] : ['chargeFee', 'chargeTax']
}

type About = {
  readonly market: TradeMarket
  readonly order: MyOrder
  readonly charges: readonly ChargeName[]
}

function listHeads({ charges }: Pick<About, 'charges'>): readonly string[] {
  return [
    t('time'),
    t('price'),
    t('amount'),
    t('total'),
    ...charges.map((name) => t(name)),
    t('fillNet'),
    t('taxRupiah'),
  ]
}

/** The figures of a fill, in the order of `listHeads`. */
function listFigures({ market, order, charges }: About, fill: OrderFill): readonly Figure[] {
  const isBuy = order.side === 'buy'
  const received = isBuy ? market.base : market.quote
  const tax = isBuy ? fill.baseTaxRupiah : fill.quoteTaxRupiah
  return [
    { name: t('time'), text: formatDateTime(fill.createdAt) },
    { name: t('price'), text: priceText(market, fill.price) },
    { name: t('amount'), text: amountText(market.base, fill.baseGross) },
    { name: t('total'), text: amountText(market.quote, fill.quoteGross) },
    ...charges.map((name) => ({
      name: t(name),
      text: amountText(received, findCharge(fill, order.side, name)),
    })),
    {
      name: t('fillNet'),
      text: amountText(received, isBuy ? fill.baseNet : fill.quoteNet),
      isMain: true,
    },
    { name: t('taxRupiah'), text: tax === null ? t('notAvailable') : formatRupiah(tax) },
  ]
}

/** The charge of a side under a name, in units of the received currency; null if unknown. */
function findCharge(fill: OrderFill, side: MyOrder['side'], name: ChargeName): number | null {
  const own = fill.charges.filter((charge) => charge.side === side)
  const gross = side === 'buy' ? fill.baseGross : fill.quoteGross
  const net = side === 'buy' ? fill.baseNet : fill.quoteNet
  if (own.length === 0 && gross !== net) return null
  return own
    .filter(({ kind }) => chargeKinds[name].includes(kind))
    .reduce((sum, { amount }) => sum + amount, 0)
}

function amountText(asset: MarketAsset, units: number | null): string {
  return units === null ? unknownSign : amountWithUnit(asset, units)
}
