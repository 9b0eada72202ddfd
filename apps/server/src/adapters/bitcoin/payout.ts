/**
 * Unsigned payouts: the outputs to spend, the change, and the fee. The library selects the outputs; this
 * module calculates fee and change to the satoshi. The txid is known before signing, because signatures are
 * not part of it.
 */
import { selectUTXO, Transaction } from '@scure/btc-signer'
import type { BitcoinAccount, CheckedAddress, KeyAt } from './addresses.ts'
import { decodeTransaction, type Outpoint, UndecodableError } from './decode.ts'
import { type FeeRate, feeOf, spendBytes, virtualBytesOf, weightOf } from './fees.ts'
import { type BitcoinNetwork, bitcoinNetworks } from './networks.ts'
import { dustLimitOf } from './scripts.ts'

/** An unspent output of ours. */
export type Coin = Outpoint & { readonly amount: bigint; readonly key: KeyAt }

export type PayoutOutput = {
  readonly address: string
  readonly amount: bigint
  /** Our key where the output is change; null for the payee. */
  readonly change: KeyAt | null
}

export type UnsignedPayout = {
  readonly network: BitcoinNetwork
  readonly inputs: readonly Coin[]
  readonly outputs: readonly PayoutOutput[]
  /**
   * Sequence of all inputs. It signals that a transaction with a higher fee may replace this one (BIP 125).
   */
  readonly sequence: number
  /** Satoshi: the sum of inputs less the sum of outputs. */
  readonly fee: bigint
  /** Maximum weight after signing. */
  readonly weight: number
  readonly unsignedHex: string
  /** Txid of the signed transaction. */
  readonly txid: string
}

export type Destination = Extract<CheckedAddress, { readonly status: 'valid' }>

export type PayoutOrder = {
  readonly account: BitcoinAccount
  /** Outputs that may be spent: each listed once, and not used by another payout. */
  readonly coins: readonly Coin[]
  readonly to: Destination
  /** Satoshi that the payee receives. */
  readonly amount: bigint
  /** The operator's key that receives the change. */
  readonly changeKey: KeyAt
  readonly rate: FeeRate
  /** Maximum fee in satoshi. */
  readonly feeMax: bigint
}

/**
 * - `dust`: less than the network relays to this destination
 * - `insufficient`: the outputs do not cover amount and fee (FLT-32)
 * - `overFeeMax`: the fee would be above `feeMax`
 */
export type PayoutPlan =
  | { readonly status: 'planned'; readonly payout: UnsignedPayout }
  | { readonly status: 'dust'; readonly least: bigint }
  | { readonly status: 'insufficient' }
  | { readonly status: 'overFeeMax'; readonly fee: bigint }

/** With more inputs nodes would not relay the transaction, or it would cost too much. */
export const payoutInputsMax = 200
const replaceableSequence = 0xffff_fffd
const version = 2
/** Rate that a replacement must pay on top of the replaced fee, for its own size (BIP 125, rule 4). */
const replacementRate: FeeRate = 1_000n
const satoshiPerByteUnit = 1_000n

/** Selects outputs and builds the payout. The same order gives the same payout. */
export function planPayout(order: PayoutOrder): PayoutPlan {
  const { coins, to, amount, rate } = order
  if (amount < to.dustLimit) return { status: 'dust', least: to.dustLimit }
  const spendFee = feeOf(spendBytes, rate)
  const useful = coins
    .filter((coin) => coin.amount > spendFee)
    .toSorted((a, b) => bySize(b.amount, a.amount) || byOutpoint(a, b))
    .slice(0, payoutInputsMax)
  // The library calculates with whole satoshi per byte. Where its selection is too expensive, all outputs are
  // tried.
  const chosen = choose(order, useful)
  const plan = chosen === null ? null : finish(order, chosen)
  return plan ?? finish(order, useful) ?? { status: 'insufficient' }
}

function choose(order: PayoutOrder, useful: readonly Coin[]): readonly Coin[] | null {
  const { account, to, amount, changeKey, rate } = order
  const inputs = useful.map((coin) => ({
    txid: coin.txid,
    index: coin.index,
    sequence: replaceableSequence,
    witnessUtxo: { amount: coin.amount, script: account.at(coin.key).script },
  }))
  const selected = selectUTXO(inputs, [{ address: to.address, amount }], 'default', {
    changeAddress: account.at(changeKey).address,
    feePerByte: (rate + satoshiPerByteUnit - 1n) / satoshiPerByteUnit,
    network: bitcoinNetworks[account.network],
    createTx: false,
  })
  if (selected === undefined) return null
  const places = new Set(
    selected.inputs.map(({ txid, index }) => `${Buffer.from(txid ?? []).toString('hex')}:${index}`),
  )
  return useful.filter(({ txid, index }) => places.has(`${txid}:${index}`))
}

/** Builds the payout from these inputs; null where they do not cover amount and fee. */
function finish(order: PayoutOrder, inputs: readonly Coin[]): PayoutPlan | null {
  const { account, to, amount, changeKey, rate, feeMax } = order
  const own = account.at(changeKey)
  const rest = sumOf(inputs) - amount
  const paid: PayoutOutput = { address: to.address, amount, change: null }
  const feeWithChange = feeFor(inputs.length, [to.script, own.script], rate)
  const change = rest - feeWithChange
  const hasChange = change >= changeMin(own.script, rate)
  const fee = hasChange ? feeWithChange : rest
  if (!hasChange && rest < feeFor(inputs.length, [to.script], rate)) return null
  if (fee > feeMax) return { status: 'overFeeMax', fee }
  const outputs = hasChange
    ? [paid, { address: own.address, amount: change, change: changeKey }]
    : [paid]
  const scripts = hasChange ? [to.script, own.script] : [to.script]
  return { status: 'planned', payout: build(account.network, inputs, outputs, scripts) }
}

