/** The line below the fields with notes about the input. */
import { ticketMessages } from '@tukar/i18n'
import { createResource } from '../../api/resource.ts'
import { ResourcePart, nothing } from '../../app/fetched-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import type { TicketHint } from '../hints.ts'
import type { TradeMarket } from '../market/market.ts'
import styles from './order-ticket.module.css'
import type { OrderFault } from './order-fault.ts'
import type { ReceiptRefusal } from '../receipt/receipt.ts'
import { refusalText } from '../receipt/receipt-lines.tsx'
import { amountWithUnit, quantityText, shortAmount } from '../texts.ts'
import type { Ticket } from './ticket.ts'
import { act } from './ticket-store.ts'

const t = pageTranslator(ticketMessages)

/** Amounts in words: loaded once there is an amount. */
const wordsFile = createResource(() => import('./total-in-words.tsx'))

type Field = 'price' | 'quantity' | 'total'

/** One line below the fields: a question, a hint, a fault, or the total in words. */
export function TicketNote({
  market,
  side,
  ticket,
  hint,
  available,
  refusal,
  fault,
}: {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly hint: TicketHint | null
  readonly available: number | null
  /** Why the exchange would refuse the order. */
  readonly refusal: ReceiptRefusal | null
  /** Why the last press sent nothing. */
  readonly fault: OrderFault | null
}) {
  if (hint?.kind === 'question') {
    return <Question market={market} side={side} ticket={ticket} field={hint.field} />
  }
  if (fault !== null) {
    const text = faultText(fault)
    return (
      <span role="alert" title={text}>
        {text}
      </span>
    )
  }
  if (hint !== null) {
    const text = hintText(market, side, hint, available)
    return (
      <span role="status" title={text}>
        {text}
      </span>
    )
  }
  if (refusal !== null) {
    const text = refusalText(market, side, refusal)
    return (
      <span role="status" title={text}>
        {text}
      </span>
    )
  }
  const { raw } = ticket.total
  if (raw === null) return <span />
  return (
    <ResourcePart file={wordsFile} place={<span />} missing={nothing}>
      {({ TotalInWords }) => <TotalInWords raw={raw} currency={market.quote.symbol} />}
    </ResourcePart>
  )
}

function faultText({ field, kind }: OrderFault): string {
  switch (kind) {
    case 'missing':
      return t(field === 'price' ? 'hintPriceMissing' : 'hintQuantityMissing')
    case 'unreadable':
      return t('hintUnreadable')
    case 'tooLarge':
      return t('hintTooLarge')
  }
}

function hintText(
  market: TradeMarket,
  side: Side,
  hint: TicketHint,
  available: number | null,
): string {
  const paid = side === 'buy' ? market.quote : market.base
  switch (hint.kind) {
    case 'question':
      return t('hintQuestion')
    case 'unreadable':
      return t('hintUnreadable')
    case 'tooPrecise':
      return t('hintTooPrecise', { decimals: hint.decimals })
    case 'tooLarge':
      return t('hintTooLarge')
    case 'offTick':
      return t('hintOffTick', { tick: shortAmount(market.quote, market.tick) })
    case 'offLot':
      return t('hintOffLot', { lot: `${quantityText(market, market.lot)} ${market.base.symbol}` })
    case 'minimum':
      return t('hintMinimum', { minimum: shortAmount(market.quote, market.notionalMin) })
    case 'balance':
      return t('hintBalance', { available: amountWithUnit(paid, available ?? 0) })
  }
}

/** Asks which amount is meant, with a button for each. */
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
  const currency = field === 'quantity' ? market.base.symbol : market.quote.symbol
  return (
    <span role="alert" className={styles['question']}>
      {t('whichAmount')}
      <ResourcePart file={wordsFile} place={null}>
        {({ AmountChoices }) => (
          <AmountChoices
            meanings={meanings}
            currency={currency}
            onChoose={(input) => act(market, side, { kind: field, input })}
          />
        )}
      </ResourcePart>
    </span>
  )
}
