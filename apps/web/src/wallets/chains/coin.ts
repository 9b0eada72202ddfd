/**
 * A coin or token as the pages of deposits and withdrawals know it: what its panels are, over which
 * chains it goes, what a withdrawal costs, and what is to be asked of the sender. Pure. Amounts are the
 * units of the ledger, unless they are texts: those are amounts of a chain as the server wrote them.
 */
import { formatDecimal } from '@tukar/i18n'
import { formatUnits, parseUnits } from '@tukar/money'
import { wireChains } from '@tukar/wire'
import type { SecurityHold, TransferNext, TransferStep } from '../rupiah.ts'

export const chainNames = wireChains
export type ChainName = (typeof chainNames)[number]

type ChainFace = {
  readonly title: string
  /** The setting that tells its id (EVMD-15); null where it has none. */
  readonly setting: 'EVM_CHAIN_ID_ETH' | 'EVM_CHAIN_ID_ARB' | 'EVM_CHAIN_ID_BNB' | null
  /** Of the main network; null where chains of this family have none. */
  readonly chainId: number | null
}

/** The chains as people know them (EVMD-12). */
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

/** The chain of an id; null where it is none of ours. */
export function findChainById(chainId: string): ChainName | null {
  return chainNames.find((name) => String(chainFaces[name].chainId) === chainId) ?? null
}

/** A chain by its name; null where it is none of ours. */
export function parseChain(text: string): ChainName | null {
  return chainNames.find((name) => name === text) ?? null
}

/** What a chain is called on a page. */
export function chainTitle(chain: ChainName | null): string {
  return chain === null ? '–' : chainFaces[chain].title
}

export type Coin = {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly icon: string | null
  readonly decimals: number
  /** `bitcoin`, `evm_coin`, `evm_token`, or what the exchange has besides. */
  readonly kind: string
  readonly panels: { readonly address: boolean; readonly info: boolean; readonly manual: boolean }
  /** Which forms of withdrawals it has (EVMW-01, EVMW-02). */
  readonly rails: { readonly coin: boolean; readonly token: boolean }
  /** From this amount on receiver and sender are asked for; null: never (DEC-108). */
  readonly travelLimit: number | null
  /** Fixed; of a token the fee of its chain counts (DEC-77). */
  readonly fee: number
  readonly isShown: boolean
  /** Whether operators let it come in, and go out, now. */
  readonly isDepositOpen: boolean
  readonly isWithdrawOpen: boolean
}

/** A chain that a coin or token goes over (EVMW-04). */
export type CoinNetwork = {
  readonly id: string
  readonly chainId: string
  readonly chain: ChainName | null
  /** Null: the chain's own coin. */
  readonly contract: string | null
  readonly fee: number | null
  /** The least that a deposit is added at once for; null where the server does not say. */
  readonly leastDeposit: number | null
  /** Blocks until a deposit is final; the fewest, where great ones wait longer. */
  readonly confirmations: number | null
  /** Blocks that the greatest deposits wait for, where amounts differ in that. */
  readonly confirmationsMost?: number
}

/** The one whose table of networks is the specification's. */
const firstToken = 'USDT'

export type ManualForm = 'token' | 'eth' | 'bnb'

/** The form of claims that fits a coin (EVMD-10, DEC-110); null where there is none. */
export function findManualForm({ kind, symbol }: Pick<Coin, 'kind' | 'symbol'>): ManualForm | null {
  if (kind === 'evm_token') return 'token'
  if (kind !== 'evm_coin') return null
  if (symbol === 'BNB') return 'bnb'
  return symbol === 'ETH' ? 'eth' : null
}

/**
 * The chains that a claim may name, and that the table of networks lists (EVMD-11, DEC-111): of tokens that
 * were added later those that they go over, and none before these are known.
 */
export function depositChains(
  coin: Pick<Coin, 'kind' | 'symbol'>,
  ways: readonly Pick<CoinNetwork, 'chain'>[] = [],
): readonly ChainName[] {
  if (coin.kind === 'bitcoin') return ['bitcoin']
  const isAdded = coin.kind === 'evm_token' && coin.symbol !== firstToken
  if (isAdded) return chainNames.filter((name) => ways.some(({ chain }) => chain === name))
  return findManualForm(coin) === 'bnb' ? ['bnb'] : ['ethereum', 'arbitrum']
}

