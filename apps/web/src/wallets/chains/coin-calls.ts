/** The calls of coins in and out over chains. Answers are read into units; failures go up as they are. */
import type { HostName, WireChain } from '@tukar/wire'
import type { CodePayment } from '../../accounts/otp-calls.ts'
import { isRecord, type JsonRecord, rowsOf } from '../../api/json.ts'
import { type Failure, type RawOutcome, send } from '../../api/request.ts'
import { CallFailed } from '../../api/call.ts'
import { type Asked, transferRows } from '../rupiah-calls.ts'
import {
  chainFaces,
  type ChainName,
  chainNames,
  type Coin,
  type CoinDeposit,
  type CoinRules,
  type CoinWithdrawal,
  type LinkedCoin,
  ownChainOf,
  rawCoin,
  type Way,
} from './coin.ts'
import {
  readAddress,
  readBitcoinWay,
  readChainId,
  readCoin,
  readCoinDeposit,
  readCoinRules,
  readCoinWithdrawal,
  readLinkedCoin,
  readWay,
} from './coin-wire-reading.ts'

type Query = Readonly<Record<string, string | number>>

async function read(host: HostName, path: string, query: Query = {}): Promise<JsonRecord> {
  const outcome = await send({ host, method: 'GET', path, query })
  if (!outcome.ok) throw new CallFailed(outcome)
  return outcome.body
}

/** Loads a currency by its symbol (EVMD-18); null where there is none. Throws where the call failed. */
export async function loadCoin(symbol: string): Promise<Coin | null> {
  const filter = [{ field: 'ccurrency_symbol', op: 'equal', value: symbol }]
  const list = { page: 1, rows: 1, filter_rules: JSON.stringify(filter) }
  const [row] = rowsOf(await read('api', '/currencies', list))
  return row === undefined ? null : readCoin(row)
}

/**
 * Loads the chains that a coin or token goes over (EVMW-04). Where the list has no row for the chain of a
 * coin itself, its id is looked up by name (DEC-112). Throws as above.
 */
export async function loadWays(coin: Coin): Promise<readonly Way[]> {
  if (coin.kind === 'bitcoin') {
    return [readBitcoinWay(await read('sync', '/wallets/bitcoin-address'), coin)]
  }
  const body = await read('evm', '/block_evm_tokens/by-ccurrency-id', { ccurrency_id: coin.id })
  const ways = rowsOf(body).map((row) => readWay(row, coin.decimals))
  const chain = ownChainOf(coin)
  if (coin.kind !== 'evm_coin' || chain === null || ways.length > 0) return ways
  const chainId = await findChainId(chain)
  return chainId === null ? [] : [ownWay(coin, chain, chainId)]
}

function ownWay({ fee }: Coin, chain: ChainName, chainId: string): Way {
  const unknown = { leastDeposit: null, confirmations: null }
  return { id: chain, chainId, chain, contract: null, fee, ...unknown }
}

/** Looks the id of a chain up (EVMD-15); null where it is not found. */
export async function findChainId(chain: ChainName): Promise<string | null> {
  const { setting: name } = chainFaces[chain]
  if (name === null) return null
  const path = '/public_config/evm-chain-id'
  const outcome = await send({ host: 'api', method: 'GET', path, query: { name } })
  return outcome.ok ? readChainId(outcome.body) : null
}

/** Chains of one family have one address. */
export type Family = 'ethereum' | 'bitcoin'

/** Loads the own address; null where none was asked for yet (EVMD-06, BTCD-02). Throws as above. */
export async function loadAddress(family: Family): Promise<string | null> {
  return readAddress(await read('sync', `/wallets/${family}-address`))
}

/** Asks for an own address; a repeat gives the same one. */
export async function askAddress(
  family: Family,
): Promise<{ readonly address: string | null } | { readonly failure: Failure }> {
  const path = `/wallets/get-${family}-address`
  const outcome = await send({ host: 'sync', method: 'POST', path, body: {} })
  return outcome.ok ? { address: readAddress(outcome.body) } : { failure: outcome }
}

async function loadRows(path: string, page: number, symbol: string | null) {
  const list = { page, rows: transferRows, sort: 'id', order: 'desc' }
  if (symbol === null) return rowsOf(await read('sync', path, list))
  const filter = [{ field: 'ccurrency_symbol', op: 'equal', value: symbol }]
  return rowsOf(await read('sync', path, { ...list, filter_rules: JSON.stringify(filter) }))
}

/** Loads a page of the own deposits of a coin, newest first (EVMD-17, BTCD-03). Throws as above. */
export async function loadCoinDeposits(coin: Coin, page: number): Promise<readonly CoinDeposit[]> {
  const rows =
    coin.kind === 'bitcoin'
      ? await loadRows('/wallets_btc/deposits', page, null)
      : await loadRows('/ccdeposits', page, coin.symbol)
  return rows.map(readCoinDeposit)
}

