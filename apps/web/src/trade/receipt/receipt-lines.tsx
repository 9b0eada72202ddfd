/**
 * The receipt before the click, line by line: what fills now and what queues behind how much, each
 * charge, what arrives, what is held. Without an order the lines stand empty, so that
 * nothing moves when one is typed.
 */
import {
  formatDecimal,
  formatPercent,
  orderMessages,
  ticketMessages,
  unknownSign,
} from '@tukar/i18n'
import type { ReactNode } from 'react'
import { sayer } from '../../app/translate.ts'
import { plainUnits, type Side } from '../../feed/levels.ts'
import type { MarketAsset, TradeMarket } from '../market/market.ts'
import type { Receipt, ReceiptRefusal } from './receipt.ts'
import styles from './receipt-lines.module.css'
import {
  amountText,
  amountWithUnit,
  priceText,
  priceWithUnit,
  rateText,
  shortQuantity,
} from '../texts.ts'

const say = sayer(ticketMessages)
const sayOrder = sayer(orderMessages)

/** Above this, the impact on the price is told in the color of a warning. */
const impactWarnBasisPoints = 50

export type ReceiptLinesProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly receipt: Receipt | null
  /** What an amount of what is received is worth in rupiah; null where it is the same or not known. */
  readonly rupiah?: (units: number) => string | null
}

const noWorth = () => null

/** The lines. An order that would be refused does nothing: it has that line alone. */
export function ReceiptLines(props: ReceiptLinesProps) {
  const { market, side, receipt: told, rupiah = noWorth } = props
  const refusal = told?.refusal ?? null
  const receipt = refusal === null ? told : null
  const received = side === 'buy' ? market.base : market.quote
  const paid = side === 'buy' ? market.quote : market.base
  const rates = chargeRates(market, side)
  const charge = (units: number | undefined): ReactNode =>
    units === undefined ? (
      unknownSign
    ) : (
      <Charge asset={received} units={units} about={rupiah(units)} />
    )
  const charges = receipt?.charges
  return (
    <dl className={styles['lines']} aria-label={say('receipt')} data-empty={receipt === null}>
      {refusal === null ? (
        <Line name={say('fillsNow')} title={averageText(market, receipt)}>
          {receipt === null ? unknownSign : nowText(market, receipt)}
          {receipt !== null && <Impact receipt={receipt} />}
        </Line>
      ) : (
        <Line name={sayOrder('refusedNow')} title={refusalText(market, side, refusal)}>
          <span className={styles['impact']}>{refusalShort(market, refusal)}</span>
        </Line>
      )}
      <QueueLine market={market} receipt={receipt} />
      <Line name={say('chargeFee')} aside={rates.fee}>
        {charge(charges?.fee)}
      </Line>
      {rates.bourse !== null && (
        <Line name={say('chargeBourse')} aside={rates.bourse}>
          {charge(charges?.bourse)}
        </Line>
      )}
      <Line name={say('chargeTax')} aside={rates.tax}>
        {charge(charges && charges.vat + charges.income_tax)}
      </Line>
      <Line name={say('youGet')} isMain>
        {receipt === null ? unknownSign : amountWithUnit(received, receipt.arrives)}
      </Line>
      <Line name={receipt?.isPaid === true ? sayOrder('paidNow') : say('heldNow')}>
        {receipt === null ? unknownSign : amountWithUnit(paid, receipt.hold)}
      </Line>
    </dl>
  )
}

/** A charge, with its worth in rupiah where it is taken in something else. */
export function Charge({
  asset,
  units,
  about,
}: {
  readonly asset: MarketAsset
  readonly units: number
  readonly about: string | null
}) {
  if (about === null || units === 0) return <>{amountWithUnit(asset, units)}</>
  return (
    <>
      <span>{amountWithUnit(asset, units)}</span>
      <small className={styles['about']}>{sayOrder('about', { rupiah: about })}</small>
    </>
  )
}

