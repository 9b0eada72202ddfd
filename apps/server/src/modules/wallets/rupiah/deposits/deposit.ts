/**
 * Decides about a deposit: a pure function of its row and of a fresh answer of the gateway. Only what this
 * answer confirms is credited (ATT-68); a callback only causes the check.
 */
import type { DepositState } from '@tukar/wire'
import {
  type Answer,
  type Invoice,
  unreachableCode,
} from '../../../../adapters/bank-gateway/index.ts'
import type { Decision, MachineRow } from '../../machine/decision.ts'
import type { Edges } from '../../machine/edges.ts'
import { inSuspenseCause, suspendedUnits } from '../../machine/deposit-booking.ts'
import { type EngineStep, unclearAlarm } from '../../machine/engine-steps.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { engineBackoff } from '../../machine/hold-check.ts'
import { ownerOfReference } from '../gateway/references.ts'
import { unitsOf } from '../units.ts'

export const depositEdges: Edges<DepositState> = {
  created: ['pending', 'paid', 'expired', 'quarantined'],
  pending: ['paid', 'expired', 'quarantined'],
  // Late payments are credited too (SRV-70).
  expired: ['paid', 'quarantined'],
  paid: ['credited', 'quarantined'],
  // By operators: credited as the gateway confirms it, or closed. To itself: the gateway does not confirm the
  // decision, or suspense cannot be granted yet.
  quarantined: ['paid', 'credited', 'expired', 'quarantined'],
  credited: ['reversed'],
  reversed: [],
}

export type Deposit = MachineRow<DepositState> & {
  /** Units, as requested. */
  readonly amount: number
  readonly description: string
  readonly reference: string
  readonly language: 'en' | 'id'
  readonly railId: number
  readonly decision: 'credit' | 'reverse' | null
  readonly invoiceId: string | null
  readonly checkoutUrl: string | null
  readonly expiresAtMs: number | null
  /** The payment method, as the gateway names it. */
  readonly method: string | null
  /** Units that the gateway confirmed. */
  readonly paidAmount: number | null
  /** The gateway's id of the payment. */
  readonly outsideFact: string | null
  /** How often the core refused the credit. */
  readonly refusedCredits: number
  /** Units of its credit that went to suspense; null if none did. */
  readonly suspenseUnits: number | null
  /** The number of operators who agreed to close it. */
  readonly rejections: number
  /** Whether unproven approvals or a decision were just removed from the row. */
  readonly isUnproven?: boolean
  readonly createdMs: number
  /** Whether its owner's account was deleted. */
  readonly isOwnerGone: boolean
  /** Whether the votes of two operators prove this credit; false if it was not checked. */
  readonly isAgreed: boolean
}

export type DepositAct = 'create' | 'ask' | 'expire' | 'credit' | 'grant' | 'reverse'

export type DepositFacts = {
  /** Whether this pass stored the row itself, so that the gateway was not called before. */
  readonly isFresh: boolean
  readonly invoice: Answer<Invoice> | null
  readonly isExpireRequested: boolean
  readonly credit: EngineStep | null
  /** The step that grants suspended units to the owner. */
  readonly grant: EngineStep | null
  readonly reversal: EngineStep | null
}

export const nothingKnown: DepositFacts = {
  isFresh: false,
  invoice: null,
  isExpireRequested: false,
  credit: null,
  grant: null,
  reversal: null,
}

export type DepositDecision = Decision<DepositState, DepositAct, ColumnValues>

/** An invoice that the gateway does not have this long after the request was never created. */
const notCreatedMs = 120_000
/** An invoice that is overdue by the gateway's clock is checked a little later. */
const overdueMs = 5_000
/** Late payments are polled for this long, in addition to callbacks. */
const lateMs = 14 * 86_400_000

/** The gateway never had it, so late payments are not polled. */
const closedCauses: readonly string[] = ['refused', 'unreachable']
/** The cause of a deposit that operators closed. */
export const rejected = 'rejected'
/** Crediting, withholding or reversing money by hand needs two operators. */
export const depositApprovals = 2
/** The payment was credited for another row. */
export const factReused = 'fact_reused'
/** The reference is from before references named their owner; operators decide. */
export const ownerUnproven = 'owner_unproven'
/** The gateway does not confirm the credit. */
const notConfirmed = 'not_confirmed'

const soon = { firstMs: 1_000, longestMs: 60_000 } as const
const pendingBackoff = { firstMs: 30_000, longestMs: 600_000 } as const
const expiredBackoff = { firstMs: 600_000, longestMs: 43_200_000 } as const
const refusedBackoff = { firstMs: 30_000, longestMs: 600_000 } as const

/** Decides the next step of a deposit. */
export function decideDeposit(row: Deposit, facts: DepositFacts, nowMs: number): DepositDecision {
  switch (row.state) {
    case 'created':
    case 'pending':
    case 'expired':
      return decideOpen(row, facts, nowMs)
    case 'paid':
      return decidePaid(row, facts)
    case 'credited':
      return decideCredited(row, facts)
    case 'quarantined':
      return decideQuarantined(row, facts)
    case 'reversed':
      return wait(null)
  }
}

