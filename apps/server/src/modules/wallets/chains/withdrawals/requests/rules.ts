/**
 * Rules for amounts, addresses and receivers of withdrawals over chains, which refuse before anything is
 * stored.
 */
import { readPastedAddress } from '@tukar/i18n/inputs'
import { parseUnits } from '@tukar/money'
import { checkAddress } from '../../../../../adapters/bitcoin/index.ts'
import { addressKey } from '../../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import type { Database } from '../../../../../platform/database/pool.ts'
import { Refusal } from '../../../../../platform/http/refusal.ts'
import type { ParsedLine } from '../../../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../../../platform/text/refused-text.ts'
import { ownersOf } from '../../addresses/address-store.ts'
import { chainAmountOf } from '../../chains.ts'
import type { ListedAsset } from '../../register.ts'
import { coinTextInSentence } from '../../amount-text.ts'
import {
  tellingHome,
  tellingName,
  typedBitcoinAddress,
  typedEvmAddress,
} from '../../typed-receiver.ts'
import { isRefusing } from '../treasury/coin-gas.ts'
import type { ChainWithdrawalDeps, CoinLimits, WalletAccounts } from '../deps.ts'
import { evmChainNamed } from '../funding.ts'

const receiverNameMax = 100
const receiverAddressMax = 200
const receiverFaults = {
  name: {
    max: receiverNameMax,
    long: 'coin.receiver_name_long',
    letter: 'coin.receiver_name_letter',
  },
  address: {
    max: receiverAddressMax,
    long: 'coin.receiver_address_long',
    letter: 'coin.receiver_address_letter',
  },
} as const

/** The units of a typed amount (ATT-85). */
export function unitsOfInput(input: string | number | null | undefined, decimals: number): number {
  const parsed = parseUnits(input ?? '', decimals)
  if (!parsed.ok) throw new Refusal(`amount.${parsed.fault}`, { decimals })
  return parsed.units
}

/** The fee of a withdrawal, in units (DEC-77). */
export function feeOf({
  withdrawalFee,
  unitDecimals,
}: Pick<ListedAsset, 'withdrawalFee' | 'unitDecimals'>): number {
  const parsed = parseUnits(withdrawalFee, unitDecimals)
  if (!parsed.ok) throw new Error(`${withdrawalFee} is not a fee of ${unitDecimals} decimals`)
  return parsed.units
}

/** Refuses amounts out of bounds, and a fee other than the displayed one (ATT-90). */
export function requireAmount(
  asset: ListedAsset,
  limits: CoinLimits,
  asked: { readonly amount: number; readonly fee: number; readonly shownFee: number | null },
): void {
  const { amount, fee, shownFee } = asked
  if (amount <= fee) throw new Refusal('coin.below_fee', { fee: coinTextInSentence(fee, asset) })
  if (amount < limits.min) {
    throw new Refusal('coin.minimum', { min: coinTextInSentence(limits.min, asset) })
  }
  if (amount > limits.max) {
    throw new Refusal('coin.maximum', { max: coinTextInSentence(limits.max, asset) })
  }
  if (shownFee !== null && shownFee !== fee) {
    throw new Refusal('coin.fee_changed', { fee: coinTextInSentence(fee, asset) })
  }
}

/** Refuses an amount that exceeds the daily limit; the refusal says how much is left. */
export function requireWithinDay(
  asset: ListedAsset,
  { daily }: CoinLimits,
  { amount, used }: { readonly amount: number; readonly used: number },
): void {
  if (amount + used <= daily) return
  const left = coinTextInSentence(Math.max(0, daily - used), asset)
  throw new Refusal('coin.daily', { left, max: coinTextInSentence(daily, asset) })
}

export type Receiver = { readonly name: string; readonly address: string }

/**
 * The receiver as the user typed it, one line per field; null if it is missing or incomplete. Refuses
 * `coin.receiver_name_long`, `…_letter` and the same of `coin.receiver_address`.
 */
export function receiverOf(
  name: string | null | undefined,
  address: string | null | undefined,
): Receiver | null {
  const receiverName = parseReceiverText(
    tellingName(name ?? '', receiverNameMax),
    receiverFaults.name,
  )
  const home = parseReceiverText(
    tellingHome(address ?? '', receiverAddressMax),
    receiverFaults.address,
  )
  return receiverName === null || home === null ? null : { name: receiverName, address: home }
}

