/**
 * The order form of one side (FORM-01 to FORM-12): price, quantity, shares of the available balance, total,
 * and the receipt beside them. It has limit orders only and never sends an order twice.
 */
import { formatDecimal, ticketMessages, unknownSign } from '@tukar/i18n'
import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  memo,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react'
import { failureText } from '../../api/failure-text.ts'
import { createResource, wantAgain } from '../../api/resource.ts'
import { whenIdle } from '../../app/after-paint.ts'
import { ResourcePart } from '../../app/fetched-part.tsx'
import { LazyPart } from '../../app/later-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { isTrusted } from '../../feed/link-state.ts'
import { useFeed } from '../../feed/store.ts'
import type { AmountInput } from '../../ui/amount-model.ts'
import { AmountLine } from '../../ui/amount-line.tsx'
import { Button } from '../../ui/button.tsx'
import { useAvailable } from '../balances.ts'
import { type TicketHint, findHint } from '../hints.ts'
import type { TradeMarket } from '../market/market.ts'
import { OrderConfirm, type ConfirmCause } from './order-confirm.tsx'
import styles from './order-ticket.module.css'
import type { OrderFault } from './order-fault.ts'
import { PriceNeeded } from './price-needed.tsx'
import { isDone } from '../receipt/placed-receipt.ts'
import { type Placed, type Placing, usePlacing } from '../orders/placing.ts'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import { amountWithUnit } from '../texts.ts'
import { readPrice, computeShare, type Ticket } from './ticket.ts'
import { TicketKindMenu } from './ticket-kind-menu.tsx'
import { TicketNote } from './ticket-note.tsx'
import { type Press, usePress } from './ticket-press.ts'
import { useRupiah } from './ticket-rupiah.ts'
import { TicketSlider } from './ticket-slider.tsx'
import { act, toTicketRules, useTicket } from './ticket-store.ts'
import { useReceipt } from '../receipt/use-receipt.ts'

const t = pageTranslator(ticketMessages)

/** Needed only after an order: loaded when the page is idle. */
const placedReceiptFile = createResource(
  async () => (await import('../receipt/receipt-placed.tsx')).PlacedReceipt,
)
/** Needed only after a refusal. */
const MissingLink = lazy(async () => ({
  default: (await import('../../agreement/missing-link.tsx')).MissingLink,
}))

/** The shares of the buttons (FORM-05). */
const shares = [25, 50, 75, 100] as const
type Field = OrderFault['field']

export type OrderTicketProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly onPlaced: (placed: Placed) => void
  /** Shown at the right of the head. */
  readonly aside?: ReactNode
  /** One column, for sheets and narrow panes. */
  readonly isNarrow?: boolean
}

/** The form of a side. */
export function OrderTicket({ market, side, onPlaced, aside, isNarrow = false }: OrderTicketProps) {
  const ticket = useTicket(side)
  const rules = toTicketRules(market, side)
  const isBuy = side === 'buy'
  const known = useAvailable(market)
  const available = isBuy ? known.quote : known.base
  const receipt = useReceipt(market, side, ticket)
  const refusal = receipt?.refusal ?? null
  const hint = findHint(rules, market, ticket, available)
  const placing = usePlacing(market, side, onPlaced)
  const [confirmCause, setConfirmCause] = useState<ConfirmCause | null>(null)
  const [isPriceNeeded, setPriceNeeded] = useState(false)
  const submit = () => placing.submit(receipt)
  const press = usePress({ market, side }, ticket, placing.placed, { ask: setConfirmCause, submit })
  const { forget } = placing
  // Clears the last result on each input. A price that follows the market is not an input.
  useEffect(forget, [ticket.actionCount, forget])
  const noteId = useId()
  const action = t(isBuy ? 'buyBase' : 'sellBase', { base: market.base.symbol })
  const share = (percent: number) => {
    if (isBuy && readPrice(rules, ticket) === null) return setPriceNeeded(true)
    if (available !== null) act(market, side, { kind: 'share', percent, available })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what sends a form concerns all that stands inside
    <form
      className={styles['ticket']}
      data-side={side}
      data-narrow={isNarrow}
      aria-label={t('orderForm', { action })}
      noValidate
      onKeyDown={keepOneOrder}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (placing.unresolved !== null) return placing.submit(null)
        const field = press.run()
        if (field !== null) focusField(event.currentTarget, field)
      }}
    >
      <TicketHead {...{ market, side, available, action, aside }} />
      <TicketFields
        {...{ market, side, ticket, noteId, hint, available }}
        fault={press.fault}
        onShare={share}
      />
      <div className={styles['result']}>
        <TicketAnswer {...{ market, side, receipt, placing, action }} />
        <TicketButton {...{ side, placing, press }} />
      </div>
      <div
        className={styles['note']}
        id={noteId}
        data-tone={hint === null && refusal === null && press.fault === null ? 'quiet' : 'warn'}
      >
        <TicketNote {...{ market, side, ticket, hint, available, refusal }} fault={press.fault} />
      </div>
      {confirmCause !== null && (
        <OrderConfirm
          {...{ market, side, ticket, receipt }}
          cause={confirmCause}
          onClose={() => setConfirmCause(null)}
          onConfirm={() => {
            setConfirmCause(null)
            placing.submit(receipt)
          }}
        />
      )}
      <PriceNeeded isOpen={isPriceNeeded} onClose={() => setPriceNeeded(false)} />
    </form>
  )
}