function decideOpen(row: Deposit, facts: DepositFacts, nowMs: number): DepositDecision {
  const { invoice } = facts
  if (row.state === 'expired' && closedCauses.includes(row.cause ?? '')) return wait(null)
  if (row.state === 'expired' && row.cause === rejected) return decideRejected(row, facts, nowMs)
  if (invoice === null) {
    return { kind: 'act', act: row.state === 'created' && facts.isFresh ? 'create' : 'ask' }
  }
  switch (invoice.status) {
    case 'done':
      return judge(row, facts, invoice.value, nowMs)
    case 'refused':
      // Only the first call proves something about the invoice itself.
      return row.state === 'created' && facts.isFresh
        ? move('expired', invoice.code === unreachableCode ? 'unreachable' : 'refused')
        : wait(backoffOf(row, nowMs))
    case 'absent':
      return row.state === 'created' && nowMs - row.createdMs >= notCreatedMs
        ? move('expired', 'not_created')
        : wait(backoffOf(row, nowMs), row.state === 'pending' ? 'invoice_absent' : null)
    case 'unknown':
      return wait(backoffOf(row, nowMs))
  }
}

/**
 * One operator alone closed an unpaid deposit. It should not be paid any longer, but a late payment is not
 * lost for its owner (SRV-70). A deposit that two operators closed was known to be paid.
 */
function decideRejected(row: Deposit, facts: DepositFacts, nowMs: number): DepositDecision {
  const { invoice, isExpireRequested } = facts
  if (row.rejections >= depositApprovals) return wait(null)
  if (invoice === null) return { kind: 'act', act: 'ask' }
  if (invoice.status !== 'done') return wait(backoffOf(row, nowMs))
  const { state } = invoice.value
  if (state === 'paid') return move('quarantined', 'paid_after_rejected', paymentOf(invoice.value))
  if (state === 'pending' && row.invoiceId !== null && !isExpireRequested) {
    return { kind: 'act', act: 'expire' }
  }
  return wait(backoffOf(row, nowMs))
}

/** Decides by the gateway's invoice. */
function judge(
  row: Deposit,
  facts: DepositFacts,
  invoice: Invoice,
  nowMs: number,
): DepositDecision {
  const isOurs =
    invoice.reference === row.reference &&
    invoice.currency === 'IDR' &&
    unitsOf(invoice.amount) === row.amount &&
    (row.invoiceId === null || row.invoiceId === invoice.invoiceId)
  if (!isOurs) {
    if (row.state === 'expired' && invoice.state !== 'paid') return wait(backoffOf(row, nowMs))
    return move('quarantined', 'invoice_differs', paymentOf(invoice))
  }
  if (invoice.state === 'paid') {
    const isWhole = invoice.paidAmount !== null && unitsOf(invoice.paidAmount) === row.amount
    return isWhole && invoice.paymentId !== null
      ? move('paid', null, { ...invoiceColumns(invoice), ...paymentOf(invoice) })
      : move('quarantined', 'amount_differs', paymentOf(invoice))
  }
  if (row.state === 'expired') return wait(backoffOf(row, nowMs))
  if (invoice.state === 'expired') return move('expired', null, invoiceColumns(invoice))
  if (row.state === 'created') return move('pending', null, invoiceColumns(invoice))
  const isOverdue = nowMs >= invoice.expiresAtMs + overdueMs
  if (isOverdue && !facts.isExpireRequested) return { kind: 'act', act: 'expire' }
  return wait(backoffOf(row, nowMs))
}

function decidePaid(row: Deposit, { invoice, credit }: DepositFacts): DepositDecision {
  if (row.isOwnerGone) return move('quarantined', 'account_deleted')
  if (credit === null) return decideCredit(row, invoice)
  switch (credit.status) {
    case 'done': {
      const units = suspendedUnits(credit.events)
      if (units > 0) return move('quarantined', inSuspenseCause, { suspense_units: units })
      return move('credited', null)
    }
    case 'refused':
      // The id of this attempt is used up; the next attempt has its own.
      return move('quarantined', 'not_booked', { refused_credits: row.refusedCredits + 1 })
    case 'unclear':
      return wait(refusedBackoff, unclearAlarm)
    case 'later':
      return wait(engineBackoff)
  }
}

/**
 * Credits only what the gateway confirms: the amount, the payment id, and, by the reference, the owner. The
 * row is not trusted.
 */
function decideCredit(row: Deposit, invoice: DepositFacts['invoice']): DepositDecision {
  if (invoice === null) return { kind: 'act', act: 'ask' }
  if (invoice.status === 'unknown' || invoice.status === 'refused') return wait(soon)
  const payment = invoice.status === 'done' ? confirmedPayment(row, invoice.value) : null
  const isSame = payment?.units === row.paidAmount && payment?.id === row.outsideFact
  const owner = ownerOfReference(row.reference)
  if (!isSame || (owner !== null && owner !== row.userId)) return move('quarantined', notConfirmed)
  if (owner === null && !row.isAgreed) return move('quarantined', ownerUnproven)
  return { kind: 'act', act: 'credit' }
}