/** Refuses a payment request for another chain than the chosen one (`coin.address_chain`, EIP-681). */
export function requireItsChain({ chainId }: Pick<ListedAsset, 'chainId'>, text: string): void {
  const { chainId: asked } = readPastedAddress(text)
  if (asked !== null && asked !== String(chainId)) {
    throw new Refusal('coin.address_chain', { chain: asked })
  }
}

/** The typed text; null if it is too short, which `requireReceiver` judges. */
function parseReceiverText(
  read: ParsedLine,
  { max, ...codes }: (typeof receiverFaults)['name' | 'address'],
): string | null {
  if (!read.ok && read.fault.kind === 'empty') return null
  return acceptedText(read, { ...codes, empty: 'coin.receiver_always' }, max)
}

/** Refuses a withdrawal without a required receiver (TRAVEL-02, DEC-107). */
export function requireReceiver(
  asset: ListedAsset,
  receiver: Receiver | null,
  asked: { readonly ofDay: number; readonly isAlways: boolean },
): void {
  if (receiver !== null) return
  const { travelLimit, chain } = asset
  if (asked.isAlways || chain === 'bitcoin') throw new Refusal('coin.receiver_always')
  if (travelLimit === null || asked.ofDay < travelLimit) return
  throw new Refusal('coin.receiver_needed', { limit: coinTextInSentence(travelLimit, asset) })
}

/**
 * Parses a payable address to its stored form: bech32 in lower case, EVM with its checksum. Refuses typing
 * mistakes, other networks and kinds, token contracts, our own addresses, and contracts that need much more
 * gas than a plain transfer to receive the chain's own coin (ATT-86, SRV-76, SRV-77).
 */
export async function payableAddress(
  deps: Pick<ChainWithdrawalDeps, 'database' | 'nodes' | 'register' | 'accounts'>,
  asset: ListedAsset,
  typed: string,
): Promise<string> {
  const text = typed.trim()
  const address =
    asset.chain === 'bitcoin'
      ? typedBitcoinAddress(deps.nodes.network, text)
      : typedEvmAddress(text)
  requireItsChain(asset, text)
  const contracts = deps.register.assets.map(({ contract }) => contract)
  const isContract = asset.chain !== 'bitcoin' && contracts.includes(addressKey(address))
  if (isContract) throw new Refusal('coin.address_kind')
  const wallets = await deps.accounts()
  // Our own addresses are unknown, so the withdrawal is refused.
  if (wallets === null) throw new Refusal('coin.paused')
  if (await isOwn(deps, wallets, asset, address)) throw new Refusal('coin.address_own')
  if (await isBurning(deps, wallets, asset, address)) throw new Refusal('coin.address_kind')
  return address
}

/**
 * Whether the address is a contract that needs much more gas than a plain transfer to receive the chain's own
 * coin.
 */
async function isBurning(
  { nodes }: Pick<ChainWithdrawalDeps, 'nodes'>,
  wallets: WalletAccounts,
  { chain, contract }: ListedAsset,
  to: string,
): Promise<boolean> {
  const node = chain === 'bitcoin' || contract !== null ? null : nodes.evm[chain]
  if (node === null) return false
  return isRefusing(node, evmChainNamed(chain), { from: wallets.evm.at(hotWallet), to })
}

async function isOwn(
  { database }: { readonly database: Pick<Database, 'query'> },
  wallets: WalletAccounts,
  { chain }: ListedAsset,
  address: string,
): Promise<boolean> {
  const family = chain === 'bitcoin' ? 'bitcoin' : 'evm'
  const key = family === 'evm' ? addressKey(address) : address
  const hot =
    family === 'evm' ? addressKey(wallets.evm.at(hotWallet)) : wallets.bitcoin.at(hotWallet).address
  return key === hot || (await ownersOf(database, family, [key])).size > 0
}

/** The arriving amount in the chain's units; refuses amounts that the network would not relay (SRV-77). */
export function arrivingAmount(
  deps: Pick<ChainWithdrawalDeps, 'nodes'>,
  asset: ListedAsset,
  { net, toAddress }: { readonly net: number; readonly toAddress: string },
): bigint {
  const amount = chainAmountOf(net, asset)
  if (asset.chain !== 'bitcoin') return amount
  const checked = checkAddress(toAddress, deps.nodes.network)
  if (checked.status === 'valid' && amount < checked.dustLimit) {
    const least = Number(checked.dustLimit) + feeOf(asset)
    throw new Refusal('coin.minimum', { min: coinTextInSentence(least, asset) })
  }
  return amount
}