/** A component of its own, so that typing in a field does not redraw it. */
const TicketHead = memo(function TicketHead({
  market,
  side,
  available,
  action,
  aside,
}: Pick<OrderTicketProps, 'market' | 'side' | 'aside'> & {
  readonly available: number | null
  readonly action: string
}) {
  const paid = side === 'buy' ? market.quote : market.base
  return (
    <header className={styles['head']}>
      <h3 className={styles['title']}>{action}</h3>
      <span className={styles['available']}>
        {t('available')} <b>{available === null ? unknownSign : amountWithUnit(paid, available)}</b>
      </span>
      <span className={styles['tools']}>
        <TicketKindMenu />
        {aside}
      </span>
    </header>
  )
})

/**
 * One press sends one order: a held key does not repeat, and Enter on a slider, checkbox or choice sends
 * nothing.
 */
function keepOneOrder(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter') return
  const { target } = event
  const isAmount = target instanceof HTMLInputElement && target.inputMode === 'decimal'
  const isOther = target instanceof HTMLInputElement && !isAmount
  if (event.repeat || isOther) event.preventDefault()
}

function focusField(form: HTMLFormElement, field: Field): void {
  const input = form.elements.namedItem(field)
  if (input instanceof HTMLInputElement) input.focus()
}

/** The second click of a double click is ignored. */
function keepOneClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

function TicketFields({
  onShare,
  available,
  ...parts
}: Omit<AmountProps, 'field'> & {
  readonly available: number | null
  readonly onShare: (percent: number) => void
}) {
  const { market, side, ticket } = parts
  return (
    <div className={styles['fields']}>
      <Amount {...parts} field="price" />
      <Amount {...parts} field="quantity" />
      <div className={styles['shares']} role="group" aria-label={t('available')}>
        {shares.map((percent) => (
          <button
            key={percent}
            type="button"
            aria-label={t('ofAvailable', { percent })}
            disabled={available === null}
            onClick={() => onShare(percent)}
          >
            {t('percentShort', { percent })}
          </button>
        ))}
      </div>
      <TicketSlider
        percent={computeShare(toTicketRules(market, side), ticket, available)}
        isDisabled={available === null}
        onShare={onShare}
      />
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
  readonly press: Pick<Press, 'isOffline' | 'label'>
}) {
  const label = unresolved === null ? press.label : t('askAgain')
  return (
    <Button
      type="submit"
      kind={side}
      isWide
      className={styles['submit'] ?? ''}
      isBusy={isBusy}
      disabled={press.isOffline}
      onClick={keepOneClick}
    >
      {isBusy ? t('placing') : label}
    </Button>
  )
}

/** The receipt before the click, or the result of the last order. */
function TicketAnswer({
  market,
  side,
  receipt,
  placing: { refusal, unresolved, placed },
  action,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly receipt: ReturnType<typeof useReceipt>
  readonly placing: Pick<Placing, 'refusal' | 'unresolved' | 'placed'>
  readonly action: string
}) {
  const received = side === 'buy' ? market.base : market.quote
  const rupiah = useRupiah(market, received, receipt?.averagePrice ?? null)
  useEffect(() => whenIdle(() => wantAgain(placedReceiptFile)), [])
  if (unresolved !== null) {
    const price = formatDecimal(unresolved.price, {
      decimals: 0,
      decimalsMax: market.measures.priceDecimals,
    })
    return (
      <div className={styles['refusal']} data-tone="open" role="alert">
        <b>{t('outcomeOpen')}</b>
        <span>{t('outcomeUnknown', { action, price })}</span>
      </div>
    )
  }
  const lines = <ReceiptLines {...{ market, side, receipt, rupiah }} />
  if (placed !== null && isDone(placed)) {
    return (
      <ResourcePart file={placedReceiptFile} place={lines} missing={() => lines}>
        {(PlacedReceipt) => <PlacedReceipt {...{ market, placed }} />}
      </ResourcePart>
    )
  }
  if (refusal === null) return lines
  return (
    <div className={styles['refusal']} role="alert">
      <b>{t('orderRefused')}</b>
      <span>{failureText(refusal)}</span>
      {refusal.kind === 'refused' && <span>{t('nothingHeld')}</span>}
      <LazyPart place={null}>
        <MissingLink code={refusal.code} />
      </LazyPart>
    </div>
  )
}

type AmountProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly field: Field
  readonly noteId: string
  readonly hint: TicketHint | null
  readonly fault: OrderFault | null
}

function Amount({ market, side, ticket, field, noteId, hint, fault }: AmountProps) {
  const isQuantity = field === 'quantity'
  const asset = isQuantity ? market.base : market.quote
  const isTrustedNow = useFeed((feed) => isTrusted(feed.link.state))
  const hasFault = (fault?.field ?? faultField(hint, side)) === field
  return (
    <AmountLine
      label={t(field === 'quantity' ? 'amount' : field)}
      value={ticket[field]}
      currency={asset.symbol}
      decimals={asset.decimals}
      isInvalid={hasFault}
      describedBy={hasFault || isTrustedNow ? noteId : undefined}
      name={field}
      onChange={(input: AmountInput) => act(market, side, { kind: field, input })}
      {...(field === 'total'
        ? { onLeave: () => act(market, side, { kind: 'totalLeft' }) }
        : { onStep: (steps: number) => act(market, side, { kind: 'step', field, steps }) })}
    />
  )
}

function faultField(hint: TicketHint | null, side: Side): Field | null {
  switch (hint?.kind) {
    case 'question':
    case 'unreadable':
    case 'tooLarge':
      return hint.field
    case 'offTick':
      return 'price'
    case 'offLot':
      return 'quantity'
    case 'balance':
      return side === 'buy' ? 'total' : 'quantity'
    case 'minimum':
      return 'total'
    case 'tooPrecise':
    case undefined:
      return null
  }
}
