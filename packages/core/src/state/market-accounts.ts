/**
 * An account in a market. It caches its two balance rows, so that fills need not look them up, and lists its
 * open orders, oldest first, for the order limit and for `cancel_all`.
 */
import { KeyIndex } from './key-index.ts'
import * as layout from './layout.ts'
import type { Ledger } from './ledger.ts'
import type { Records } from './records.ts'

const {
  baseRowInt,
  idsPerAccount,
  intsPerMarketAccount,
  noRecord,
  olderInt,
  oldestInt,
  openCountInt,
  orderMarketAccountInt,
  quoteRowInt,
  marketAccountKeyNumber,
  youngerInt,
  youngestInt,
} = layout

/** The market rules that a market account needs. */
type TradedMarket = {
  readonly marketId: number
  readonly baseId: number
  readonly quoteId: number
}

export class MarketAccounts {
  private readonly records: Records
  private readonly index: KeyIndex
  private readonly ledger: Ledger

  constructor(records: Records, ledger: Ledger) {
    this.records = records
    this.index = new KeyIndex(records, marketAccountKeyNumber)
    this.ledger = ledger
  }

  /** The market account of an account in a market, or −1. */
  find(accountId: number, marketId: number): number {
    return this.index.get(accountId * idsPerAccount + marketId)
  }

  /** The market account of an account in a market; created if it does not exist. */
  open(accountId: number, { marketId, baseId, quoteId }: TradedMarket): number {
    const found = this.find(accountId, marketId)
    if (found >= 0) return found
    const baseRow = this.ledger.open(accountId, baseId)
    const quoteRow = this.ledger.open(accountId, quoteId)
    const marketAccount = this.records.make(intsPerMarketAccount)
    const { numbers, ints } = this.records
    const key = accountId * idsPerAccount + marketId
    numbers[(marketAccount >> 1) + marketAccountKeyNumber] = key
    ints[marketAccount + baseRowInt] = baseRow
    ints[marketAccount + quoteRowInt] = quoteRow
    ints[marketAccount + oldestInt] = noRecord
    ints[marketAccount + youngestInt] = noRecord
    this.index.add(key, marketAccount)
    return marketAccount
  }

  /** The balance row that pays for an order: base for a sell, quote for a buy. */
  payingRow(marketAccount: number, isSell: boolean): number {
    return this.records.ints[marketAccount + (isSell ? baseRowInt : quoteRowInt)]
  }

  /** The number of open orders of a market account (−1: none). */
  openCount(marketAccount: number): number {
    return marketAccount < 0 ? 0 : this.records.ints[marketAccount + openCountInt]
  }

  /**
   * The slots of a market account's (−1: none) open orders, oldest first. Do not change the list during the
   * iteration.
   */
  *openSlots(marketAccount: number): Generator<number> {
    if (marketAccount < 0) return
    const { ints } = this.records
    for (
      let slot = ints[marketAccount + oldestInt];
      slot !== noRecord;
      slot = ints[slot + youngerInt]
    ) {
      yield slot
    }
  }

  /** Appends a new order to the list of its market account. */
  append(slot: number): void {
    const { ints } = this.records
    const marketAccount = ints[slot + orderMarketAccountInt] & ~1
    const youngest = ints[marketAccount + youngestInt]
    ints[slot + olderInt] = youngest
    ints[slot + youngerInt] = noRecord
    if (youngest === noRecord) ints[marketAccount + oldestInt] = slot
    else ints[youngest + youngerInt] = slot
    ints[marketAccount + youngestInt] = slot
    ints[marketAccount + openCountInt] += 1
  }

  /** Removes an order from the list of its market account. */
  remove(slot: number): void {
    const { ints } = this.records
    const marketAccount = ints[slot + orderMarketAccountInt] & ~1
    const older = ints[slot + olderInt]
    const younger = ints[slot + youngerInt]
    if (older === noRecord) ints[marketAccount + oldestInt] = younger
    else ints[older + youngerInt] = younger
    if (younger === noRecord) ints[marketAccount + youngestInt] = older
    else ints[younger + olderInt] = older
    ints[marketAccount + openCountInt] -= 1
  }
}
