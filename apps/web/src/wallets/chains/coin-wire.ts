/** Converts answers about coins from wire names. */
import type {
  BitcoinAddressRow,
  BitcoinDepositRow,
  BitcoinWithdrawalRow,
  ChainDepositRow,
  ChainWithdrawalRow,
  ChainWithdrawalRulesData,
  CurrencyRow,
  EvmTokenRow,
  WalletAddressRow,
} from '@tukar/wire'
import { toHold, toNext, toSteps } from '../transfers/transfer-wire.ts'
import {
  parseChain,
  type Coin,
  type CoinDeposit,
  type CoinRules,
  coinUnits,
  type CoinWithdrawal,
  type LinkedCoin,
  type CoinNetwork,
} from './coin.ts'

/** Only web addresses and pages of this exchange are linked. */
function toLink(text: string | null): string | null {
  if (text === null) return null
  const isOwn = /^\/[^/\\]/.test(text)
  return isOwn || (/^https?:\/\//.test(text) && URL.canParse(text)) ? text : null
}

/** A limit of 0 means none (DEC-108). */
function toLimit(text: string | null, decimals: number): number | null {
  const limit = text === null ? null : coinUnits(text, decimals)
  return limit !== null && limit > 0 ? limit : null
}

/** A currency (DATA-04). */
export function toCoin(row: CurrencyRow): Coin {
  const { ccurrency_config: panels, wd_config: rails, decimal_display: decimals } = row
  const icon = row.ccurrency_icon_data_url
  return {
    id: row.id,
    symbol: row.ccurrency_symbol,
    name: row.ccurrency_name,
    icon: icon === '' ? null : icon,
    decimals,
    kind: row.ccurrency_kind,
    panels: {
      address: panels.address_view === 'yes',
      info: panels.deposit_info_view === 'yes',
      manual: panels.deposit_manual_view === 'yes',
    },
    rails: { coin: rails.includes('EVMCoin'), token: rails.includes('EVMToken') },
    travelLimit: toLimit(row.travel_rules_limit, decimals),
    fee: coinUnits(row.ccurrency_withdraw_fee, decimals) ?? 0,
    isShown: row.ccurrency_show === 'yes',
    isDepositOpen: row.ccurrency_deposit_open === 'yes',
    isWithdrawOpen: row.ccurrency_withdraw_open === 'yes',
  }
}

/** A network of a currency (DATA-06). */
export function toNetwork(row: EvmTokenRow, decimals: number): CoinNetwork {
  return {
    id: String(row.id),
    chainId: String(row.chain_id),
    chain: row.chain,
    // A native coin has no contract (DEC-112).
    contract: row.contract_address === '' ? null : row.contract_address,
    fee: coinUnits(row.wd_fee, decimals),
    leastDeposit: coinUnits(row.min_deposit, decimals),
    confirmations: row.confirmations,
  }
}

/** The rules for withdrawals of a coin. */
export function toCoinRules(data: ChainWithdrawalRulesData, decimals: number): CoinRules {
  const toUnits = (text: string) => coinUnits(text, decimals) ?? 0
  return {
    minimum: toUnits(data.min),
    maximum: toUnits(data.max),
    dailyLimit: toUnits(data.daily_limit),
    dailyUsed: toUnits(data.daily_used),
    travelLimit: toLimit(data.travel_rules_limit, decimals),
    travelUsed: toUnits(data.travel_used),
    isReceiverAlwaysNeeded: data.receiver_always,
    reviewFrom: toUnits(data.review_from),
    hold: toHold(data.hold),
    hasTwoFactor: data.two_factor,
    options: data.options.map(({ chain, contract_address: contract, wd_fee: fee, paused }) => ({
      chain: parseChain(chain),
      contract,
      fee: coinUnits(fee, decimals),
      isPaused: paused,
    })),
  }
}

/** The bitcoin network; its figures are null if bitcoin deposits are not available. */
export function toBitcoinNetwork(
  data: BitcoinAddressRow | WalletAddressRow,
  { decimals, fee }: Pick<Coin, 'decimals' | 'fee'>,
): CoinNetwork {
  const known = { id: 'bitcoin', chainId: '', chain: 'bitcoin', contract: null, fee } as const
  if (!('min_deposit' in data)) return { ...known, leastDeposit: null, confirmations: null }
  return {
    ...known,
    leastDeposit: coinUnits(data.min_deposit, decimals),
    confirmations: data.confirmations,
    confirmationsMost: data.confirmations_max,
  }
}

type DepositRow = ChainDepositRow | BitcoinDepositRow
type WithdrawalRow = ChainWithdrawalRow | BitcoinWithdrawalRow

/** The fields that rows of both directions share. */
function toCommon(row: DepositRow | WithdrawalRow) {
  return {
    id: String(row.id),
    createdAt: row.created_at,
    chain: parseChain(row.chain),
    state: row.state,
    cause: row.cause ?? row.steps.at(-1)?.cause ?? null,
    explorerUrl: toLink(row.explorer_url),
    steps: toSteps(row.steps),
    next: toNext(row.next),
  }
}

/** The confirmations of a transfer; null before it is on the chain. */
function toConfirmations(
  count: number | null,
  needed: number | null,
): CoinDeposit['confirmations'] {
  return count === null || needed === null || needed === 0 ? null : { count, needed }
}

/** A deposit on any chain. */
export function toCoinDeposit(row: DepositRow): CoinDeposit {
  const isBitcoin = 'txid' in row
  return {
    ...toCommon(row),
    symbol: isBitcoin ? 'BTC' : row.ccurrency_symbol,
    txid: isBitcoin ? row.txid : row.ccdeposit_txhash,
    amount: isBitcoin ? row.amount : row.ccdeposit_amount,
    confirmations: toConfirmations(row.confirmations, row.confirmations_needed),
    hasSender: row.kyt_name !== null,
    isSenderDue: row.kyt_due,
  }
}

/** A withdrawal on any chain. */
export function toCoinWithdrawal(row: WithdrawalRow): CoinWithdrawal {
  const isBitcoin = 'txid' in row
  return {
    ...toCommon(row),
    symbol: row.ccurrency_symbol,
    toAddress: isBitcoin ? row.to_address : row.withdraw_to,
    toName: row.to_name ?? '',
    amount: isBitcoin ? row.amount : row.withdraw_amount,
    fee: row.fee,
    net: row.net,
    txid: (isBitcoin ? row.txid : row.withdraw_txhash) ?? '',
    status: isBitcoin ? row.status : row.withdraw_status,
    confirmations: toConfirmations(row.confirmations, row.confirmations_needed),
    canCancel: row.can_cancel,
  }
}

/** The state on the page of a link, by the status of the list. */
const linkStates: Readonly<Record<string, string>> = { CANCEL: 'canceled', FAILED: 'failed' }

/** The withdrawal of an e-mail's link. */
export function toLinkedCoin(row: ChainWithdrawalRow): LinkedCoin {
  const { symbol, amount, toAddress, state, status, canCancel } = toCoinWithdrawal(row)
  return { symbol, amount, toAddress, canCancel, state: linkStates[status] ?? state }
}
