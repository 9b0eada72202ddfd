/** What is asked to be signed: an approval, its proof, the hold behind it, and what the transaction is made of. */
import { type Approval, isMac, readApproval } from './approval.ts'
import { type HoldStatement, readStatement } from './hold.ts'
import { type KeyAt, readKeyAt } from './keys/tree.ts'
import { hasOnly, isRecord, isWhole, unitsOf } from './shape.ts'
import { readVotes, type Vote } from './votes/vote.ts'

export type BitcoinInput = {
  /** Id of the transaction as people write it, 64 digits of hex. */
  readonly txid: string
  readonly vout: number
  /** What the output holds, in satoshi. */
  readonly amount: bigint
  readonly key: KeyAt
}

export type BitcoinSpend = {
  readonly family: 'bitcoin'
  readonly inputs: readonly BitcoinInput[]
  /** What comes back, to a key of the house; null where nothing does. */
  readonly change: { readonly key: KeyAt; readonly amount: bigint } | null
  /** The destination's key, where it is ours. */
  readonly own: KeyAt | null
}

/** What a unit of gas may cost, in wei. */
export type GasPrice =
  | { readonly kind: 'dynamic'; readonly max: bigint; readonly priority: bigint }
  | { readonly kind: 'legacy'; readonly max: bigint }

export type EvmSpend = {
  readonly family: 'evm'
  readonly from: KeyAt
  readonly nonce: number
  readonly gasLimit: bigint
  readonly gasPrice: GasPrice
  /** The destination's key, where it is ours. */
  readonly own: KeyAt | null
}

export type Spend = BitcoinSpend | EvmSpend

export type SignRequest = {
  readonly approval: Approval
  readonly mac: string
  /** What the engine says of the approval's hold; null where it has none. */
  readonly statement: HoldStatement | null
  /** Of the operators who agreed to it; none where it is little, and of a server of before. */
  readonly votes: readonly Vote[]
  /** Of the writer that asks; an older one is refused. */
  readonly epoch: number
  /** The last number of the signer's book that the server saw: a book behind it was restored. */
  readonly bookAtLeast: number
  readonly spend: Spend
}

export const inputsMax = 200

/** A request as it is sent; null for anything else, names that are not known among it. */
export function readRequest(value: unknown): SignRequest | null {
  const names = ['approval', 'mac', 'statement', 'votes', 'epoch', 'bookAtLeast', 'spend']
  if (!isRecord(value) || !hasOnly({ votes: [], ...value }, names)) return null
  const { mac, epoch, bookAtLeast } = value
  const votes = readVotes(value['votes'] ?? [])
  if (votes === null) return null
  const approval = readApproval(value['approval'])
  const spend = readSpend(value['spend'])
  const stated = value['statement']
  const statement = stated === null ? null : readStatement(stated)
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
  const own = readOwn(value['own'])
  if (inputs.length < sent.length || own === undefined) return null
  if (new Set(inputs.map(outpointOf)).size < inputs.length) return null
  if (value['change'] === null) return { family: 'bitcoin', inputs, change: null, own }
  const change = value['change']
  if (!isRecord(change) || !hasOnly(change, ['key', 'amount'])) return null
  const key = readKeyAt(change['key'])
  const amount = unitsOf(change['amount'])
  if (key === null || amount === null) return null
  return { family: 'bitcoin', inputs, change: { key, amount }, own }
}

function readInput(value: unknown): BitcoinInput | null {
  if (!isRecord(value) || !hasOnly(value, ['txid', 'vout', 'amount', 'key'])) return null
  const { txid, vout } = value
  const amount = unitsOf(value['amount'])
  const key = readKeyAt(value['key'])
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid)) return null
  if (!isWhole(vout, 2 ** 32 - 2) || amount === null || amount === 0n || key === null) return null
  return { txid, vout, amount, key }
}

function readEvm(value: Readonly<Record<string, unknown>>): EvmSpend | null {
  if (!hasOnly(value, ['family', 'from', 'nonce', 'gasLimit', 'gasPrice', 'own'])) return null
  const { nonce } = value
  const from = readKeyAt(value['from'])
  const gasLimit = unitsOf(value['gasLimit'])
  const gasPrice = readGasPrice(value['gasPrice'])
  const own = readOwn(value['own'])
  if (from === null || gasLimit === null || gasPrice === null || own === undefined) return null
  return isWhole(nonce) ? { family: 'evm', from, nonce, gasLimit, gasPrice, own } : null
}

function readGasPrice(value: unknown): GasPrice | null {
  if (!isRecord(value)) return null
  const max = unitsOf(value['max'])
  if (max === null || max === 0n) return null
  if (value['kind'] === 'legacy')
    return hasOnly(value, ['kind', 'max']) ? { kind: 'legacy', max } : null
  const priority = unitsOf(value['priority'])
  if (value['kind'] !== 'dynamic' || !hasOnly(value, ['kind', 'max', 'priority'])) return null
  return priority === null || priority > max ? null : { kind: 'dynamic', max, priority }
}

/** Null where nothing is said to be ours, undefined for what is no key. */
function readOwn(value: unknown): KeyAt | null | undefined {
  return value === null ? null : (readKeyAt(value) ?? undefined)
}

/** How an output is named: what it is spent by. */
export function outpointOf({ txid, vout }: Pick<BitcoinInput, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`
}
