/**
 * Tokens that the exchange adds while the signer runs (ADR 0019). Each is a separate order with a proof of
 * the approval step, recorded in the book, and never changed. Orders can neither change assets of the
 * settings nor raise their caps.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Listed } from './book/records.ts'
import { isMac } from './approval.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { BookState } from './book/state.ts'
import {
  type Asset,
  type Caps,
  findCoin,
  parseAsset,
  parseCaps,
  type Settings,
} from './settings.ts'
import { hasOnly, isRecord, isToken, isWhole } from './shape.ts'

const version = 'tukar token 1'
const capNames = ['transaction', 'hour', 'day'] as const
const fields = ['chain', 'currency', 'contract', 'decimals', ...capNames] as const
const askedFields = [...fields, 'approvedBy', 'approvedAtMs', 'notAfterMs'] as const
const textLengthMax = 128
const clockSkewMs = 60_000
/** How long an order is valid at most. */
const lifeMsMax = 24 * 3_600_000

type SignerView = { readonly settings: Settings; readonly state: BookState }
/** The signer's view with the clock's time and the recorded time. */
type Known = SignerView & { readonly nowMs: number; readonly atMs: number }

export type TokenOrder = {
  /** `evm:` and the chain's id. */
  readonly chain: string
  readonly currency: string
  /** With its checksum. */
  readonly contract: string
  readonly decimals: number
  /** Caps as decimal texts in whole tokens; they apply if the settings have none. */
  readonly transaction: string
  readonly hour: string
  readonly day: string
  readonly approvedBy: string
  readonly approvedAtMs: number
  readonly notAfterMs: number
}

export type TokenRequest = {
  readonly order: TokenOrder
  readonly mac: string
  readonly epoch: number
  readonly bookAtLeast: number
}

/** The text that is proven: a list, which no approval shares. */
export function textOfToken(order: TokenOrder): string {
  return JSON.stringify([version, ...askedFields.map((field) => order[field])])
}

/** Whether the proof matches; compared in constant time. */
export function isProvenToken(key: Buffer, { order, mac }: TokenRequest): boolean {
  const given = Buffer.from(mac, 'hex')
  const right = createHmac('sha256', key).update(textOfToken(order)).digest()
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Parses a request; null for anything else. */
export function parseTokenRequest(value: unknown): TokenRequest | null {
  if (!isRecord(value) || !hasOnly(value, ['token', 'mac', 'epoch', 'bookAtLeast'])) return null
  const { token, mac, epoch, bookAtLeast } = value
  if (!isRecord(token) || !hasOnly(token, askedFields) || !isMac(mac)) return null
  if (!isWhole(epoch) || !isWhole(bookAtLeast)) return null
  const { approvedBy, approvedAtMs, notAfterMs } = token
  if (!isToken(approvedBy, textLengthMax) || !isWhole(approvedAtMs) || !isWhole(notAfterMs)) {
    return null
  }
  const named = parseNamed(token)
  if (named === null) return null
  const order = { ...named, approvedBy, approvedAtMs, notAfterMs }
  return { order, mac, epoch, bookAtLeast }
}

type Named = Pick<TokenOrder, (typeof fields)[number]>

/** Parses a token and its caps, of an order or of a record; null if invalid. */
export function parseNamed(value: Readonly<Record<string, unknown>>): Named | null {
  const { chain, currency, contract, decimals, transaction, hour, day } = value
  if (typeof transaction !== 'string' || typeof hour !== 'string' || typeof day !== 'string') {
    return null
  }
  try {
    const asset = parseAsset({ chain, currency, contract, decimals })
    if (asset.contract === null) return null
    parseCaps(asset.currency, { transaction, hour, day, fee: '0' })
    return { ...asset, contract: asset.contract, transaction, hour, day }
  } catch {
    return null
  }
}

/** All assets that may be signed for: those of the settings, then the added ones. */
export function listAssets({ settings, state }: SignerView): readonly Asset[] {
  return [...settings.assets, ...state.tokens.values()]
}

/** The caps of a currency: those of the settings, or of the order that added it. */
export function findCaps({ settings, state }: SignerView, currency: string): Caps | undefined {
  return settings.caps.get(currency) ?? state.tokenCaps.get(currency)
}

/** The name of a token in the book. */
export function tokenKey({ chain, contract }: Pick<Asset, 'chain' | 'contract'>): string {
  return `${chain} ${contract}`
}

/** The record that adds a token; null if it is already known, or the refusal. */
export function planToken(
  { order, epoch, bookAtLeast }: TokenRequest,
  known: Known,
): { readonly record: Listed | null } | Refusal {
  const { settings, state, nowMs, atMs } = known
  const same = listAssets(known).find((asset) => tokenKey(asset) === tokenKey(order))
  if (same !== undefined)
    return isSame(order, same, known) ? { record: null } : refuse('token.changed')
  if (state.number < bookAtLeast) return refuse('book.behind')
  if (epoch < state.epoch) return refuse('writer.stale')
  if (state.trip !== null) return refuse('tripped')
  if (settings.tokensMax === 0) return refuse('token.closed')
  if (state.tokens.size >= settings.tokensMax) return refuse('token.too_many')
  if (order.approvedAtMs > nowMs + clockSkewMs) return refuse('approval.early')
  const endMs = Math.min(order.notAfterMs, order.approvedAtMs + lifeMsMax)
  if (endMs <= nowMs) return refuse('approval.expired')
  if (findCoin(settings, order.chain) === undefined) return refuse('asset.unknown')
  const isTwice = listAssets(known).some(
    ({ chain, currency }) => chain === order.chain && currency === order.currency,
  )
  if (isTwice || !areCapsUnchanged(order, known)) return refuse('token.changed')
  const { approvedAtMs: _, notAfterMs: __, ...named } = order
  return { record: { type: 'listed', atMs, ...named } }
}

function isSame(order: TokenOrder, asset: Asset, known: SignerView): boolean {
  const isNamed = asset.currency === order.currency && asset.decimals === order.decimals
  return isNamed && areCapsUnchanged(order, known)
}

/** The first caps of a currency are final; those of the settings need no order. */
function areCapsUnchanged(order: TokenOrder, { settings, state }: SignerView): boolean {
  const kept = state.tokenCaps.get(order.currency)
  if (settings.caps.has(order.currency) || kept === undefined) return true
  const ordered = capsOfNamed(order)
  return capNames.every((name) => ordered[name] === kept[name])
}

/** The caps of an order or a record, in 10^-18. */
export function capsOfNamed({ currency, transaction, hour, day }: Named): Caps {
  return parseCaps(currency, { transaction, hour, day, fee: '0' })
}