/** The payment that the gateway confirms for a deposit; null if it confirms none. */
function confirmedPayment(
  { reference }: Deposit,
  { state, paymentId, paidAmount, currency, ...invoice }: Invoice,
): { readonly id: string; readonly units: number } | null {
  if (invoice.reference !== reference || currency !== 'IDR' || state !== 'paid') return null
  if (paymentId === null || paidAmount === null || paidAmount <= 0) return null
  return { id: paymentId, units: unitsOf(paidAmount) }
}

function decideCredited(row: Deposit, { reversal }: DepositFacts): DepositDecision {
  if (row.decision !== 'reverse') return wait(null)
  if (reversal === null) return { kind: 'act', act: 'reverse' }
  switch (reversal.status) {
    case 'done':
      return move('reversed', null)
    case 'refused':
      // The rail may owe that much again later.
      return wait(refusedBackoff, 'reversal_refused')
    case 'unclear':
      return wait(refusedBackoff, unclearAlarm)
    case 'later':
      return wait(engineBackoff)
  }
}

/** Two operators may have a paid deposit credited: exactly what the gateway confirms then. */
function decideQuarantined(row: Deposit, facts: DepositFacts): DepositDecision {
  const { invoice } = facts
  if (row.suspenseUnits !== null) return decideSuspended(row, facts)
  if (row.decision !== 'credit') return decideUndecided(row, facts)
  if (invoice === null) return { kind: 'act', act: 'ask' }
  if (invoice.status !== 'done') return wait(soon, row.cause)
  // The decision cannot be carried out, so the operators decide again.
  const isConfirmed = confirmedPayment(row, invoice.value) !== null
  if (!isConfirmed || row.isOwnerGone) return move('quarantined', notConfirmed)
  return move('paid', 'confirmed', paymentOf(invoice.value))
}

/**
 * The credit is booked. Two operators may grant the suspended units to the owner; it is never credited again.
 */
function decideSuspended(row: Deposit, { grant }: DepositFacts): DepositDecision {
  if (row.decision !== 'credit' || row.isOwnerGone) return wait(null, inSuspenseCause)
  if (grant === null) return { kind: 'act', act: 'grant' }
  switch (grant.status) {
    case 'done':
      return move('credited', null)
    case 'refused':
      // The liability limit does not allow it yet. Operators decide again, and the next attempt has its own
      // id.
      return move('quarantined', 'not_booked', { refused_credits: row.refusedCredits + 1 })
    case 'unclear':
      return wait(refusedBackoff, unclearAlarm)
    case 'later':
      return wait(engineBackoff)
  }
}

/** A payment during the operators' decision is another finding: they see it, and two must approve. */
function decideUndecided(row: Deposit, { invoice }: DepositFacts): DepositDecision {
  if (row.paidAmount !== null || row.cause === factReused) return wait(null, row.cause)
  if (invoice === null) return { kind: 'act', act: 'ask' }
  if (invoice.status === 'unknown') return wait(soon, row.cause)
  const payment = invoice.status === 'done' ? paymentOf(invoice.value) : {}
  const isPaid = 'paid_amount' in payment
  return isPaid ? move('quarantined', row.cause, payment) : wait(null, row.cause)
}

function invoiceColumns({ invoiceId, checkoutUrl, expiresAtMs }: Invoice): ColumnValues {
  return {
    invoice_id: invoiceId,
    checkout_url: checkoutUrl,
    expires_at: new Date(expiresAtMs),
  }
}

/** The columns of the payment that the gateway confirms, which is credited once (INV-12). */
function paymentOf(invoice: Invoice): ColumnValues {
  const { state, paymentId, paidAmount, paidAtMs } = invoice
  if (state !== 'paid' || paymentId === null || paidAmount === null || paidAmount <= 0) return {}
  return {
    outside_fact: paymentId,
    paid_amount: unitsOf(paidAmount),
    paid_at: paidAtMs === null ? null : new Date(paidAtMs),
    method: invoice.channel ?? invoice.method,
  }
}

/** How long until the gateway is polled again, because callbacks may be lost (FLT-34). */
function backoffOf(row: Deposit, nowMs: number) {
  if (row.state === 'created') return soon
  if (row.state === 'expired') return nowMs - row.createdMs > lateMs ? null : expiredBackoff
  const { expiresAtMs } = row
  if (expiresAtMs === null) return pendingBackoff
  const untilMs = expiresAtMs + overdueMs
  // Polled in time near the end, and more and more often after it.
  if (untilMs <= nowMs) return soon
  return untilMs - nowMs < pendingBackoff.longestMs ? { untilMs } : pendingBackoff
}

function move(to: DepositState, cause: string | null, changes: ColumnValues = {}): DepositDecision {
  return { kind: 'move', to, cause, changes }
}

function wait(
  delay: Extract<DepositDecision, { kind: 'wait' }>['delay'],
  alarm: string | null = null,
): DepositDecision {
  return { kind: 'wait', delay: delay, alarm }
}
