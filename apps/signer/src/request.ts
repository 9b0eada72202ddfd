/** A signing request: an approval, its proof, its hold, and the inputs of the transaction. */
import { type Approval, isMac, parseApproval } from './approval.ts'
import { type HoldStatement, parseStatement } from './hold.ts'
import { type KeyAt, parseKeyAt } from './keys/tree.ts'
import { hasOnly, isRecord, isWhole, parseUnits } from './shape.ts'
import { parseVotes, type Vote } from './votes/vote.ts'

export type BitcoinInput = {
  /** Id of the transaction in its usual notation, 64 hex digits. */
  readonly txid: string
  readonly vout: number
  /** The amount of the output, in satoshi. */
  readonly amount: bigint
  readonly key: KeyAt
}

export type BitcoinSpend = {
  readonly family: 'bitcoin'
  readonly inputs: readonly BitcoinInput[]
  /** The change, to a key of the house; null for none. */
  readonly change: { readonly key: KeyAt; readonly amount: bigint } | null
  /** The destination's key if it is one of ours. */
  readonly own: KeyAt | null
}

/** The maximum price of a unit of gas, in wei. */
export type GasPrice =
  | { readonly kind: 'dynamic'; readonly max: bigint; readonly priority: bigint }
  | { readonly kind: 'legacy'; readonly max: bigint }

export type EvmSpend = {
  readonly family: 'evm'
  readonly from: KeyAt
  readonly nonce: number
  readonly gasLimit: bigint
  readonly gasPrice: GasPrice
  /** The destination's key if it is one of ours. */
  readonly own: KeyAt | null
}

export type Spend = BitcoinSpend | EvmSpend

export type SignRequest = {
  readonly approval: Approval
  readonly mac: string
  /** The engine's statement about the approval's hold; null if it has none. */
  readonly statement: HoldStatement | null
  /** Votes of operators; empty for small payouts, and from older servers. */
  readonly votes: readonly Vote[]
  /** The epoch of the requesting writer; an older one is refused. */
  readonly epoch: number
  /** The last record of the book that the server saw: a shorter book was restored from a backup. */
  readonly bookAtLeast: number
  readonly spend: Spend
}

export const inputsMax = 200

/** Parses a request; null for anything else, including unknown fields. */
export function parseRequest(value: unknown): SignRequest | null {
  const names = ['approval', 'mac', 'statement', 'votes', 'epoch', 'bookAtLeast', 'spend']
  if (!isRecord(value) || !hasOnly({ votes: [], ...value }, names)) return null
  const { mac, epoch, bookAtLeast } = value
  const votes = parseVotes(value['votes'] ?? [])
  if (votes === null) return null
  const approval = parseApproval(value['approval'])
  const spend = readSpend(value['spend'])
  const stated = value['statement']
  const statement = stated === null ? null : parseStatement(stated)
  if (statement === null && stated !== null) return null
  if (approval === null || spend === null || !isMac(mac)) return null
  if (!isWhole(epoch) || !isWhole(bookAtLeast)) return null
  return { approval, mac, statement, votes, epoch, bookAtLeast, spend }
}

function readSpend(value: unknown): Spend | null {
  if (!isRecord(value)) return null
  if (value['family'] === 'bitcoin') return readBitcoin(value)
  return value['family'] === 'evm' ? readEvm(value) : null
}

function readBitcoin(value: Readonly<Record<string, unknown>>): BitcoinSpend | null {
  if (!hasOnly(value, ['family', 'inputs', 'change', 'own'])) return null
  const { inputs: sent } = value
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > inputsMax) return null
  const inputs = sent.map(readInput).filter((input) => input !== null)
  const own = parseOwn(value['own'])
  if (inputs.length < sent.length || own === undefined) return null
  if (new Set(inputs.map(toOutpoint)).size < inputs.length) return null
  if (value['change'] === null) return { family: 'bitcoin', inputs, change: null, own }
  const change = value['change']
  if (!isRecord(change) || !hasOnly(change, ['key', 'amount'])) return null
  const key = parseKeyAt(change['key'])
  const amount = parseUnits(change['amount'])
  if (key === null || amount === null) return null
  return { family: 'bitcoin', inputs, change: { key, amount }, own }
}

function readInput(value: unknown): BitcoinInput | null {
  if (!isRecord(value) || !hasOnly(value, ['txid', 'vout', 'amount', 'key'])) return null
  const { txid, vout } = value
  const amount = parseUnits(value['amount'])
  const key = parseKeyAt(value['key'])
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid)) return null
  if (!isWhole(vout, 2 ** 32 - 2) || amount === null || amount === 0n || key === null) return null
  return { txid, vout, amount, key }
}

function readEvm(value: Readonly<Record<string, unknown>>): EvmSpend | null {
  if (!hasOnly(value, ['family', 'from', 'nonce', 'gasLimit', 'gasPrice', 'own'])) return null
  const { nonce } = value
  const from = parseKeyAt(value['from'])
  const gasLimit = parseUnits(value['gasLimit'])
  const gasPrice = readGasPrice(value['gasPrice'])
  const own = parseOwn(value['own'])
  if (from === null || gasLimit === null || gasPrice === null || own === undefined) return null
  return isWhole(nonce) ? { family: 'evm', from, nonce, gasLimit, gasPrice, own } : null
}

function readGasPrice(value: unknown): GasPrice | null {
  if (!isRecord(value)) return null
  const max = parseUnits(value['max'])
  if (max === null || max === 0n) return null
  if (value['kind'] === 'legacy')
    return hasOnly(value, ['kind', 'max']) ? { kind: 'legacy', max } : null
  const priority = parseUnits(value['priority'])
  if (value['kind'] !== 'dynamic' || !hasOnly(value, ['kind', 'max', 'priority'])) return null
  return priority === null || priority > max ? null : { kind: 'dynamic', max, priority }
}

/** Null if no key of ours is named, undefined for an invalid one. */
function parseOwn(value: unknown): KeyAt | null | undefined {
  return value === null ? null : (parseKeyAt(value) ?? undefined)
}

/** The name of an output, by which it is spent. */
export function toOutpoint({ txid, vout }: Pick<BitcoinInput, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`
}
