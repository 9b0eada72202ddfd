/**
 * Transactions of EVM chains: the coin to an address, or one call `transfer(address,uint256)` of a
 * contract that the settings list. Nothing else can be signed, and each names its chain.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Approval } from '../approval.ts'
import { hotWallet, houseBranch, type KeyTree, peopleBranch } from '../keys/tree.ts'
import type { Plan } from '../plan.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { EvmSpend } from '../request.ts'
import type { Asset } from '../settings.ts'
import { bytesOfAddress, isAddress } from './evm-address.ts'
import { type Item, rlp } from './rlp.ts'

const gasLimitMin = 21_000n
/** A token transfer uses about 65,000; Arbitrum adds its share of Ethereum's fee in gas. */
const gasLimitMax = 5_000_000n
const amountMax = 2n ** 256n - 1n
const wordBytes = 32
/** transfer(address,uint256) */
const transferSelector = Buffer.from('a9059cbb', 'hex')
const dynamicType = 2

/** Checks a transaction against its approval: it must pay exactly that. */
export function planEvm(
  approval: Approval,
  spend: EvmSpend,
  parts: { readonly tree: KeyTree; readonly chainId: number; readonly assets: readonly Asset[] },
): Plan | Refusal {
  const { tree, chainId, assets } = parts
  const { destination, amount, chain } = approval
  if (!isAddress(destination)) return refuse('address.invalid')
  if (assets.some((asset) => asset.chain === chain && asset.contract === destination)) {
    return refuse('address.invalid')
  }
  const from = tree.address('evm', spend.from)
  const wrong = checkSides(approval, spend, { tree, from })
  if (wrong !== null) return wrong
  const isAmountRight = approval.kind === 'filling' ? amount === 0n : amount > 0n
  if (!isAmountRight || amount > amountMax) return refuse('amount.invalid')
  const { gasLimit, gasPrice, nonce } = spend
  if (gasLimit < gasLimitMin || gasLimit > gasLimitMax) return refuse('fee.invalid')
  const fee = gasLimit * gasPrice.max
  if (fee > approval.feeMax) return refuse('fee.above_approved')
  const priority = gasPrice.kind === 'dynamic' ? String(gasPrice.priority) : null
  const price = [gasPrice.kind, String(gasPrice.max), priority]
  return {
    binding: JSON.stringify([from, nonce]),
    spend: JSON.stringify([from, nonce, String(gasLimit), ...price]),
    outpoints: [],
    nonce: `${chain}:${from}:${nonce}`,
    fee,
    price: gasPrice.max,
    finish: () => signEvm(approval, spend, { tree, chainId }),
  }
}

/** Which of our keys may pay which address, by kind. */
function checkSides(
  { kind, destination, contract }: Approval,
  { from, own }: EvmSpend,
  { tree, from: sender }: { readonly tree: KeyTree; readonly from: string },
): Refusal | null {
  if (kind === 'payout') {
    if (from.branch !== houseBranch) return refuse('address.not_own')
    const isOwn = own !== null || [sender, tree.address('evm', hotWallet)].includes(destination)
    return isOwn ? refuse('address.own') : null
  }
  if (own === null || tree.address('evm', own) !== destination) return refuse('address.not_own')
  if (kind === 'filling') {
    if (contract !== null) return refuse('approval.wrong_kind')
    return destination === sender ? null : refuse('address.not_own')
  }
  if (kind === 'funding' && contract !== null) return refuse('approval.wrong_kind')
  const [payer, receiver] =
    kind === 'funding' ? [houseBranch, peopleBranch] : [peopleBranch, houseBranch]
  const isRight = from.branch === payer && own.branch === receiver
  return isRight ? null : refuse('address.not_own')
}

function signEvm(
  { destination, amount, contract }: Approval,
  { from, nonce, gasLimit, gasPrice }: EvmSpend,
  { tree, chainId }: { readonly tree: KeyTree; readonly chainId: number },
): { readonly txid: string; readonly raw: string } {
  const [to, value, data] =
    contract === null
      ? [bytesOfAddress(destination), amount, Buffer.alloc(0)]
      : [bytesOfAddress(contract), 0n, encodeTransfer(destination, amount)]
  const secret = tree.secret('evm', from)
  const id = BigInt(chainId)
  if (gasPrice.kind === 'legacy') {
    const parts = [BigInt(nonce), gasPrice.max, gasLimit, to, value, data]
    const { parity, r, s } = createSignature(rlp([...parts, id, 0n, 0n]), secret)
    return finished(rlp([...parts, id * 2n + 35n + parity, r, s]))
  }
  const accessList: Item = []
  const { max, priority } = gasPrice
  const parts = [id, BigInt(nonce), priority, max, gasLimit, to, value, data, accessList]
  const { parity, r, s } = createSignature(typed(parts), secret)
  return finished(typed([...parts, parity, r, s]))
}

function typed(parts: readonly Item[]): Buffer {
  return Buffer.concat([Buffer.of(dynamicType), rlp(parts)])
}

function encodeTransfer(to: string, amount: bigint): Buffer {
  const word = (hex: string) => Buffer.from(hex.padStart(wordBytes * 2, '0'), 'hex')
  return Buffer.concat([transferSelector, word(to.slice(2)), word(amount.toString(16))])
}

/** A deterministic signature (RFC 6979). */
function createSignature(bytes: Uint8Array, secret: Uint8Array) {
  const options = { prehash: false, format: 'recovered' } as const
  const signature = Buffer.from(secp256k1.sign(keccak_256(bytes), secret, options))
  const numberAt = (from: number, to: number) => BigInt(`0x${signature.toString('hex', from, to)}`)
  return { parity: numberAt(0, 1), r: numberAt(1, 33), s: numberAt(33, 65) }
}

function finished(raw: Buffer): { readonly txid: string; readonly raw: string } {
  const txid = Buffer.from(keccak_256(raw)).toString('hex')
  return { txid: `0x${txid}`, raw: `0x${raw.toString('hex')}` }
}