function refusalShort(market: TradeMarket, refusal: ReceiptRefusal): string {
  if (refusal.kind === 'post') return sayOrder('refusedPost')
  const price = priceText(market, refusal.price)
  return sayOrder(refusal.kind === 'above' ? 'refusedAbove' : 'refusedBelow', { price })
}

/** Why an order would be refused, as a sentence. */
export function refusalText(market: TradeMarket, side: Side, refusal: ReceiptRefusal): string {
  if (refusal.kind === 'post') return sayOrder('refusedPostText')
  const words = { side: say(side).toLowerCase(), price: priceWithUnit(market, refusal.price) }
  return sayOrder(refusal.kind === 'above' ? 'refusedAboveText' : 'refusedBelowText', words)
}

/** One line: a name and its figure. */
export function Line({
  name,
  aside,
  title,
  isMain = false,
  children,
}: {
  readonly name: string
  /** A small word behind the name: the rate. */
  readonly aside?: string | null
  readonly title?: string | undefined
  readonly isMain?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={styles['line']} data-main={isMain} title={title}>
      <dt>
        {name}
        {typeof aside === 'string' && <small> {aside}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function nowText(market: TradeMarket, { now }: Receipt): string {
  return `${shortQuantity(market, now.quantity)} ${market.base.symbol}`
}

function averageText(market: TradeMarket, receipt: Receipt | null): string | undefined {
  if (receipt === null || receipt.averagePrice === null) return undefined
  return say('fillsNowAt', { price: amountText(market.quote, receipt.averagePrice) })
}

function Impact({ receipt }: { readonly receipt: Receipt }) {
  const { impactBasisPoints } = receipt
  if (impactBasisPoints < impactWarnBasisPoints) return null
  const percent = formatPercent(impactBasisPoints / 100).replace('+', '')
  return <span className={styles['impact']}>{say('impact', { percent })}</span>
}

const cancelWords = {
  own: { name: say('selfStop'), text: say('selfStopText') },
  ioc: { name: sayOrder('canceledRest'), text: sayOrder('canceledRestText') },
  fok: { name: sayOrder('canceledWhole'), text: sayOrder('canceledWholeText') },
} as const

/** What waits, and behind how much; or what is canceled at once, and why. */
function QueueLine({
  market,
  receipt,
}: {
  readonly market: TradeMarket
  readonly receipt: Receipt | null
}) {
  if (receipt === null) return <Line name={say('queues')}>{unknownSign}</Line>
  const { rests, canceled, ahead } = receipt
  const { symbol } = market.base
  const withUnit = (units: number) => `${shortQuantity(market, units)}\u00a0${symbol}`
  const waits = withUnit(rests.quantity)
  if (canceled !== null) {
    const { name, text } = cancelWords[canceled.cause]
    return (
      <Line name={name} title={text}>
        <span className={styles['impact']}>{withUnit(canceled.quantity)}</span>
      </Line>
    )
  }
  if (rests.quantity === 0) return <Line name={say('queues')}>{`0 ${symbol}`}</Line>
  if (ahead === 0) return <Line name={say('queuesFirst')}>{waits}</Line>
  const behind = formatDecimal(plainUnits(ahead, market.base.decimals), {
    decimals: 0,
    decimalsMax: 4,
  })
  return (
    <Line name={say('queuesBehind', { amount: behind })} title={withUnit(ahead)}>
      {waits}
    </Line>
  )
}

/** The taker's rates as small words; where making costs another rate, both. */
function chargeRates(market: TradeMarket, side: Side) {
  const { taker, maker } = market.rates[side]
  const of = (rates: typeof taker, kinds: readonly string[]): number =>
    rates.reduce((sum, rate) => (kinds.includes(rate.kind) ? sum + rate.ratePpm : sum), 0)
  const word = (...kinds: readonly string[]): string | null => {
    const most = Math.max(of(taker, kinds), of(maker, kinds))
    const least = Math.min(of(taker, kinds), of(maker, kinds))
    if (most === 0) return null
    return most === least ? rateText(most) : `${rateText(least).replace('%', '')}–${rateText(most)}`
  }
  return { fee: word('fee'), bourse: word('bourse'), tax: word('vat', 'income_tax') }
}
