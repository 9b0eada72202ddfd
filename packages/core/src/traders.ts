/**
 * An account in a market: its two balance rows, found once instead of with each fill, and its open
 * orders there, oldest first, for the cap and for cancel-all.
 */
import { KeyIndex } from './key-index.ts'
import * as layout from './layout.ts'
import type { Ledger } from './ledger.ts'
import type { Records } from './records.ts'

const {
  baseRowInt,
  idsPerAccount,
  intsPerTrader,
  noPlace,
  olderInt,
  oldestInt,
  openCountInt,
  orderTraderInt,
  quoteRowInt,
  traderKeyNumber,
  youngerInt,
  youngestInt,
} = layout

/** What of a market's rules a trader is made of. */
type TradedMarket = {
  readonly marketId: number
  readonly baseId: number
  readonly quoteId: number
}

export class Traders {
  private readonly records: Records
  private readonly index: KeyIndex
  private readonly ledger: Ledger

  constructor(records: Records, ledger: Ledger) {
    this.records = records
    this.index = new KeyIndex(records, traderKeyNumber)
    this.ledger = ledger
  }

  /** The trader of an account in a market, or −1. */
  find(accountId: number, marketId: number): number {
    return this.index.get(accountId * idsPerAccount + marketId)
  }

  /** The trader of an account in a market, made if it is new. */
  open(accountId: number, { marketId, baseId, quoteId }: TradedMarket): number {
    const found = this.find(accountId, marketId)
    if (found >= 0) return found
    const baseRow = this.ledger.open(accountId, baseId)
    const quoteRow = this.ledger.open(accountId, quoteId)
    const trader = this.records.make(intsPerTrader)
    const { numbers, ints } = this.records
    const key = accountId * idsPerAccount + marketId
    numbers[(trader >> 1) + traderKeyNumber] = key
    ints[trader + baseRowInt] = baseRow
    ints[trader + quoteRowInt] = quoteRow
    ints[trader + oldestInt] = noPlace
    ints[trader + youngestInt] = noPlace
    this.index.add(key, trader)
    return trader
  }

  /** The balance row from which the trader pays: base for a sell, quote for a buy. */
  payingRow(trader: number, isSell: boolean): number {
    return this.records.ints[trader + (isSell ? baseRowInt : quoteRowInt)]
  }

  /** How many orders a trader (−1: none) has open. */
  openCount(trader: number): number {
    return trader < 0 ? 0 : this.records.ints[trader + openCountInt]
  }

  /** Slots of a trader's (−1: none) open orders, oldest first; not to be changed meanwhile. */
  *openSlots(trader: number): Generator<number> {
    if (trader < 0) return
    const { ints } = this.records
    for (let slot = ints[trader + oldestInt]; slot !== noPlace; slot = ints[slot + youngerInt]) {
      yield slot
    }
  }

  /** Puts a new order at the end of its trader's list. */
  append(slot: number): void {
    const { ints } = this.records
    const trader = ints[slot + orderTraderInt] & ~1
    const youngest = ints[trader + youngestInt]
    ints[slot + olderInt] = youngest
    ints[slot + youngerInt] = noPlace
    if (youngest === noPlace) ints[trader + oldestInt] = slot
    else ints[youngest + youngerInt] = slot
    ints[trader + youngestInt] = slot
    ints[trader + openCountInt] += 1
  }

  /** Takes an order out of its trader's list. */
  remove(slot: number): void {
    const { ints } = this.records
    const trader = ints[slot + orderTraderInt] & ~1
    const older = ints[slot + olderInt]
    const younger = ints[slot + youngerInt]
    if (older === noPlace) ints[trader + oldestInt] = younger
    else ints[older + youngerInt] = younger
    if (younger === noPlace) ints[trader + youngestInt] = older
    else ints[younger + olderInt] = older
    ints[trader + openCountInt] -= 1
  }
}