/** Loads a page of the own withdrawals of a coin, newest first (EVMW-03, BTCW-01). Throws as above. */
export async function loadCoinWithdrawals(
  coin: Coin,
  page: number,
): Promise<readonly CoinWithdrawal[]> {
  const rows =
    coin.kind === 'bitcoin'
      ? await loadRows('/wallets_btc/withdraws', page, null)
      : await loadRows('/withdraws', page, coin.symbol)
  return rows.map(readCoinWithdrawal)
}

/** The most rows that a page may have (DEC-137). */
const allRows = 100

/**
 * Loads the newest own withdrawals of all coins whose addresses are alike: of bitcoin, or over the EVM chains.
 * Throws as above.
 */
export async function loadNewestWithdrawals(family: Family): Promise<readonly CoinWithdrawal[]> {
  const path = family === 'bitcoin' ? '/wallets_btc/withdraws' : '/withdraws'
  const list = { page: 1, rows: allRows, sort: 'id', order: 'desc' }
  return rowsOf(await read('sync', path, list)).map(readCoinWithdrawal)
}

async function loadOpenRows(path: string, field: string, value: readonly string[]) {
  const filter = [{ field, op: 'in', value }]
  const list = { page: 1, rows: allRows, sort: 'id', order: 'desc' }
  return rowsOf(await read('sync', path, { ...list, filter_rules: JSON.stringify(filter) }))
}

/** Loads the own withdrawals of all coins that are not over: what they are about is held. Throws as above. */
export async function loadOpenCoinWithdrawals(): Promise<readonly CoinWithdrawal[]> {
  const open = ['PENDING', 'PROCESSING']
  const rows = await Promise.all([
    loadOpenRows('/withdraws', 'withdraw_status', open),
    loadOpenRows('/wallets_btc/withdraws', 'status', open),
  ])
  return rows.flat().map(readCoinWithdrawal)
}

/** Loads the own deposits of all coins that are not added yet. Throws as above. */
export async function loadOpenCoinDeposits(): Promise<readonly CoinDeposit[]> {
  const [coins, bitcoin] = await Promise.all([
    loadOpenRows('/ccdeposits', 'ccdeposit_status', ['PENDING']),
    loadOpenRows('/wallets_btc/deposits', 'status', ['PENDING']),
  ])
  const ofBitcoin = bitcoin.map((row) => ({ ...readCoinDeposit(row), symbol: 'BTC' }))
  return [...coins.map(readCoinDeposit), ...ofBitcoin]
}

async function post(
  host: HostName,
  path: string,
  body: JsonRecord,
  commandId?: string,
): Promise<RawOutcome> {
  return send({ host, method: 'POST', path, body, commandId })
}

const failureOf = (outcome: RawOutcome): Failure | null => (outcome.ok ? null : outcome)

/** Tells who sent a deposit (TRAVEL-05); null when that is taken, else why not. */
export async function tellSender(
  depositId: string,
  sender: { readonly name: string; readonly address: string; readonly idNumber: string },
): Promise<Failure | null> {
  const body = {
    ccdeposit_id: Number(depositId),
    kyt_name: sender.name.trim(),
    kyt_home_address: sender.address.trim(),
    ...(sender.idNumber.trim() !== '' && { kyt_id_number: sender.idNumber.trim() }),
  }
  return failureOf(await post('sync', '/ccdeposits/kyt', body))
}

export type ClaimWish = {
  readonly txhash: string
  readonly chain: ChainName
  readonly chainId: string
  /** Null: the chain's own coin. */
  readonly contract: string | null
}

/** Claims a deposit that is missing (EVMD-14, DEC-113); null when that is taken, else why not. */
export async function claimDeposit(coin: Coin, wish: ClaimWish): Promise<Failure | null> {
  const { txhash, chain, chainId, contract } = wish
  const named = { currency: coin.symbol, evm_chain_id: Number(chainId) }
  if (coin.kind === 'evm_token') {
    const body = { txhash, contract_address: contract ?? '', ...named, chain_name: chain }
    return failureOf(await post('evm', '/blocks/erc20-deposit-manual', body))
  }
  const body = chain === 'bnb' ? { txhash, ...named } : { txhash, chain_name: chain, ...named }
  return failureOf(await post('evm', '/blocks/coin-deposit-manual', body))
}

/** Simulation only: has coins of a local chain sent to the own address. */
export async function askFaucet(chain: WireChain, symbol: string): Promise<RawOutcome> {
  return post('api', '/simulation/chain/faucet', { chain, currency: symbol })
}

export type CoinWish = {
  readonly coin: Coin
  /** Null for bitcoin. */
  readonly way: Way | null
  readonly to: string
  /** Empty where the travel rule does not ask for them. */
  readonly receiverName: string
  readonly receiverAddress: string
  /** Units. */
  readonly amount: number
  /** What the person saw: another fee is told before anything is sent (ATT-90). */
  readonly fee: number
  /** The code from the e-mail, empty where a second factor is active (DEC-120). */
  readonly otp: string
  readonly factorCode: string
}

