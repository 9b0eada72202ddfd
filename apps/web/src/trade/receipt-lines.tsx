/**
 * The receipt before the click, line by line: what fills now and what queues behind how much, each
 * charge, what arrives, what is held. Without an order the lines stand empty, so that
 * nothing moves when one is typed.
 */
import { formatDecimal, formatPercent, tradeMessages, unknownSign } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { sayer } from '../app/say.ts'
import { plainUnits, type Side } from '../feed/levels.ts'
import type { TradeMarket } from './market.ts'
import type { Receipt } from './receipt.ts'
import styles from './receipt-lines.module.css'
import { amountText, amountWithUnit, rateText, shortQuantity } from './texts.ts'

const say = sayer(tradeMessages)

/** Above this, the impact on the price is told in the color of a warning. */
const impactWarnBasisPoints = 50

export type ReceiptLinesProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly receipt: Receipt | null
}

/** The lines. */
export function ReceiptLines({ market, side, receipt }: ReceiptLinesProps) {
  const received = side === 'buy' ? market.base : market.quote
  const paid = side === 'buy' ? market.quote : market.base
  const charge = (kind: keyof Receipt['charges']): string =>
    receipt === null ? unknownSign : amountWithUnit(received, receipt.charges[kind])
  const rates = chargeRates(market, side)
  const taxes = receipt === null ? 0 : receipt.charges.vat + receipt.charges.income_tax
  return (
    <dl className={styles['lines']} aria-label={say('receipt')} data-empty={receipt === null}>
      <Line name={say('fillsNow')} title={averageText(market, receipt)}>
        {receipt === null ? unknownSign : nowText(market, receipt)}
        {receipt !== null && <Impact receipt={receipt} />}
      </Line>
      <QueueLine market={market} receipt={receipt} />
      <Line name={say('chargeFee')} aside={rates.fee}>
        {charge('fee')}
      </Line>
      {rates.bourse !== null && (
        <Line name={say('chargeBourse')} aside={rates.bourse}>
          {charge('bourse')}
        </Line>
      )}
      <Line name={say('chargeTax')} aside={rates.tax}>
        {receipt === null ? unknownSign : amountWithUnit(received, taxes)}
      </Line>
      <Line name={say('youGet')} isMain>
        {receipt === null ? unknownSign : amountWithUnit(received, receipt.arrives)}
      </Line>
      <Line name={say('heldNow')}>
        {receipt === null ? unknownSign : amountWithUnit(paid, receipt.hold)}
      </Line>
    </dl>
  )
}

function Line({
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

/** What waits, and behind how much; or what is canceled because it meets an own order. */
function QueueLine({
  market,
  receipt,
}: {
  readonly market: TradeMarket
  readonly receipt: Receipt | null
}) {
  if (receipt === null) return <Line name={say('queues')}>{unknownSign}</Line>
  const { rests, stopped, ahead } = receipt
  const { symbol } = market.base
  const waits = shortQuantity(market, rests.quantity)
  if (stopped > 0) {
    return (
      <Line name={say('selfStop')} title={say('selfStopText')}>
        <span className={styles['impact']}>{waits}</span>
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
    <Line
      name={say('queuesBehind', { amount: behind })}
      title={`${shortQuantity(market, ahead)} ${symbol}`}
    >
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
