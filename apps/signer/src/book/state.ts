/** The signer's state: computed from its records, so it is the same after every start. */
import { type Asset, type Caps, parseCaps } from '../settings.ts'
import type { BookRecord, Charge, Listed, Signed, Tripped, Voided } from './records.ts'
import { createWindow, dayMs, hourMs, type Window } from './windows.ts'

/** All transactions signed under one id, the first attempt first. */
export type Attempts = readonly [Signed, ...Signed[]]

export type BookState = {
  /** The number of records, which is the number of the last one. */
  number: number
  /** Time of the last record: the signer's time never runs back. */
  atMs: number
  epoch: number
  trip: (Tripped & { readonly number: number }) | null
  readonly byId: Map<string, Attempts>
  readonly voided: Set<string>
  readonly voidedHolds: Set<string>
  readonly outpoints: Map<string, { readonly id: string; readonly amount: bigint }>
  readonly nonces: Map<string, string>
  readonly holds: Map<string, string>
  readonly left: Map<string, { readonly hour: Window; readonly day: Window }>
  /** Payments to each destination within a day, by `destinationKey`. */
  readonly destinations: Map<string, Window>
  /** Tokens that were added, by chain and contract. */
  readonly tokens: Map<string, Asset>
  /** The caps of their currencies. */
  readonly tokenCaps: Map<string, Caps>
}

/** The state before any record. */
export function emptyState(): BookState {
  return {
    number: 0,
    atMs: 0,
    epoch: 0,
    trip: null,
    byId: new Map(),
    voided: new Set(),
    voidedHolds: new Set(),
    outpoints: new Map(),
    nonces: new Map(),
    holds: new Map(),
    left: new Map(),
    destinations: new Map(),
    tokens: new Map(),
    tokenCaps: new Map(),
  }
}

/** Applies a written record to the state. */
export function applyRecord(state: BookState, record: BookRecord): void {
  state.number++
  state.atMs = Math.max(state.atMs, record.atMs)
  if (record.type === 'tripped') state.trip = { ...record, number: state.number }
  if (record.type === 'reset' && state.trip?.number === record.trip) state.trip = null
  if (record.type === 'voided') applyVoided(state, record)
  if (record.type === 'signed') applySigned(state, record)
  if (record.type === 'listed') applyListed(state, record)
}

function applyVoided(state: BookState, { id, hold }: Voided): void {
  state.voided.add(id)
  if (hold !== null) state.voidedHolds.add(hold)
}

function applyListed(state: BookState, record: Listed): void {
  const { chain, currency, contract, decimals, transaction, hour, day } = record
  state.tokens.set(`${chain} ${contract}`, { chain, currency, contract, decimals })
  if (state.tokenCaps.has(currency)) return
  state.tokenCaps.set(currency, parseCaps(currency, { transaction, hour, day, fee: '0' }))
}

function applySigned(state: BookState, record: Signed): void {
  const { id, nonce, hold, atMs } = record
  const before = state.byId.get(id)
  state.epoch = Math.max(state.epoch, record.epoch)
  state.byId.set(id, before === undefined ? [record] : [...before, record])
  for (const { outpoint, amount } of record.outpoints) state.outpoints.set(outpoint, { id, amount })
  if (nonce !== null) state.nonces.set(nonce, id)
  if (hold !== null) state.holds.set(hold, id)
  for (const { currency, units, destination } of record.charges) {
    if (destination !== null) applyDestination(state, { currency, units, destination, atMs })
    const windows = state.left.get(currency) ?? {
      hour: createWindow(hourMs),
      day: createWindow(dayMs),
    }
    state.left.set(currency, windows)
    windows.hour.add({ atMs, units })
    windows.day.add({ atMs, units })
  }
}

function applyDestination(
  { destinations }: BookState,
  entry: Charge & { readonly destination: string; readonly atMs: number },
): void {
  const key = destinationKey(entry.currency, entry.destination)
  const window = destinations.get(key) ?? createWindow(dayMs)
  destinations.set(key, window)
  window.add(entry)
}

/** One destination of a currency over all chains, regardless of upper and lower case. */
export function destinationKey(currency: string, destination: string): string {
  return `${currency} ${destination.toLowerCase()}`
}
