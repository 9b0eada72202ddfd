/** Reads answers about coins on chains: wire names stop here. */
import { parseUnits } from '@tukar/money'
import { isRecord, type JsonRecord, textAt } from '../../api/json.ts'
import { momentAt, readNext, readSteps, recordAt } from '../transfer-reading.ts'
import {
  type ChainName,
  chainNames,
  chainOfId,
  type Coin,
  type CoinDeposit,
  type CoinRules,
  coinUnits,
  type CoinWithdrawal,
  type LinkedCoin,
  type Way,
} from './coin.ts'

const decimalsDefault = 8
const decimalsMost = 18

/** The first of the keys that has a text. */
function anyText(record: JsonRecord, ...keys: readonly string[]): string {
  return keys.map((key) => textAt(record, key)).find((text) => text !== '') ?? ''
}

/** A yes of the wire (DEC-115); what is missing is a no. */
function isYes(value: unknown): boolean {
  return value === 'yes' || value === true || value === 1 || value === '1'
}

/** Only an address of the web, or of this exchange itself, is followed. */
function linkAt(record: JsonRecord, key: string): string | null {
  const text = textAt(record, key)
  const isOwn = /^\/[^/\\]/.test(text)
  return isOwn || (/^https?:\/\//.test(text) && URL.canParse(text)) ? text : null
}

function textsAt(record: JsonRecord, key: string): readonly string[] {
  const value: unknown = record[key]
  if (typeof value === 'string') return value.split(/[\s,]+/)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Reads a currency (DATA-04); null where it is none. */
export function readCoin(row: JsonRecord): Coin | null {
  const [id, symbol] = [Number(textAt(row, 'id')), textAt(row, 'ccurrency_symbol')]
  if (!Number.isSafeInteger(id) || symbol === '') return null
  const panels = recordAt(row, 'ccurrency_config')
  const rails = textsAt(row, 'wd_config')
  const told = Number(textAt(row, 'decimal_display') || Number.NaN)
  const isCount = Number.isInteger(told) && told >= 0 && told <= decimalsMost
  const decimals = isCount ? told : decimalsDefault
  const limit = parseUnits(textAt(row, 'travel_rules_limit'), decimals)
  const icon = textAt(row, 'ccurrency_icon_data_url')
  return {
    id,
    symbol,
    name: textAt(row, 'ccurrency_name'),
    icon: icon === '' ? null : icon,
    decimals,
    kind: textAt(row, 'ccurrency_kind'),
    panels: {
      address: isYes(panels['address_view']),
      info: isYes(panels['deposit_info_view']),
      manual: isYes(panels['deposit_manual_view']),
    },
    rails: { coin: rails.includes('EVMCoin'), token: rails.includes('EVMToken') },
    travelLimit: limit.ok && limit.units > 0 ? limit.units : null,
    fee: coinUnits(textAt(row, 'ccurrency_withdraw_fee'), decimals) ?? 0,
    isShown: isYes(row['ccurrency_show']),
    // A server that does not say it has nothing closed.
    isDepositOpen: row['ccurrency_deposit_open'] !== 'no',
    isWithdrawOpen: row['ccurrency_withdraw_open'] !== 'no',
  }
}

function chainAt(row: JsonRecord): ChainName | null {
  const name = anyText(row, 'chain', 'chain_name')
  const known = chainNames.find((one) => one === name)
  return known ?? chainOfId(anyText(row, 'evm_chain_id', 'chain_id'))
}

/** Reads a chain that a currency goes over (DATA-06). */
export function readWay(row: JsonRecord, decimals: number): Way {
  const contract = textAt(row, 'contract_address')
  const confirmations = Number(textAt(row, 'confirmations') || Number.NaN)
  const unitsAt = (key: string) => coinUnits(textAt(row, key), decimals)
  return {
    id: textAt(row, 'id'),
    chainId: textAt(row, 'chain_id'),
    chain: chainAt(row),
    contract: contract === '' ? null : contract,
    fee: unitsAt('wd_fee'),
    leastDeposit: unitsAt('min_deposit'),
    confirmations: confirmations > 0 ? confirmations : null,
  }
}

/** Reads what applies to withdrawals of a coin (`/withdraws/rules`). */
export function readCoinRules(body: JsonRecord, decimals: number): CoinRules {
  const data = recordAt(body, 'data')
  const unitsAt = (record: JsonRecord, key: string) => coinUnits(textAt(record, key), decimals)
  const limit = unitsAt(data, 'travel_rules_limit')
  const options: unknown = data['options']
  const hold = recordAt(data, 'hold')
  const untilMs = momentAt(hold, 'until')
  return {
    least: unitsAt(data, 'min') ?? 0,
    most: unitsAt(data, 'max') ?? 0,
    dailyLimit: unitsAt(data, 'daily_limit') ?? 0,
    dailyUsed: unitsAt(data, 'daily_used') ?? 0,
    travelLimit: limit !== null && limit > 0 ? limit : null,
    travelUsed: unitsAt(data, 'travel_used') ?? 0,
    isReceiverAlwaysNeeded: data['receiver_always'] === true,
    reviewFrom: unitsAt(data, 'review_from') ?? 0,
    hold: untilMs === null ? null : { untilMs, cause: textAt(hold, 'cause') },
    hasTwoFactor: data['two_factor'] === true,
    options: (Array.isArray(options) ? options.filter(isRecord) : []).map((option) => ({
      chain: chainAt(option),
      contract: textAt(option, 'contract_address') || null,
      fee: unitsAt(option, 'wd_fee'),
      isPaused: option['paused'] === true,
    })),
  }
}

/** Reads the own address of a chain family; null where none was asked for yet. */
export function readAddress(body: JsonRecord): string | null {
  const address = textAt(recordAt(body, 'data'), 'wallet_address')
  return address === '' ? null : address
}

/** Reads what the bitcoin network asks for (`/wallets/bitcoin-address`). */
export function readBitcoinWay(
  body: JsonRecord,
  { decimals, fee }: Pick<Coin, 'decimals' | 'fee'>,
): Way {
  const data = recordAt(body, 'data')
  const countAt = (key: string) => Number(textAt(data, key)) || null
  const most = countAt('confirmations_max')
  return {
    id: 'bitcoin',
    chainId: '',
    chain: 'bitcoin',
    contract: null,
    fee,
    leastDeposit: coinUnits(textAt(data, 'min_deposit'), decimals),
    confirmations: countAt('confirmations'),
    ...(most !== null && { confirmationsMost: most }),
  }
}

/** Reads the id of a chain (EVMD-15): digits, wherever the answer has them; null where there are none. */
export function readChainId(body: JsonRecord): string | null {
  const data = recordAt(body, 'data')
  const text = anyText(data, 'value', 'chain_id', 'evm_chain_id') || textAt(body, 'data')
  return /^[1-9]\d*$/.test(text) ? text : null
}

function readConfirmations(row: JsonRecord): CoinDeposit['confirmations'] {
  const needed = Number(textAt(row, 'confirmations_needed') || Number.NaN)
  const count = textAt(row, 'confirmations')
  // Before it is on the chain there is nothing to count.
  return needed > 0 && count !== '' ? { count: Number(count) || 0, needed } : null
}

/** What rows of both directions tell alike. */
function readCommon(row: JsonRecord) {
  const steps = readSteps(row)
  return {
    id: textAt(row, 'id'),
    createdAt: textAt(row, 'created_at'),
    chain: chainAt(row),
    state: textAt(row, 'state') || (steps.at(-1)?.state ?? ''),
    cause: textAt(row, 'cause') || (steps.at(-1)?.cause ?? null),
    confirmations: readConfirmations(row),
    explorerUrl: linkAt(row, 'explorer_url'),
    steps,
    next: readNext(row),
  }
}

/** Reads a deposit of `/ccdeposits` (DATA-13) or `/wallets_btc/deposits` (DATA-18). */
export function readCoinDeposit(row: JsonRecord): CoinDeposit {
  return {
    ...readCommon(row),
    symbol: textAt(row, 'ccurrency_symbol'),
    txid: anyText(row, 'ccdeposit_txhash', 'txid'),
    amount: anyText(row, 'ccdeposit_amount', 'amount'),
    hasSender: textAt(row, 'kyt_name') !== '',
    isSenderDue: row['kyt_due'] === true,
  }
}

/** Reads a withdrawal of `/withdraws` (DATA-15) or `/wallets_btc/withdraws` (DATA-19). */
export function readCoinWithdrawal(row: JsonRecord): CoinWithdrawal {
  return {
    ...readCommon(row),
    symbol: textAt(row, 'ccurrency_symbol'),
    toAddress: anyText(row, 'to_address', 'withdraw_to'),
    toName: textAt(row, 'to_name'),
    amount: anyText(row, 'withdraw_amount', 'amount'),
    fee: anyText(row, 'withdraw_fee', 'fee'),
    net: anyText(row, 'withdraw_net', 'net'),
    txid: anyText(row, 'withdraw_txhash', 'txid'),
    status: anyText(row, 'withdraw_status', 'status').toUpperCase(),
    canCancel: row['can_cancel'] === true,
  }
}

/** What a status of the list means on the page of a link. */
const linkStates: Readonly<Record<string, string>> = { CANCEL: 'canceled', FAILED: 'failed' }

/** Reads the withdrawal that a mail's link is about. */
export function readLinkedCoin(body: JsonRecord): LinkedCoin {
  const { symbol, amount, toAddress, state, status, canCancel } = readCoinWithdrawal(
    recordAt(body, 'data'),
  )
  return { symbol, amount, toAddress, canCancel, state: linkStates[status] ?? state }
}
