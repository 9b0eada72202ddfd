/**
 * A coin or token on the pages of deposits and withdrawals: its panels, its networks, its withdrawal fee, and
 * whether the sender is required. Pure. Amounts are units of the ledger; texts are amounts of a chain as the
 * server wrote them.
 */
import { formatDecimal } from '@tukar/i18n'
import { formatUnits, parseUnits } from '@tukar/money'
import { wireChains } from '@tukar/wire'
import type { SecurityHold, TransferNext, TransferStep } from '../rupiah/rupiah.ts'

export const chainNames = wireChains
export type ChainName = (typeof chainNames)[number]

type ChainFace = {
  readonly title: string
  /** The setting with its chain id (EVMD-15); null if there is none. */
  readonly setting: 'EVM_CHAIN_ID_ETH' | 'EVM_CHAIN_ID_ARB' | 'EVM_CHAIN_ID_BNB' | null
  /** The chain id of the main network; null for families without chain ids. */
  readonly chainId: number | null
}

/** The names of the chains on pages (EVMD-12). */
export const chainFaces: Readonly<Record<ChainName, ChainFace>> = {
  bitcoin: {
    title: 'Bitcoin',
    setting: null,
    chainId: null,
  },
  ethereum: {
    title: 'Ethereum MainNet',
    setting: 'EVM_CHAIN_ID_ETH',
    chainId: 1,
  },
  arbitrum: {
    title: 'Arbitrum One Mainnet',
    setting: 'EVM_CHAIN_ID_ARB',
    chainId: 42_161,
  },
  bnb: {
    title: 'BNB Smart Chain Mainnet',
    setting: 'EVM_CHAIN_ID_BNB',
    chainId: 56,
  },
}

/** The chain of an id; null if it is unknown. */
export function findChainById(chainId: string): ChainName | null {
  return chainNames.find((name) => String(chainFaces[name].chainId) === chainId) ?? null
}

/** The chain of a name; null if it is unknown. */
export function parseChain(text: string): ChainName | null {
  return chainNames.find((name) => name === text) ?? null
}

/** The name of a chain on a page. */
export function chainTitle(chain: ChainName | null): string {
  return chain === null ? '–' : chainFaces[chain].title
}

export type Coin = {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly icon: string | null
  readonly decimals: number
  /** `bitcoin`, `evm_coin`, `evm_token`, or another kind of the exchange. */
  readonly kind: string
  readonly panels: { readonly address: boolean; readonly info: boolean; readonly manual: boolean }
  /** Which withdrawal forms it has (EVMW-01, EVMW-02). */
  readonly rails: { readonly coin: boolean; readonly token: boolean }
  /** From this amount on, receiver and sender are required; null: never (DEC-108). */
  readonly travelLimit: number | null
  /** A fixed fee; tokens use the fee of their network (DEC-77). */
  readonly fee: number
  readonly isShown: boolean
  /** Whether operators currently allow deposits, and withdrawals. */
  readonly isDepositOpen: boolean
  readonly isWithdrawOpen: boolean
}

/** A network of a coin or token (EVMW-04). */
export type CoinNetwork = {
  readonly id: string
  readonly chainId: string
  readonly chain: ChainName | null
  /** Null: the native coin of the chain. */
  readonly contract: string | null
  readonly fee: number | null
  /** The minimum of a single deposit to be credited; null if the server does not state it. */
  readonly leastDeposit: number | null
  /** Blocks until a deposit is final; the minimum, if large deposits wait longer. */
  readonly confirmations: number | null
  /** Blocks for the largest deposits, if the number depends on the amount. */
  readonly confirmationsMost?: number
}

/** The token whose networks are those of the specification. */
const firstToken = 'USDT'

export type ManualForm = 'token' | 'eth' | 'bnb'

/** The claim form of a coin (EVMD-10, DEC-110); null if there is none. */
export function findManualForm({ kind, symbol }: Pick<Coin, 'kind' | 'symbol'>): ManualForm | null {
  if (kind === 'evm_token') return 'token'
  if (kind !== 'evm_coin') return null
  if (symbol === 'BNB') return 'bnb'
  return symbol === 'ETH' ? 'eth' : null
}

/**
 * The chains for claims and for the table of networks (EVMD-11, DEC-111). Tokens that were added later use
 * their own networks, and none until these are loaded.
 */
export function depositChains(
  coin: Pick<Coin, 'kind' | 'symbol'>,
  networks: readonly Pick<CoinNetwork, 'chain'>[] = [],
): readonly ChainName[] {
  if (coin.kind === 'bitcoin') return ['bitcoin']
  const isAdded = coin.kind === 'evm_token' && coin.symbol !== firstToken
  if (isAdded) return chainNames.filter((name) => networks.some(({ chain }) => chain === name))
  return findManualForm(coin) === 'bnb' ? ['bnb'] : ['ethereum', 'arbitrum']
}

/** The chain whose native coin this is; null for tokens. */
export function findNativeChain({ kind, symbol }: Pick<Coin, 'kind' | 'symbol'>): ChainName | null {
  if (kind === 'bitcoin') return 'bitcoin'
  if (kind !== 'evm_coin') return null
  return symbol === 'BNB' ? 'bnb' : 'ethereum'
}

/** Parses an amount of the wire to units of a coin; null if it is invalid or has too many decimals. */
export function coinUnits(text: string, decimals: number): number | null {
  const parsed = parseUnits(text, decimals)
  return parsed.ok ? parsed.units : null
}

