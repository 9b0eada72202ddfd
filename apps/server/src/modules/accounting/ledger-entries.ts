/** The effect of a transfer or a trade on each account: ledger entries, as pure functions of the row. */
import { chargeKinds } from '@tukar/core'

/** The position of a row in the ledger: command, number within the command, and time. */
export type LedgerPosition = { readonly seq: number; readonly no: number; readonly timeMs: number }

export type TransferRow = LedgerPosition & {
  readonly currencyId: number
  readonly amount: number
  readonly fromAccountId: number
  readonly toAccountId: number
  readonly reason: string
  readonly source: string
}

export type TradeRow = LedgerPosition & {
  readonly symbol: string
  readonly baseId: number
  readonly quoteId: number
  readonly quantity: number
  readonly quote: number
  readonly takerSide: string
  readonly makerOrderId: number
  readonly takerOrderId: number
  readonly makerAccountId: number
  readonly takerAccountId: number
  /** Five numbers per charge: side, kind, amount, rate, schedule. */
  readonly charges: readonly number[]
}

/** The gain or (below zero) loss of one account, in units. */
export type Entry = LedgerPosition & {
  readonly accountId: number
  readonly currencyId: number
  readonly amount: number
  readonly kind: string
  readonly source: string
  readonly orderId: number | null
}

const numbersPerCharge = 5

/** The two entries of a transfer. */
export function entriesOfTransfer(row: TransferRow): readonly Entry[] {
  const { seq, no, timeMs, currencyId, amount, fromAccountId, toAccountId, reason, source } = row
  const common = { seq, no, timeMs, currencyId, kind: reason, source, orderId: null }
  return [
    { ...common, accountId: fromAccountId, amount: -amount },
    { ...common, accountId: toAccountId, amount },
  ]
}

/** The four entries of a trade, and two of each of its charges. */
export function entriesOfTrade(row: TradeRow): readonly Entry[] {
  const { seq, no, timeMs, symbol, baseId, quoteId, quantity, quote, charges } = row
  const isTakerBuying = row.takerSide === 'buy'
  const taker = { accountId: row.takerAccountId, orderId: row.takerOrderId }
  const maker = { accountId: row.makerAccountId, orderId: row.makerOrderId }
  const [buyer, seller] = isTakerBuying ? [taker, maker] : [maker, taker]
  const common = { seq, no, timeMs, source: `trade:${symbol}:${no}` }
  const traded = { ...common, kind: 'trade' }
  const entries: Entry[] = [
    { ...traded, ...buyer, currencyId: baseId, amount: quantity },
    { ...traded, ...seller, currencyId: baseId, amount: -quantity },
    { ...traded, ...seller, currencyId: quoteId, amount: quote },
    { ...traded, ...buyer, currencyId: quoteId, amount: -quote },
  ]
  for (let at = 0; at < charges.length; at += numbersPerCharge) {
    const [side, kindNo = 0, amount = 0] = charges.slice(at)
    const charged = {
      ...common,
      kind: chargeKinds[kindNo] ?? '',
      // A side is charged in the currency that it receives; charges are credited to the first house accounts,
      // in the order of the kinds.
      currencyId: side === 0 ? baseId : quoteId,
    }
    const payer = side === 0 ? buyer : seller
    entries.push(
      { ...charged, ...payer, amount: -amount },
      { ...charged, accountId: kindNo + 1, orderId: payer.orderId, amount },
    )
  }
  return entries
}

/** A filter of entries; a missing field does not filter. */
export type EntryFilter = {
  readonly accountId?: number
  readonly currencyId?: number
  readonly kind?: string
  /** Units, without a sign. */
  readonly amount?: number
}

/** Whether an entry matches the filter. */
export function matchesFilter(
  entry: Entry,
  { accountId, currencyId, kind, amount }: EntryFilter,
): boolean {
  return (
    (accountId === undefined || entry.accountId === accountId) &&
    (currencyId === undefined || entry.currencyId === currencyId) &&
    (kind === undefined || entry.kind === kind) &&
    (amount === undefined || Math.abs(entry.amount) === amount)
  )
}

/** Newest first. */
export function compareRows(one: LedgerPosition, other: LedgerPosition): number {
  return other.seq - one.seq || other.no - one.no
}
