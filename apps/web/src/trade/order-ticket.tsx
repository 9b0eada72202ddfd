/**
 * The order form of one side (FORM-01 to FORM-12): price, quantity, shares of what is available, total,
 * and beside them the receipt of what the order does. Only limit orders; nothing is sent twice.
 */
import { amountInWords, formatDecimal, tradeMessages } from '@tukar/i18n'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { sayer } from '../app/say.ts'
import type { Side } from '../feed/levels.ts'
import { isTrusted } from '../feed/link-state.ts'
import { useFeed } from '../feed/store.ts'
import { language } from '../theme/preferences.ts'
import { type AmountInput, amountFromRaw, groupedAmount } from '../ui/amount-model.ts'
import { AmountLine } from '../ui/amount-line.tsx'
import { Button, TextButton } from '../ui/button.tsx'
import { useAvailable } from './balances.ts'
import { useConfirmEach } from './confirm-each.ts'
import { type Hint, hintOf, isUnread } from './hints.ts'
import type { TradeMarket } from './market.ts'
import { OrderConfirm, type ConfirmCause } from './order-confirm.tsx'
import styles from './order-ticket.module.css'
import { PriceNeeded } from './price-needed.tsx'
import { type Placed, type Placing, usePlacing } from './placing.ts'
import { ReceiptLines } from './receipt-lines.tsx'
import { placingFailureText } from './refusal-text.ts'
import { amountWithUnit, quantityText, shortAmount, shortQuantity } from './texts.ts'
import { priceOf, quantityOf, type Ticket } from './ticket.ts'
import { act, rulesOf, useTicket } from './ticket-store.ts'
import { useReceipt } from './use-receipt.ts'

const say = sayer(tradeMessages)

/** The shares that the buttons offer (FORM-05). */
const shares = [25, 50, 75, 100] as const
type Field = 'price' | 'quantity' | 'total'

export type OrderTicketProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly onPlaced: (placed: Placed) => void
  /** Stands at the right of the head. */
  readonly aside?: ReactNode
  /** One column, for sheets and narrow panes. */
  readonly isNarrow?: boolean
}

/** The form of a side. */
export function OrderTicket({ market, side, onPlaced, aside, isNarrow = false }: OrderTicketProps) {
  const ticket = useTicket(side)
  const rules = rulesOf(market, side)
  const isBuy = side === 'buy'
  const paid = isBuy ? market.quote : market.base
  const known = useAvailable(market)
  const available = isBuy ? known.quote : known.base
  const receipt = useReceipt(market, side, ticket)
  const hint = hintOf(rules, market, ticket, available)
  const placing = usePlacing(market, side, onPlaced)
  const [asked, setAsked] = useState<ConfirmCause | null>(null)
  const [isPriceAsked, setPriceAsked] = useState(false)
  const press = usePress(market, side, ticket, hint, setAsked, () => placing.submit(receipt))
  const { forget } = placing
  useEffect(forget, [ticket, forget])
  const noteId = useId()
  const action = say(isBuy ? 'buyBase' : 'sellBase', { base: market.base.symbol })
  const share = (percent: number) => {
    if (isBuy && priceOf(rules, ticket) === null) return setPriceAsked(true)
    if (available !== null) act(market, side, { kind: 'share', percent, available })
  }
  return (
    <form
      className={styles['ticket']}
      data-side={side}
      data-narrow={isNarrow}
      aria-label={say('orderForm', { action })}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (placing.unresolved === null) press.run()
        else placing.submit(null)
      }}
    >
      <header className={styles['head']}>
        <h3 className={styles['title']}>{action}</h3>
        <span className={styles['available']}>
          {say('available')} <b>{available === null ? '–' : amountWithUnit(paid, available)}</b>
        </span>
        {aside}
      </header>
      <TicketFields {...{ market, side, ticket, noteId, hint }} onShare={share} />
      <div className={styles['result']}>
        <TicketAnswer {...{ market, side, receipt, placing, action }} />
        <TicketButton {...{ side, placing, press }} />
      </div>
      <div className={styles['note']} id={noteId} data-tone={hint === null ? 'quiet' : 'warn'}>
        <TicketNote {...{ market, side, ticket, hint, available }} missing={press.missing} />
      </div>
      <OrderConfirm
        {...{ market, side, ticket, receipt }}
        cause={asked}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          placing.submit(receipt)
        }}
      />
      <PriceNeeded isOpen={isPriceAsked} onClose={() => setPriceAsked(false)} />
    </form>
  )
}

