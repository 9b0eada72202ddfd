/**
 * Bitcoin transactions: every input is native segwit with our key; one output pays the destination, one
 * returns change to the house. The transaction is built here from the approved fields; nothing built
 * elsewhere is signed.
 */
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import type { Approval } from '../approval.ts'
import { hotWallet, houseBranch, type KeyTree } from '../keys/tree.ts'
import type { Plan } from '../plan.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type BitcoinSpend, toOutpoint } from '../request.ts'
import { type BitcoinNetwork, bitcoinNetworks } from './bitcoin-networks.ts'

/** Nodes do not relay smaller outputs; the limit of native segwit is the lowest of all. */
export const dustSatoshi = 294n
const supplySatoshi = 21_000_000n * 100_000_000n
/** Not subject to a lock time, and replaceable by one with a higher fee (BIP125). */
const replaceable = 0xffff_fffd

/** Checks a transaction against its approval: it must pay exactly that. */
export function planBitcoin(
  approval: Approval,
  spend: BitcoinSpend,
  { tree, network }: { readonly tree: KeyTree; readonly network: BitcoinNetwork },
): Plan | Refusal {
  const script = toScript(approval.destination, network)
  if (script === null) return refuse('address.invalid')
  const stranger = checkDestination(approval, spend, tree)
  if (stranger !== null) return stranger
  const { inputs, change } = spend
  if (change !== null && change.key.branch !== houseBranch) return refuse('address.not_own')
  const outputs = [approval.amount, ...(change === null ? [] : [change.amount])]
  if (outputs.some((amount) => amount < dustSatoshi)) return refuse('amount.invalid')
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
  const paidIn = sumOf(inputs.map(({ amount }) => amount))
  const fee = paidIn - sumOf(outputs)
  if (fee <= 0n || paidIn > supplySatoshi) return refuse('amount.invalid')
  if (fee > approval.feeMax) return refuse('fee.above_approved')
  const outpoints = inputs.map((input) => ({ outpoint: toOutpoint(input), amount: input.amount }))
  const tied = inputs.map(({ amount, key }, at) => [
    outpoints[at]?.outpoint,
    String(amount),
    key.branch,
    key.index,
  ])
  const back = change === null ? null : [change.key.index, String(change.amount)]
  return {
    // The order of outputs does not matter.
    binding: JSON.stringify(tied.map((one) => JSON.stringify(one)).toSorted()),
    spend: JSON.stringify([tied, back]),
    outpoints,
    nonce: null,
    fee,
    price: fee,
    finish: () => signBitcoin({ approval, spend, script, tree, network }),
  }
}

/** Checks its destination: a house address for some kinds, a third party for payouts. */
function checkDestination(approval: Approval, spend: BitcoinSpend, tree: KeyTree): Refusal | null {
  const { kind, destination } = approval
  if (kind === 'sweep') {
    const { own } = spend
    const isOurs = own?.branch === houseBranch && tree.address('bitcoin', own) === destination
    return isOurs ? null : refuse('address.not_own')
  }
  if (kind !== 'payout') return refuse('approval.wrong_kind')
  const keys = [hotWallet, ...spend.inputs.map(({ key }) => key)]
  if (spend.change !== null) keys.push(spend.change.key)
  const isOwn =
    spend.own !== null || keys.some((key) => tree.address('bitcoin', key) === destination)
  return isOwn ? refuse('address.own') : null
}

/** The output script of an address of this network; null for any other text. */
function toScript(address: string, network: BitcoinNetwork): Uint8Array | null {
  try {
    const decoded = Address(bitcoinNetworks[network]).decode(address)
    return OutScript.encode(decoded)
  } catch {
    return null
  }
}

function signBitcoin(parts: {
  readonly approval: Approval
  readonly spend: BitcoinSpend
  readonly script: Uint8Array
  readonly tree: KeyTree
  readonly network: BitcoinNetwork
}): { readonly txid: string; readonly raw: string } {
  const { approval, spend, script, tree, network } = parts
  const scriptOfKey = (at: BitcoinSpend['inputs'][number]['key']) =>
    p2wpkh(tree.publicKey('bitcoin', at), bitcoinNetworks[network]).script
  const transaction = new Transaction({ version: 2, lockTime: 0 })
  for (const { txid, vout, amount, key } of spend.inputs) {
    const witnessUtxo = { script: scriptOfKey(key), amount }
    transaction.addInput({ txid, index: vout, witnessUtxo, sequence: replaceable })
  }
  transaction.addOutput({ script, amount: approval.amount })
  const { change } = spend
  if (change !== null) {
    transaction.addOutput({ script: scriptOfKey(change.key), amount: change.amount })
  }
  spend.inputs.forEach(({ key }, at) => transaction.signIdx(tree.secret('bitcoin', key), at))
  transaction.finalize()
  return { txid: transaction.id, raw: transaction.hex }
}