/** Units as a raw amount without trailing zeros: "0.05". */
export function rawCoin(units: number, decimals: number): string {
  const text = formatUnits(units, decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** The most decimals that any chain has. */
const chainDecimalsMax = 18

/** A decimal text in Indonesian format, without trailing zeros: "0,05". */
export function shownDecimal(text: string): string {
  return formatDecimal(text, { decimals: 0, decimalsMax: chainDecimalsMax })
}

/** Units in Indonesian format, without trailing zeros. */
export function shownCoin(units: number, decimals: number): string {
  return shownDecimal(formatUnits(units, decimals))
}

export type CoinDeposit = {
  readonly id: string
  readonly createdAt: string
  readonly symbol: string
  readonly chain: ChainName | null
  readonly txid: string
  /** A decimal text. */
  readonly amount: string
  /** A value of the exchange's `chainDepositStates`; empty if it is missing. */
  readonly state: string
  readonly cause: string | null
  readonly confirmations: { readonly count: number; readonly needed: number } | null
  readonly hasSender: boolean
  /** Whether it is credited only after its sender is named; the sum of a day counts too. */
  readonly isSenderDue: boolean
  /** The transaction's address at a block explorer. */
  readonly explorerUrl: string | null
  /** Oldest first. */
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

export type CoinWithdrawal = {
  readonly id: string
  readonly createdAt: string
  readonly symbol: string
  readonly chain: ChainName | null
  readonly toAddress: string
  readonly toName: string
  /** Decimal texts. */
  readonly amount: string
  readonly fee: string
  readonly net: string
  /** Empty until it is on the chain. */
  readonly txid: string
  /** The specification's value (DEC-119). */
  readonly status: string
  readonly state: string
  readonly cause: string | null
  readonly confirmations: { readonly count: number; readonly needed: number } | null
  readonly canCancel: boolean
  readonly explorerUrl: string | null
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

/** The withdrawal of an e-mail's link. */
export type LinkedCoin = Pick<CoinWithdrawal, 'symbol' | 'amount' | 'toAddress' | 'canCancel'> & {
  readonly state: string
}

const depositEnds: ReadonlySet<string> = new Set(['credited', 'undone', 'claimed_back'])

/** Whether a deposit is still in process. */
export function isDepositOpen({ state }: Pick<CoinDeposit, 'state'>): boolean {
  return state !== '' && !depositEnds.has(state)
}

/** Whether a withdrawal is still in process. */
export function isWithdrawalOpen({ status }: Pick<CoinWithdrawal, 'status'>): boolean {
  return status === 'PENDING' || status === 'PROCESSING'
}

/** Whether a deposit's sender is required (DEC-118): by the exchange's flag, or by the amount alone. */
export function isSenderRequired(
  deposit: Pick<CoinDeposit, 'hasSender' | 'isSenderDue' | 'state' | 'amount'>,
  { travelLimit, decimals }: Pick<Coin, 'travelLimit' | 'decimals'>,
): boolean {
  if (deposit.hasSender || !isDepositOpen(deposit)) return false
  return deposit.isSenderDue || isTravelDue(coinUnits(deposit.amount, decimals), travelLimit)
}

/** The current rules for withdrawals of a coin. */
export type CoinRules = {
  readonly minimum: number
  readonly maximum: number
  readonly dailyLimit: number
  readonly dailyUsed: number
  readonly travelLimit: number | null
  /** The sum of the last 24 hours for the travel rule. */
  readonly travelUsed: number
  readonly isReceiverAlwaysNeeded: boolean
  readonly reviewFrom: number
  readonly hold: SecurityHold | null
  readonly hasTwoFactor: boolean
  readonly options: readonly {
    readonly chain: ChainName | null
    readonly contract: string | null
    readonly fee: number | null
    readonly isPaused: boolean
  }[]
}

/** The rules of a network; null if there are none. */
export function findOption(
  rules: Pick<CoinRules, 'options'> | undefined,
  chain: ChainName | null,
  contract: string | null,
): CoinRules['options'][number] | null {
  const lower = contract?.toLowerCase() ?? null
  const found = rules?.options.find(
    (one) => one.chain === chain && (one.contract?.toLowerCase() ?? null) === lower,
  )
  return found ?? null
}

/** Whether an amount requires the sender's or receiver's name and address (TRAVEL-02, DEC-107). */
export function isTravelDue(units: number | null, travelLimit: number | null): boolean {
  return units !== null && travelLimit !== null && units >= travelLimit
}

/**
 * Whether a withdrawal requires its receiver. Bitcoin always does (BTCW-02). Other coins do from the limit
 * on, including the sum of the last 24 hours.
 */
export function isReceiverRequired(
  coin: Pick<Coin, 'kind' | 'travelLimit'>,
  rules: Pick<CoinRules, 'travelLimit' | 'travelUsed' | 'isReceiverAlwaysNeeded'> | undefined,
  units: number | null,
): boolean {
  if (coin.kind === 'bitcoin' || rules?.isReceiverAlwaysNeeded === true) return true
  const limit = rules === undefined ? coin.travelLimit : rules.travelLimit
  const isAlone = isTravelDue(units, limit)
  return isAlone || (units !== null && isTravelDue(units + (rules?.travelUsed ?? 0), limit))
}