function TicketFields({
  onShare,
  ...parts
}: Omit<AmountProps, 'field'> & { readonly onShare: (percent: number) => void }) {
  return (
    <div className={styles['fields']}>
      <Amount {...parts} field="price" />
      <Amount {...parts} field="quantity" />
      <div className={styles['shares']} role="group" aria-label={say('available')}>
        {shares.map((percent) => (
          <button
            key={percent}
            type="button"
            aria-label={say('ofAvailable', { percent })}
            onClick={() => onShare(percent)}
          >
            {say('percentShort', { percent })}
          </button>
        ))}
      </div>
      <Amount {...parts} field="total" />
    </div>
  )
}

function TicketButton({
  side,
  placing: { isBusy, unresolved },
  press,
}: {
  readonly side: Side
  readonly placing: Pick<Placing, 'isBusy' | 'unresolved'>
  readonly press: Pick<ReturnType<typeof usePress>, 'isOffline' | 'label'>
}) {
  const label = unresolved === null ? press.label : say('askAgain')
  return (
    <Button
      type="submit"
      kind={side}
      isWide
      className={styles['submit'] ?? ''}
      isBusy={isBusy}
      disabled={press.isOffline}
    >
      {isBusy ? say('placing') : label}
    </Button>
  )
}

/** What the order would do, or what became of the last one. */
function TicketAnswer({
  market,
  side,
  receipt,
  placing: { refusal, unresolved },
  action,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly receipt: ReturnType<typeof useReceipt>
  readonly placing: Pick<Placing, 'refusal' | 'unresolved'>
  readonly action: string
}) {
  if (unresolved !== null) {
    const price = formatDecimal(unresolved.price, {
      decimals: 0,
      decimalsMax: market.measures.priceDecimals,
    })
    return (
      <div className={styles['refusal']} data-tone="open" role="alert">
        <b>{say('outcomeOpen')}</b>
        <span>{say('outcomeUnknown', { action, price })}</span>
      </div>
    )
  }
  if (refusal === null) return <ReceiptLines market={market} side={side} receipt={receipt} />
  return (
    <div className={styles['refusal']} role="alert">
      <b>{say('orderRefused')}</b>
      <span>{placingFailureText(refusal)}</span>
      {refusal.kind === 'refused' && <span>{say('nothingHeld')}</span>}
    </div>
  )
}

/** What the button says and does, by the state of the line and of the ticket. */
function usePress(
  market: TradeMarket,
  side: Side,
  ticket: Ticket,
  hint: Hint | null,
  ask: (cause: ConfirmCause) => void,
  submit: () => void,
) {
  const link = useFeed((feed) => feed.link.state)
  const [isConfirmEach] = useConfirmEach()
  const [isPressed, setPressed] = useState(false)
  const rules = rulesOf(market, side)
  const quantity = quantityOf(rules, ticket)
  const isWhole = quantity !== null && priceOf(rules, ticket) !== null && !isUnread(hint)
  const isOffline = link === 'offline' || link === 'maintenance'
  const isOld = link === 'stale'
  useEffect(() => setPressed(false), [ticket])
  const amount = quantity === null ? null : shortQuantity(market, quantity)
  const { symbol: base } = market.base
  const named =
    amount === null
      ? say(side === 'buy' ? 'buyBase' : 'sellBase', { base })
      : say(side === 'buy' ? 'buyAmount' : 'sellAmount', { amount, base })
  return {
    isOffline,
    label: isOld ? say('stalePlace') : named,
    missing: isPressed && !isWhole,
    run: () => {
      setPressed(true)
      if (!isWhole || isOffline) return
      if (isOld) ask('stale')
      else if (isConfirmEach) ask('each')
      else submit()
    },
  }
}

type AmountProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly field: Field
  readonly noteId: string
  readonly hint: Hint | null
}

function Amount({ market, side, ticket, field, noteId, hint }: AmountProps) {
  const isQuantity = field === 'quantity'
  const asset = isQuantity ? market.base : market.quote
  const isTrustedNow = useFeed((feed) => isTrusted(feed.link.state))
  const hasFault = faultField(hint) === field
  return (
    <AmountLine
      label={say(field === 'quantity' ? 'amount' : field)}
      value={ticket[field]}
      currency={asset.symbol}
      decimals={asset.decimals}
      isInvalid={hasFault}
      describedBy={hasFault || isTrustedNow ? noteId : undefined}
      onChange={(input: AmountInput) => act(market, side, { kind: field, input })}
      {...(field === 'total'
        ? { onLeave: () => act(market, side, { kind: 'totalLeft' }) }
        : { onStep: (steps: number) => act(market, side, { kind: 'step', field, steps }) })}
    />
  )
}

function faultField(hint: Hint | null): Field | null {
  switch (hint?.kind) {
    case 'question':
    case 'unreadable':
      return hint.field
    case 'offTick':
      return 'price'
    case 'offLot':
      return 'quantity'
    case 'balance':
    case 'minimum':
    case 'tooLarge':
      return 'total'
    case 'tooPrecise':
    case undefined:
      return null
  }
}

/** One line below the fields: a question, a hint, what is missing, or the total in words. */
function TicketNote({
  market,
  side,
  ticket,
  hint,
  available,
  missing,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly hint: Hint | null
  readonly available: number | null
  readonly missing: boolean
}) {
  if (hint?.kind === 'question') {
    return <Question market={market} side={side} ticket={ticket} field={hint.field} />
  }
  if (hint !== null) {
    const text = hintText(market, side, hint, available)
    return (
      <span role="status" title={text}>
        {text}
      </span>
    )
  }
  if (missing) {
    return (
      <span role="status">
        {say(
          priceOf(rulesOf(market, side), ticket) === null
            ? 'hintPriceMissing'
            : 'hintQuantityMissing',
        )}
      </span>
    )
  }
  const words =
    ticket.total.raw === null
      ? null
      : amountInWords(ticket.total.raw, market.quote.symbol, language)
  return <span title={words ?? undefined}>{words}</span>
}

function hintText(market: TradeMarket, side: Side, hint: Hint, available: number | null): string {
  const paid = side === 'buy' ? market.quote : market.base
  switch (hint.kind) {
    case 'question':
      return say('hintQuestion')
    case 'unreadable':
      return say('hintUnreadable')
    case 'tooPrecise':
      return say('hintTooPrecise', { decimals: hint.decimals })
    case 'tooLarge':
      return say('hintTooLarge')
    case 'offTick':
      return say('hintOffTick', { tick: shortAmount(market.quote, market.tick) })
    case 'offLot':
      return say('hintOffLot', { lot: `${quantityText(market, market.lot)} ${market.base.symbol}` })
    case 'minimum':
      return say('hintMinimum', { minimum: shortAmount(market.quote, market.notionalMin) })
    case 'balance':
      return say('hintBalance', { available: amountWithUnit(paid, available ?? 0) })
  }
}

/** "Do you mean 1,5 or 1.500?" with both as buttons. */
function Question({
  market,
  side,
  ticket,
  field,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly field: Field
}) {
  const { meanings } = ticket[field]
  if (meanings === null) return null
  const pick = (raw: string) => act(market, side, { kind: field, input: amountFromRaw(raw) })
  return (
    <span role="alert" className={styles['question']}>
      {say('whichAmount')}
      {[meanings.decimal, meanings.grouped].map((raw) => (
        <TextButton key={raw} onClick={() => pick(raw)}>
          {raw.includes('.')
            ? formatDecimal(raw, { decimals: 1, decimalsMax: raw.split('.')[1]?.length ?? 0 })
            : groupedAmount(raw)}
        </TextButton>
      ))}
    </span>
  )
}