/** The chain that a coin is the money of; tokens have none. */
export function findNativeChain({ kind, symbol }: Pick<Coin, 'kind' | 'symbol'>): ChainName | null {
  if (kind === 'bitcoin') return 'bitcoin'
  if (kind !== 'evm_coin') return null
  return symbol === 'BNB' ? 'bnb' : 'ethereum'
}

/** Reads an amount of the wire as units of a coin; null where it is none, or finer. */
export function coinUnits(text: string, decimals: number): number | null {
  const parsed = parseUnits(text, decimals)
  return parsed.ok ? parsed.units : null
}

/** Units as a raw amount without needless zeros: "0.05". */
export function rawCoin(units: number, decimals: number): string {
  const text = formatUnits(units, decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** The most decimals that any chain has. */
const chainDecimalsMax = 18

/** A decimal text in Indonesian form, without needless zeros: "0,05". */
export function shownDecimal(text: string): string {
  return formatDecimal(text, { decimals: 0, decimalsMax: chainDecimalsMax })
}

/** Units in Indonesian form, without needless zeros. */
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
  /** As `chainDepositStates` of the exchange names it; empty where it does not say. */
  readonly state: string
  readonly cause: string | null
  readonly confirmations: { readonly count: number; readonly needed: number } | null
  readonly hasSender: boolean
  /** Whether it is added only once its sender is told; sums of a day count as well. */
  readonly isSenderDue: boolean
  /** Where its transaction can be looked at. */
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
  /** Empty before it is on the chain. */
  readonly txid: string
  /** As the spec names it (DEC-119). */
  readonly status: string
  readonly state: string
  readonly cause: string | null
  readonly confirmations: { readonly count: number; readonly needed: number } | null
  readonly canCancel: boolean
  readonly explorerUrl: string | null
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

/** A withdrawal as the link of its mail tells it. */
export type LinkedCoin = Pick<CoinWithdrawal, 'symbol' | 'amount' | 'toAddress' | 'canCancel'> & {
  readonly state: string
}

const depositEnds: ReadonlySet<string> = new Set(['credited', 'undone', 'claimed_back'])

/** Whether something is still to come of a deposit. */
export function isDepositOpen({ state }: Pick<CoinDeposit, 'state'>): boolean {
  return state !== '' && !depositEnds.has(state)
}

/** Whether a withdrawal is not over. */
export function isWithdrawalOpen({ status }: Pick<CoinWithdrawal, 'status'>): boolean {
  return status === 'PENDING' || status === 'PROCESSING'
}

/** Whether a deposit's sender is to be told (DEC-118): the exchange says so, or the amount alone. */
export function isSenderRequired(
  deposit: Pick<CoinDeposit, 'hasSender' | 'isSenderDue' | 'state' | 'amount'>,
  { travelLimit, decimals }: Pick<Coin, 'travelLimit' | 'decimals'>,
): boolean {
  if (deposit.hasSender || !isDepositOpen(deposit)) return false
  return deposit.isSenderDue || isTravelDue(coinUnits(deposit.amount, decimals), travelLimit)
}

/** What applies to withdrawals of a coin now. */
export type CoinRules = {
  readonly least: number
  readonly most: number
  readonly dailyLimit: number
  readonly dailyUsed: number
  readonly travelLimit: number | null
  /** What counts of the last 24 hours for the travel rule. */
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

/** What the rules say of a chain; null where they do not have it. */
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

/** Whether an amount asks for the sender's or receiver's name and address (TRAVEL-02, DEC-107). */
export function isTravelDue(units: number | null, travelLimit: number | null): boolean {
  return units !== null && travelLimit !== null && units >= travelLimit
}

/**
 * Whether a withdrawal asks for its receiver: a bitcoin one always (BTCW-02), others from the limit on,
 * together with those of the last 24 hours.
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
