/**
 * The order demonstration of the home page. The user types an amount and sees its current receipt, and the
 * levels of the live book that the order would take. No order is sent.
 */
import { amountInWords, orderDemoMessages, ticketMessages, unknownSign } from '@tukar/i18n'
import { parseUnits } from '@tukar/money'
import { useEffect, useMemo, useState } from 'react'
import { createResource, useResource } from '../api/resource.ts'
import { pageTranslator } from '../app/translate.ts'
import { isTrusted } from '../feed/link-state.ts'
import type { Side } from '../feed/levels.ts'
import { useFeed, viewBook, watchPair } from '../feed/store.ts'
import { defaultMarket } from '../markets/market.ts'
import { language } from '../theme/preferences.ts'
import { loadMarket } from '../trade/market/load-market.ts'
import type { TradeMarket } from '../trade/market/market.ts'
import { type Receipt, buildReceipt } from '../trade/receipt/receipt.ts'
import { ReceiptLines } from '../trade/receipt/receipt-lines.tsx'
import { priceWithUnit, shortAmount, shortQuantity } from '../trade/texts.ts'
import { AmountLine } from '../ui/amount-line.tsx'
import { type AmountInput, amountFromRaw, amountFromText } from '../ui/amount-model.ts'
import { AmountChoices } from '../ui/amount-question.tsx'
import { Button } from '../ui/button.tsx'
import { SegmentedControl } from '../ui/choice.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import { DemoBook } from './demo-book.tsx'
import { DemoSkeleton } from './demo-skeleton.tsx'
import styles from './order-demo.module.css'
import { type SampleOrder, sampleOrder } from './sample-order.ts'
import { TryAction } from './try-now.tsx'

const t = pageTranslator(orderDemoMessages)
const tTrade = pageTranslator(ticketMessages)

const market = createResource(() => loadMarket(String(defaultMarket.id)))

/** Amounts as people write them; the field parses them. */
const samples = ['250rb', '1,5jt', '25 juta', '100jt'] as const
const budgetDecimals = 2
const rowsASide = 7

/** The demonstration; a skeleton of the same size until the market is loaded. */
export function OrderDemo() {
  const loaded = useResource(market)
  useEffect(() => {
    watchPair(defaultMarket.pair)
    return () => watchPair(null)
  }, [])
  useEffect(() => {
    if (loaded.state !== 'ready') return
    const precision = { step: loaded.value.tick, decimals: 0 }
    viewBook({ precision, askRows: rowsASide, bidRows: rowsASide })
  }, [loaded])
  if (loaded.state === 'error') {
    return <ErrorState title={t('demoFailed')} onRetry={market.reload} />
  }
  if (loaded.state !== 'ready') return <DemoSkeleton />
  return <Demo market={loaded.value} />
}

function Demo({ market: shown }: { readonly market: TradeMarket }) {
  const [side, setSide] = useState<Side>('buy')
  const [amount, setAmount] = useState<AmountInput>(amountFromRaw('5000000'))
  const bids = useFeed((feed) => feed.bids)
  const asks = useFeed((feed) => feed.asks)
  const { baseScale, lot, notionalMin, rates } = shown
  const budget = useMemo(() => {
    const read = amount.raw === null ? null : parseUnits(amount.raw, budgetDecimals)
    return read?.ok === true ? read.units : null
  }, [amount.raw])
  const order = useMemo(() => {
    if (budget === null || budget < notionalMin) return null
    return sampleOrder(budget, side === 'buy' ? asks : bids, lot, baseScale)
  }, [budget, notionalMin, side, asks, bids, lot, baseScale])
  const receipt = useMemo(() => {
    if (order === null) return null
    return buildReceipt({
      side,
      ...order,
      baseScale,
      bids,
      asks,
      ownOpposite: [],
      rates: rates[side],
    })
  }, [order, side, baseScale, bids, asks, rates])
  return (
    <div className={styles['demo']}>
      <div className={styles['ask']}>
        <SegmentedControl<Side>
          label={t('demoSide')}
          value={side}
          isWide
          choices={[
            { value: 'buy', label: tTrade('buy'), tone: 'buy' },
            { value: 'sell', label: tTrade('sell'), tone: 'sell' },
          ]}
          onChange={setSide}
        />
        <AmountField amount={amount} onChange={setAmount} />
        <p className={styles['order']}>
          {asks.length > 0 && orderText(shown, side, budget, order)}
        </p>
        <TryAction label={t('demoTry')} />
      </div>
      <Result market={shown} side={side} receipt={receipt} />
      <DemoBook market={shown} side={side} limit={order?.price ?? null} />
    </div>
  )
}

/** The order as a sentence, or the reason why there is none; empty while the book is not loaded. */
function orderText(
  shown: TradeMarket,
  side: Side,
  budget: number | null,
  order: SampleOrder | null,
): string {
  if (budget === null) return ''
  if (budget < shown.notionalMin) {
    return t('demoLeast', { amount: shortAmount(shown.quote, shown.notionalMin) })
  }
  if (order === null) return t('demoNone')
  return t('demoOrder', {
    side: tTrade(side),
    amount: `${shortQuantity(shown, order.quantity)} ${shown.base.symbol}`,
    price: priceWithUnit(shown, order.price),
  })
}

function AmountField({
  amount,
  onChange,
}: {
  readonly amount: AmountInput
  readonly onChange: (amount: AmountInput) => void
}) {
  return (
    <div className={styles['amount']}>
      <div className={styles['field']}>
        <AmountLine
          label={t('demoAmount')}
          value={amount}
          onChange={onChange}
          currency="IDR"
          decimals={budgetDecimals}
          describedBy="demo-words"
        />
      </div>
      <div id="demo-words" className={styles['words']}>
        <AmountWords amount={amount} onChange={onChange} />
      </div>
      <div className={styles['samples']} role="group" aria-label={t('demoSamples')}>
        {samples.map((sample) => (
          <Button
            key={sample}
            size="small"
            onClick={() => onChange(amountFromText(sample, budgetDecimals))}
          >
            {sample}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** The amount in words, or the question about an ambiguous amount. */
function AmountWords({
  amount,
  onChange,
}: {
  readonly amount: AmountInput
  readonly onChange: (amount: AmountInput) => void
}) {
  const { meanings, trouble, raw } = amount
  if (meanings !== null) {
    return (
      <>
        {t('demoMeant')}
        <AmountChoices meanings={meanings} currency="IDR" onChoose={onChange} />
      </>
    )
  }
  if (trouble !== 'none') return <>{t('demoUnreadable')}</>
  return <>{raw === null ? unknownSign : amountInWords(raw, 'IDR', language)}</>
}

function Result({
  market: shown,
  side,
  receipt,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly receipt: Receipt | null
}) {
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  return (
    <section className={styles['receipt']} data-fresh={isFresh} aria-label={tTrade('receipt')}>
      <h3>{t('demoReceipt')}</h3>
      <ReceiptLines market={shown} side={side} receipt={receipt} />
      <p className={styles['note']}>{t('demoNote')}</p>
    </section>
  )
}
