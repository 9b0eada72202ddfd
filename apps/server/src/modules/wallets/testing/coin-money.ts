/** For tests of tampering: the tampered coins and tokens, with their deposits and withdrawals. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh } from '@scure/btc-signer'
import { bitcoinNetworks } from '../../../adapters/bitcoin/networks.ts'
import type { ChainName } from '../chains/chains.ts'
import type { PaymentFields, withdrawAs } from '../chains/testing/coin-out-desk.ts'
import type { ListedAsset } from '../chains/register.ts'

export type CoinMoney = {
  readonly name: string
  readonly currencyId: number
  readonly chain: ChainName
  readonly family: 'bitcoin' | 'ethereum'
  /** Whether it is a token of the chain. */
  readonly isToken: boolean
  /** Chain units per ledger unit. */
  readonly ofUnit: bigint
  readonly decimals: number
  /** Units: the starting funds, the fee of a payout, and one deposit, which needs no sender data. */
  readonly fund: number
  readonly fee: number
  readonly deposited: number
  /** Units that need two operators. */
  readonly large: number
  /** The different units that each owner withdraws. */
  readonly amounts: readonly [number, number, number]
  /** The difference in amount of canceled and started withdrawals. */
  readonly more: number
  /** Addresses of three owners, and of the thief. */
  readonly receivers: readonly [string, string, string]
  readonly thiefAddress: string
  readonly path: Parameters<typeof withdrawAs>[2]
  /** The fields of a request other than amount and receiver. */
  fields(asset: ListedAsset): Omit<PaymentFields, 'amount' | 'withdraw_to'>
}

const who = { to_name: 'Budi Santoso', to_home_address: 'Jalan Melati 1, Bandung' }

const evmAddress = (digit: string): string => `0x${digit.repeat(40)}`
/** Digits alone, because the signer accepts letters only with the right checksum. */
const thiefOnEvm = evmAddress('7')

/** An unused native segwit address. */
function bitcoinAddress(secret: number): string {
  const key = secp256k1.getPublicKey(Buffer.alloc(32, secret), true)
  return p2wpkh(key, bitcoinNetworks.regtest).address ?? ''
}

export const ether: CoinMoney = {
  name: 'ether',
  currencyId: 3,
  chain: 'ethereum',
  family: 'ethereum',
  isToken: false,
  ofUnit: 10n ** 10n,
  decimals: 8,
  fund: 2_000_000_000,
  fee: 100_000,
  deposited: 5_000_000,
  large: 300_000_000,
  amounts: [2_100_000, 2_200_000, 2_300_000],
  more: 10_000,
  receivers: [evmAddress('1'), evmAddress('2'), evmAddress('3')],
  thiefAddress: thiefOnEvm,
  path: '/evm/coin-withdraw',
  fields: () => ({ chain_id: 1, currency: 'ETH', ccurrency_table_id: 3, ...who }),
}

export const tether: CoinMoney = {
  name: 'tether',
  currencyId: 5,
  chain: 'ethereum',
  family: 'ethereum',
  isToken: true,
  ofUnit: 1n,
  decimals: 6,
  fund: 50_000_000_000,
  fee: 2_000_000,
  deposited: 20_000_000,
  large: 11_000_000_000,
  amounts: [110_000_000, 120_000_000, 130_000_000],
  more: 1_000_000,
  receivers: [evmAddress('4'), evmAddress('5'), evmAddress('6')],
  thiefAddress: thiefOnEvm,
  path: '/evm/token-withdraw',
  fields: ({ contract }) => ({
    chain_id: 1,
    currency: 'USDT',
    ccurrency_table_id: 5,
    contract_address: contract,
    ...who,
  }),
}

export const bitcoin: CoinMoney = {
  name: 'bitcoin',
  currencyId: 2,
  chain: 'bitcoin',
  family: 'bitcoin',
  isToken: false,
  ofUnit: 1n,
  decimals: 8,
  fund: 100_000_000,
  fee: 10_000,
  deposited: 300_000,
  large: 15_000_000,
  amounts: [310_000, 320_000, 330_000],
  more: 1_000,
  receivers: [bitcoinAddress(101), bitcoinAddress(102), bitcoinAddress(103)],
  thiefAddress: bitcoinAddress(104),
  path: '/wallets_btc/withdraw',
  fields: () => who,
}