/**
 * Consolidates many outputs into one of the operator's own: their sum, less the fee. Outputs that cost more
 * than they are worth are left out. Returns null where nothing is gained, or the fee would be above the
 * maximum.
 */
export function planConsolidation({
  account,
  coins,
  to,
  rate,
  feeMax,
}: {
  readonly account: BitcoinAccount
  readonly coins: readonly Coin[]
  readonly to: KeyAt
  readonly rate: FeeRate
  readonly feeMax: bigint
}): UnsignedPayout | null {
  const spendFee = feeOf(spendBytes, rate)
  const useful = coins.filter(({ amount }) => amount > spendFee).slice(0, payoutInputsMax)
  const { address, script } = account.at(to)
  const fee = feeFor(useful.length, [script], rate)
  const amount = sumOf(useful) - fee
  if (useful.length < 2 || fee > feeMax || amount < changeMin(script, rate)) return null
  return build(account.network, useful, [{ address, amount, change: null }], [script])
}

/** Change below the dust limit, or below the cost of spending it, is left to the fee. */
function changeMin(script: Uint8Array, rate: FeeRate): bigint {
  const spendFee = feeOf(spendBytes, rate)
  const dust = dustLimitOf(script)
  return spendFee > dust ? spendFee : dust
}

/**
 * - `notHigher`: the payout already pays this rate
 * - `noRoom`: no change is left to pay the higher fee
 * - `overFeeMax`: the fee would be above `feeMax`
 */
export type Bump =
  | { readonly status: 'planned'; readonly payout: UnsignedPayout }
  | { readonly status: 'notHigher' }
  | { readonly status: 'noRoom' }
  | { readonly status: 'overFeeMax'; readonly fee: bigint }

/**
 * The same payout at a higher fee (ATT-95): the same inputs, the same amount and address. The change pays the
 * difference, and is dropped where too little of it is left.
 */
export function bumpPayout(order: {
  readonly account: BitcoinAccount
  readonly payout: UnsignedPayout
  readonly to: Destination
  readonly rate: FeeRate
  readonly feeMax: bigint
}): Bump {
  const { account, payout, to, rate, feeMax } = order
  const { inputs, network } = payout
  const paid = payout.outputs.filter(({ change }) => change === null)
  const [old] = payout.outputs.filter(({ change }) => change !== null)
  if (feeOf(virtualBytesOf(payout.weight), rate) <= payout.fee) return { status: 'notHigher' }
  if (old === undefined || old.change === null) return { status: 'noRoom' }
  const own = account.at(old.change)
  const least = (scripts: readonly Uint8Array[]): bigint => {
    const replacing = payout.fee + feeFor(inputs.length, scripts, replacementRate)
    const wanted = feeFor(inputs.length, scripts, rate)
    return wanted > replacing ? wanted : replacing
  }
  const room = payout.fee + old.amount
  const both = [to.script, own.script]
  const change = room - least(both)
  const hasChange = change >= changeMin(own.script, rate)
  if (!hasChange && room < least([to.script])) return { status: 'noRoom' }
  const fee = hasChange ? least(both) : room
  if (fee > feeMax) return { status: 'overFeeMax', fee }
  const outputs = hasChange ? [...paid, { ...old, amount: change }] : paid
  const scripts = hasChange ? both : [to.script]
  return { status: 'planned', payout: build(network, inputs, outputs, scripts) }
}

/**
 * Whether signed bytes are exactly this payout. The txid covers inputs, outputs, sequence and lock time.
 * Witnesses may not be heavier than calculated. The node verifies the signatures.
 */
export function isSignedPayout(payout: UnsignedPayout, signedHex: string): boolean {
  try {
    const { txid, weight } = decodeTransaction(signedHex, payout.network)
    const unsignedWeight = 4 * (payout.unsignedHex.length / 2)
    return txid === payout.txid && weight > unsignedWeight && weight <= payout.weight
  } catch (error) {
    if (error instanceof UndecodableError) return false
    throw error
  }
}

/**
 * The payment is the first output, the change the second. The signer builds the same transaction from the
 * same data.
 */
function build(
  network: BitcoinNetwork,
  coins: readonly Coin[],
  outputs: readonly PayoutOutput[],
  scripts: readonly Uint8Array[],
): UnsignedPayout {
  const inputs = coins.toSorted(byOutpoint)
  const transaction = new Transaction({ version })
  for (const { txid, index } of inputs) {
    transaction.addInput({ txid, index, sequence: replaceableSequence })
  }
  for (const [at, { amount }] of outputs.entries()) {
    transaction.addOutput({ script: scripts[at] ?? new Uint8Array(), amount })
  }
  const unsignedHex = Buffer.from(transaction.unsignedTx).toString('hex')
  return {
    network,
    inputs,
    outputs,
    sequence: replaceableSequence,
    fee: sumOf(inputs) - sumOf(outputs),
    weight: weightOf(inputs.length, scripts),
    unsignedHex,
    txid: decodeTransaction(unsignedHex, network).txid,
  }
}

function feeFor(inputs: number, scripts: readonly Uint8Array[], rate: FeeRate): bigint {
  return feeOf(virtualBytesOf(weightOf(inputs, scripts)), rate)
}

function sumOf(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n)
}

function bySize(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}

function byOutpoint(a: Outpoint, b: Outpoint): number {
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1
  return a.index - b.index
}
