/**
 * The receipt before the click, line by line: the quantity that fills now, the resting quantity with its
 * queue, charges, the received amount and the hold. Without an order the lines are empty, so
 * that nothing moves when one is typed.
 */
import {
  formatDecimal,
  formatPercent,
  orderMessages,
  ticketMessages,
  unknownSign,
} from '@tukar/i18n'
import type { ReactNode } from 'react'
import { pageTranslator } from '../../app/translate.ts'
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

const t = pageTranslator(ticketMessages)
const tOrder = pageTranslator(orderMessages)

/** Above this, the price impact is shown in a warning color. */
const impactWarnBasisPoints = 50

export type ReceiptLinesProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly receipt: Receipt | null
  /** The worth of a received amount in rupiah; null if it is rupiah or unknown. */
  readonly rupiah?: (units: number) => string | null
}

const noWorth = () => null

/** The lines; an order that would be refused has only the reason. */
export function ReceiptLines(props: ReceiptLinesProps) {
  const { market, side, receipt: known, rupiah = noWorth } = props
  const refusal = known?.refusal ?? null
  const receipt = refusal === null ? known : null
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
    <dl className={styles['lines']} aria-label={t('receipt')} data-empty={receipt === null}>
      {refusal === null ? (
        <ReceiptLine name={t('fillsNow')} title={averageText(market, receipt)}>
          {receipt === null ? unknownSign : nowText(market, receipt)}
          {receipt !== null && <Impact receipt={receipt} />}
        </ReceiptLine>
      ) : (
        <ReceiptLine name={tOrder('refusedNow')} title={refusalText(market, side, refusal)}>
          <span className={styles['impact']}>{refusalShort(market, refusal)}</span>
        </ReceiptLine>
      )}
      <QueueLine market={market} receipt={receipt} />
      <ReceiptLine name={t('chargeFee')} aside={rates.fee}>
        {charge(charges?.fee)}
      </ReceiptLine>
      {rates.bourse !== null && (
        <ReceiptLine name={t('chargeBourse')} aside={rates.bourse}>
          {charge(charges?.bourse)}
        </ReceiptLine>
      )}
      <ReceiptLine name={t('chargeTax')} aside={rates.tax}>
        {charge(charges && charges.vat + charges.income_tax)}
      </ReceiptLine>
      <ReceiptLine name={t('youGet')} isMain>
        {receipt === null ? unknownSign : amountWithUnit(received, receipt.arrives)}
      </ReceiptLine>
      <ReceiptLine name={receipt?.isPaid === true ? tOrder('paidNow') : t('heldNow')}>
        {receipt === null ? unknownSign : amountWithUnit(paid, receipt.hold)}
      </ReceiptLine>
    </dl>
  )
}

/** A charge, with its worth in rupiah if it is taken in another currency. */
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
      <small className={styles['about']}>{tOrder('about', { rupiah: about })}</small>
    </>
  )
}

function refusalShort(market: TradeMarket, refusal: ReceiptRefusal): string {
  if (refusal.kind === 'post') return tOrder('refusedPost')
  const price = priceText(market, refusal.price)
  return tOrder(refusal.kind === 'above' ? 'refusedAbove' : 'refusedBelow', { price })
}

/** The reason of a refusal, as a sentence. */
export function refusalText(market: TradeMarket, side: Side, refusal: ReceiptRefusal): string {
  if (refusal.kind === 'post') return tOrder('refusedPostText')
  const words = { side: t(side).toLowerCase(), price: priceWithUnit(market, refusal.price) }
  return tOrder(refusal.kind === 'above' ? 'refusedAboveText' : 'refusedBelowText', words)
}

/** One line: a name and its figure. */
export function ReceiptLine({
  name,
  aside,
  title,
  isMain = false,
  children,
}: {
  readonly name: string
  /** The rate of the charge, as small text after its name. */
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
  return t('fillsNowAt', { price: amountText(market.quote, receipt.averagePrice) })
}

function Impact({ receipt }: { readonly receipt: Receipt }) {
  const { impactBasisPoints } = receipt
  if (impactBasisPoints < impactWarnBasisPoints) return null
  const percent = formatPercent(impactBasisPoints / 100).replace('+', '')
  return <span className={styles['impact']}>{t('impact', { percent })}</span>
}

const cancelWords = {
  own: { name: t('selfStop'), text: t('selfStopText') },
  ioc: { name: tOrder('canceledRest'), text: tOrder('canceledRestText') },
  fok: { name: tOrder('canceledWhole'), text: tOrder('canceledWholeText') },
} as const

/**
 * The resting quantity and the quantity ahead of it; or the quantity that is canceled at once, with the
 * reason.
 */
function QueueLine({
  market,
  receipt,
}: {
  readonly market: TradeMarket
  readonly receipt: Receipt | null
}) {
  if (receipt === null) return <ReceiptLine name={t('queues')}>{unknownSign}</ReceiptLine>
  const { rests, canceled, ahead } = receipt
  const { symbol } = market.base
  const withUnit = (units: number) => `${shortQuantity(market, units)}\u00a0${symbol}`
  const waits = withUnit(rests.quantity)
  if (canceled !== null) {
    const { name, text } = cancelWords[canceled.cause]
    return (
      <ReceiptLine name={name} title={text}>
        <span className={styles['impact']}>{withUnit(canceled.quantity)}</span>
      </ReceiptLine>
    )
  }
  if (rests.quantity === 0) return <ReceiptLine name={t('queues')}>{`0 ${symbol}`}</ReceiptLine>
  if (ahead === 0) return <ReceiptLine name={t('queuesFirst')}>{waits}</ReceiptLine>
  const behind = formatDecimal(plainUnits(ahead, market.base.decimals), {
    decimals: 0,
    decimalsMax: 4,
  })
  return (
    <ReceiptLine name={t('queuesBehind', { amount: behind })} title={withUnit(ahead)}>
      {waits}
    </ReceiptLine>
  )
}

/** The taker's rates as small text; both rates if the maker's differ. */
function chargeRates(market: TradeMarket, side: Side) {
  const { taker, maker } = market.rates[side]
  const of = (rates: typeof taker, kinds: readonly string[]): number =>
    rates.reduce((sum, rate) => (kinds.includes(rate.kind) ? sum + rate.ratePpm : sum), 0)
  const word = (...kinds: readonly string[]): string | null => {
    const most = Math.max(of(taker, kinds), of(maker, kinds))
    const minimum = Math.min(of(taker, kinds), of(maker, kinds))
    if (most === 0) return null
    return most === minimum
      ? rateText(most)
      : `${rateText(minimum).replace('%', '')}–${rateText(most)}`
  }
  return { fee: word('fee'), bourse: word('bourse'), tax: word('vat', 'income_tax') }
}
