/** The records of the signer's book, and how they are parsed. */
import { isRecord, isToken, isWhole, parseUnits } from '../shape.ts'

/** Refusals that stop the signer until a person resets it. */
export const tripCodes = [
  'cap.transaction',
  'cap.fee',
  'cap.hour',
  'cap.day',
  'cap.destination',
] as const
export type TripCode = (typeof tripCodes)[number]

/** An amount that counts against the caps of its currency, in 10^-18. */
export type Charge = {
  readonly currency: string
  readonly units: bigint
  /** The recipient; null for a fee, and in old records. */
  readonly destination: string | null
}

export type Signed = {
  readonly type: 'signed'
  readonly atMs: number
  readonly id: string
  readonly epoch: number
  /** Identifies the payment: equal for all attempts under one id. */
  readonly payment: string
  /** Identifies its inputs, or sender and nonce: equal for all attempts too. */
  readonly binding: string
  /** The outputs that it spends, with their amounts; empty on EVM chains. */
  readonly outpoints: readonly { readonly outpoint: string; readonly amount: bigint }[]
  /** Chain, sender and number; null for bitcoin. */
  readonly nonce: string | null
  readonly hold: string | null
  /** The account that owns the money according to the engine; null without a hold, and in old records. */
  readonly owner: number | null
  readonly approvedBy: string
  /** Identifies the whole transaction: the same request gets the same bytes. */
  readonly spend: string
  /** Its maximum fee, in the coin's smallest units. */
  readonly fee: bigint
  /** The value that must rise with each attempt: bitcoin's fee, or an EVM chain's gas price. */
  readonly price: bigint
  readonly charges: readonly Charge[]
  readonly txid: string
  /** The bytes to send, in hex. */
  readonly raw: string
}

export type Tripped = {
  readonly type: 'tripped'
  readonly atMs: number
  readonly id: string
  readonly cap: TripCode
  readonly currency: string
}

/** Nothing was signed under the id, and nothing ever will be: its money may be released. */
export type Voided = {
  readonly type: 'voided'
  readonly atMs: number
  readonly id: string
  /**
   * The hold that is released with it and for which nothing is signed any more; null for none, and in old
   * records.
   */
  readonly hold: string | null
}

export type Reset = {
  readonly type: 'reset'
  readonly atMs: number
  /** The number of the record of the stop that it ends. */
  readonly trip: number
  readonly by: string
  readonly why: string
}

/** A token added by the exchange, with the caps of its currency; it never changes. */
export type Listed = {
  readonly type: 'listed'
  readonly atMs: number
  readonly chain: string
  readonly currency: string
  readonly contract: string
  readonly decimals: number
  /** Caps as decimal texts. */
  readonly transaction: string
  readonly hour: string
  readonly day: string
  readonly approvedBy: string
}

export type BookRecord = Signed | Voided | Tripped | Reset | Listed

/** Encodes a record as one line of text. */
export function encodeRecord(record: BookRecord): string {
  return JSON.stringify(record, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** Parses an encoded record; null for anything else. */
export function parseRecord(value: unknown): BookRecord | null {
  if (!isRecord(value) || !isWhole(value['atMs'])) return null
  if (value['type'] === 'signed') return readSigned(value, value['atMs'])
  if (value['type'] === 'tripped') return readTripped(value, value['atMs'])
  if (value['type'] === 'voided') return readVoided(value, value['atMs'])
  if (value['type'] === 'listed') return readListed(value, value['atMs'])
  return value['type'] === 'reset' ? readReset(value, value['atMs']) : null
}

type Fields = Readonly<Record<string, unknown>>

const textMax = 1_000_000

function readSigned(value: Fields, atMs: number): Signed | null {
  const { id, epoch, payment, binding, nonce, hold, approvedBy, spend, txid, raw } = value
  const { owner = null } = value
  const fee = parseUnits(value['fee'])
  const price = parseUnits(value['price'])
  const outpoints = parseList(value['outpoints'], readOutpoint)
  const charges = parseList(value['charges'], readCharge)
  if (fee === null || price === null || outpoints === null || charges === null) return null
  if (!isWhole(epoch) || !isToken(id, textMax) || !isToken(approvedBy, textMax)) return null
  if (!isToken(payment, textMax) || !isToken(binding, textMax) || !isToken(spend, textMax))
    return null
  if (!isToken(txid, textMax) || !isToken(raw, textMax)) return null
  if (nonce !== null && !isToken(nonce, textMax)) return null
  if (hold !== null && !isToken(hold, textMax)) return null
  if (owner !== null && !isWhole(owner)) return null
  const names = { owner, id, epoch, payment, binding, nonce, hold, approvedBy, spend, txid, raw }
  return { type: 'signed', atMs, ...names, outpoints, fee, price, charges }
}

function readTripped(value: Fields, atMs: number): Tripped | null {
  const { id, currency } = value
  const cap = tripCodes.find((code) => code === value['cap'])
  if (cap === undefined || !isToken(id, textMax) || !isToken(currency, textMax)) return null
  return { type: 'tripped', atMs, id, cap, currency }
}

function readVoided({ id, hold = null }: Fields, atMs: number): Voided | null {
  if (!isToken(id, textMax) || (hold !== null && !isToken(hold, textMax))) return null
  return { type: 'voided', atMs, id, hold }
}

function readListed(value: Fields, atMs: number): Listed | null {
  const { chain, currency, contract, decimals, transaction, hour, day, approvedBy } = value
  if (!isToken(chain, textMax) || !isToken(currency, textMax) || !isToken(contract, textMax)) {
    return null
  }
  if (!isToken(transaction, textMax) || !isToken(hour, textMax) || !isToken(day, textMax)) {
    return null
  }
  if (!isWhole(decimals) || !isToken(approvedBy, textMax)) return null
  const caps = { transaction, hour, day }
  return { type: 'listed', atMs, chain, currency, contract, decimals, ...caps, approvedBy }
}

function readReset(value: Fields, atMs: number): Reset | null {
  const { trip, by, why } = value
  if (!isWhole(trip) || typeof by !== 'string' || typeof why !== 'string') return null
  return { type: 'reset', atMs, trip, by, why }
}

function readOutpoint(value: unknown): Signed['outpoints'][number] | null {
  if (!isRecord(value) || !isToken(value['outpoint'], textMax)) return null
  const amount = parseUnits(value['amount'])
  return amount === null ? null : { outpoint: value['outpoint'], amount }
}

function readCharge(value: unknown): Charge | null {
  if (!isRecord(value)) return null
  const { currency, destination = null } = value
  if (!isToken(currency, textMax)) return null
  const units = parseUnits(value['units'])
  if (units === null || (destination !== null && !isToken(destination, textMax))) return null
  return { currency, units, destination }
}

function parseList<T>(value: unknown, read: (item: unknown) => T | null): readonly T[] | null {
  if (!Array.isArray(value)) return null
  const items = value.map(read).filter((item) => item !== null)
  return items.length === value.length ? items : null
}
