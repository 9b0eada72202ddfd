/**
 * The fills of a closed order: price, both amounts, each charge by its name as on the receipt, what
 * arrived, and the taxes in rupiah (HIST-11). A table where there is room, else line by line.
 */
import { formatDateTime, formatRupiah, tradeMessages, unknownSign } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { sayer } from '../../app/translate.ts'
import { EmptyState, ErrorState, Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import type { MarketAsset, TradeMarket } from '../market/market.ts'
import { ownKey } from './my-orders.ts'
import styles from './own-lists.module.css'
import { amountWithUnit, priceText } from '../texts.ts'
import { loadFills } from '../trade-calls.ts'
import { useMedia } from '../use-size.ts'
import type { OrderFill, OwnOrder } from '../wire.ts'

const say = sayer(tradeMessages)

/** Widths that have no room for all columns beside each other. */
const narrowQuery = '(width < 1200px)'

/** The fills, loaded when they are looked at. */
export function OrderFills({
  market,
  order,
}: {
  readonly market: TradeMarket
  readonly order: OwnOrder
}) {
  const isNarrow = useMedia(narrowQuery)
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
  const about = { market, order, charges: chargeNames(market, order, data ?? []) }
  const shown = data?.map((fill) => ({ id: fill.id, figures: figuresOf(about, fill) }))
  const caption = say('fillsOf', { id: order.id })
  return isNarrow ? (
    <FillLines fills={shown} caption={caption} />
  ) : (
    <FillTable fills={shown} caption={caption} heads={headsOf(about)} />
  )
}

/** One figure of a fill under its name. */
type Figure = { readonly name: string; readonly text: string; readonly isMain?: boolean }

type FillsProps = {
  /** Undefined while they are on their way. */
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

/** Which kinds of charges stand under one name, as on the receipt. */
const chargeKinds: Readonly<Record<ChargeName, readonly string[]>> = {
  chargeFee: ['fee'],
  chargeBourse: ['bourse'],
  chargeTax: ['vat', 'income_tax'],
}

/** The names of the charges that a side of the market has, or had; the bourse fee only where there is one. */
function chargeNames(
  market: TradeMarket,
  order: OwnOrder,
  fills: readonly OrderFill[],
): readonly ChargeName[] {
  const { taker, maker } = market.rates[order.side]
  const hasBourse =
    [...taker, ...maker].some(({ kind, ratePpm }) => kind === 'bourse' && ratePpm > 0) ||
    fills.some((fill) => (chargeOf(fill, order.side, 'chargeBourse') ?? 0) > 0)
  return hasBourse ? ['chargeFee', 'chargeBourse', 'chargeTax'] : ['chargeFee', 'chargeTax']
}

type About = {
  readonly market: TradeMarket
  readonly order: OwnOrder
  readonly charges: readonly ChargeName[]
}

function headsOf({ charges }: Pick<About, 'charges'>): readonly string[] {
  return [
    say('time'),
    say('price'),
    say('amount'),
    say('total'),
    ...charges.map((name) => say(name)),
    say('fillNet'),
    say('taxRupiah'),
  ]
}

/** The figures of a fill in the order of `headsOf`. */
function figuresOf({ market, order, charges }: About, fill: OrderFill): readonly Figure[] {
  const isBuy = order.side === 'buy'
  const received = isBuy ? market.base : market.quote
  const tax = isBuy ? fill.baseTaxRupiah : fill.quoteTaxRupiah
  return [
    { name: say('time'), text: formatDateTime(fill.createdAt) },
    { name: say('price'), text: priceText(market, fill.price) },
    { name: say('amount'), text: amountOf(market.base, fill.baseGross) },
    { name: say('total'), text: amountOf(market.quote, fill.quoteGross) },
    ...charges.map((name) => ({
      name: say(name),
      text: amountOf(received, chargeOf(fill, order.side, name)),
    })),
    {
      name: say('fillNet'),
      text: amountOf(received, isBuy ? fill.baseNet : fill.quoteNet),
      isMain: true,
    },
    { name: say('taxRupiah'), text: tax === null ? say('notAvailable') : formatRupiah(tax) },
  ]
}

/** What a side paid under a name, in units of what it received; null where it is not told. */
function chargeOf(fill: OrderFill, side: OwnOrder['side'], name: ChargeName): number | null {
  const own = fill.charges.filter((charge) => charge.side === side)
  const gross = side === 'buy' ? fill.baseGross : fill.quoteGross
  const net = side === 'buy' ? fill.baseNet : fill.quoteNet
  if (own.length === 0 && gross !== net) return null
  return own
    .filter(({ kind }) => chargeKinds[name].includes(kind))
    .reduce((sum, { amount }) => sum + amount, 0)
}

function amountOf(asset: MarketAsset, units: number | null): string {
  return units === null ? unknownSign : amountWithUnit(asset, units)
}