/** The wish of this coin that a kept value is, without codes; null where it is none. */
export function keptCoinWish(value: unknown, coin: Coin): CoinWish | null {
  if (!isRecord(value)) return null
  const { to, receiverName, receiverAddress, amount, fee } = value
  const way = value['way'] === null ? null : keptWay(value['way'])
  const areTexts =
    typeof to === 'string' &&
    typeof receiverName === 'string' &&
    typeof receiverAddress === 'string'
  if (way === undefined || !areTexts) return null
  if (typeof amount !== 'number' || typeof fee !== 'number') return null
  return { coin, way, to, receiverName, receiverAddress, amount, fee, otp: '', factorCode: '' }
}

/** The way that a kept value is, as far as a request names it; undefined where it is none. */
function keptWay(value: unknown): Way | undefined {
  if (!isRecord(value)) return undefined
  const { id, chainId, chain, contract } = value
  const isContract = contract === null || typeof contract === 'string'
  if (typeof id !== 'string' || typeof chainId !== 'string' || !isContract) return undefined
  const known = chainNames.find((name) => name === chain) ?? null
  return { id, chainId, chain: known, contract, fee: null, leastDeposit: null, confirmations: null }
}

/** What a withdrawal pays, as its code is asked for. */
export function coinPayment({ coin, way, to, amount }: CoinWish): CodePayment {
  const payment = {
    currency: coin.symbol,
    amount: rawCoin(amount, coin.decimals),
    withdraw_to: to,
  }
  return way === null ? payment : { ...payment, chain_id: Number(way.chainId) }
}

function wishBody(wish: CoinWish): { readonly path: string; readonly body: JsonRecord } {
  const { coin, way } = wish
  const body = {
    withdraw_to: wish.to,
    to_name: wish.receiverName.trim(),
    to_home_address: wish.receiverAddress.trim(),
    amount: rawCoin(wish.amount, coin.decimals),
    fee: rawCoin(wish.fee, coin.decimals),
    google_secret: wish.factorCode,
  }
  if (way === null) return { path: '/wallets_btc/withdraw', body: { ...body, otp: wish.otp } }
  const named = {
    OTP: wish.otp,
    chain_id: Number(way.chainId),
    currency: coin.symbol,
    ccurrency_table_id: coin.id,
  }
  return way.contract === null
    ? { path: '/evm/coin-withdraw', body: { ...body, ...named } }
    : {
        path: '/evm/token-withdraw',
        body: { ...body, ...named, contract_address: way.contract },
      }
}

/** Nobody waits for it for longer: the withdrawal itself is judged again. */
const checkMs = 10_000

/**
 * Asks whether a coin may be withdrawn to where the wish says; null where nothing is known against it, else
 * why not. The withdrawal itself is judged again.
 */
export async function checkPayee({ coin, way, to }: CoinWish): Promise<Failure | null> {
  const body = { currency: coin.symbol, chain: way?.chain ?? 'bitcoin', withdraw_to: to }
  const path = '/withdraws/check-address'
  const outcome = await send({ host: 'sync', method: 'POST', path, body, timeoutMs: checkMs })
  return failureOf(outcome)
}

/**
 * Asks for a withdrawal (EVMW-07, BTCW-04).
 *
 * @param commandId made once per click; a repeat with it never makes a second withdrawal
 */
export async function askCoinWithdrawal(
  wish: CoinWish,
  commandId: string,
): Promise<Asked<CoinWithdrawal>> {
  const { path, body } = wishBody(wish)
  const outcome = await post(wish.way === null ? 'sync' : 'evm', path, body, commandId)
  if (!outcome.ok) return { ok: false, failure: outcome }
  const { data, msg } = outcome.body
  const row = isRecord(data) ? readCoinWithdrawal(data) : null
  return { ok: true, row, message: typeof msg === 'string' ? msg : '' }
}

/** Loads what applies to withdrawals of a coin now. Throws where the call failed. */
export async function loadCoinRules(coin: Coin): Promise<CoinRules> {
  const body = await read('sync', '/withdraws/rules', { currency: coin.symbol })
  return readCoinRules(body, coin.decimals)
}

/** Cancels an own withdrawal; null when it is done, else why not. */
export async function cancelCoinWithdrawal(id: string): Promise<Failure | null> {
  return failureOf(await post('sync', '/withdraws/cancel', { id: Number(id) }))
}

/** Asks which withdrawal a mail's link is about; nothing changes by that. */
export async function loadByLink(
  token: string,
): Promise<LinkedCoin | { readonly failure: Failure }> {
  const outcome = await post('sync', '/withdraws/of-link', { token })
  return outcome.ok ? readLinkedCoin(outcome.body) : { failure: outcome }
}

/** Cancels by the secret of a mail's link; null when it is done, else why not. */
export async function cancelByLink(token: string): Promise<Failure | null> {
  return failureOf(await post('sync', '/withdraws/cancel-by-link', { token }))
}
