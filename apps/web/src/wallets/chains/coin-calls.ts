/**
 * The calls about coin deposits and withdrawals. Answers are parsed to units; failures are returned
 * unchanged.
 */
import { routes, type WireChain } from '@tukar/wire'
import type { CodePayment } from '../../accounts/codes/otp-calls.ts'
import type { Failure } from '../../api/answer.ts'
import { call, callAs, load, type Outcome } from '../../api/call.ts'
import { isRecord } from '../../api/json.ts'
import { type RequestResult, toRequestResult } from '../transfers/transfer-request.ts'
import { transferRows } from '../rupiah/rupiah-calls.ts'
import {
  chainFaces,
  type ChainName,
  chainNames,
  type Coin,
  type CoinDeposit,
  type CoinRules,
  type CoinWithdrawal,
  type LinkedCoin,
  findNativeChain,
  rawCoin,
  type CoinNetwork,
} from './coin.ts'
import {
  toBitcoinNetwork,
  toCoin,
  toCoinDeposit,
  toCoinRules,
  toCoinWithdrawal,
  toLinkedCoin,
  toNetwork,
} from './coin-wire.ts'

/** Loads a currency by its symbol (EVMD-18); null if there is none. Throws if the call failed. */
export function loadCoin(symbol: string): Promise<Coin | null> {
  const filter = [{ field: 'ccurrency_symbol', op: 'equal', value: symbol }]
  const input = { page: 1, rows: 1, filter_rules: JSON.stringify(filter) }
  return load(routes.currencies, { input }, ({ data: { datas } }) => {
    const [row] = datas
    return row === undefined ? null : toCoin(row)
  })
}

/**
 * Loads the networks of a coin or token (EVMW-04). If the list lacks the coin's own network, its id is looked
 * up by name (DEC-112). Throws if a call failed.
 */
export async function loadNetworks(coin: Coin): Promise<readonly CoinNetwork[]> {
  if (coin.kind === 'bitcoin') {
    return load(routes.bitcoinAddress, {}, ({ data }) => [toBitcoinNetwork(data, coin)])
  }
  const input = { ccurrency_id: coin.id }
  const networks = await load(routes.evmTokens, { input }, ({ data }) =>
    data.map((row) => toNetwork(row, coin.decimals)),
  )
  const chain = findNativeChain(coin)
  if (coin.kind !== 'evm_coin' || chain === null || networks.length > 0) return networks
  const chainId = await findChainId(chain)
  return chainId === null ? [] : [findNativeNetwork(coin, chain, chainId)]
}

function findNativeNetwork({ fee }: Coin, chain: ChainName, chainId: string): CoinNetwork {
  const unknown = { leastDeposit: null, confirmations: null }
  return { id: chain, chainId, chain, contract: null, fee, ...unknown }
}

/** Looks up the id of a chain (EVMD-15); null if it is not found. */
export async function findChainId(chain: ChainName): Promise<string | null> {
  const { setting: name } = chainFaces[chain]
  if (name === null) return null
  const outcome = await call(routes.evmChainId, { input: { name } })
  if (!outcome.ok) return null
  const { data } = outcome.body
  return Number.isSafeInteger(data) && data > 0 ? String(data) : null
}

/** The chains of a family share one address. */
export type Family = 'ethereum' | 'bitcoin'

/** Loads the user's address; null if none was requested yet (EVMD-06, BTCD-02). Throws if the call failed. */
export function loadAddress(family: Family): Promise<string | null> {
  const route = family === 'bitcoin' ? routes.bitcoinAddress : routes.evmAddress
  return load(route, {}, ({ data }) => data.wallet_address)
}

/** Requests an address for the user; repeated calls return the same address. */
export async function requestAddress(
  family: Family,
): Promise<{ readonly address: string } | { readonly failure: Failure }> {
  const route = family === 'bitcoin' ? routes.makeBitcoinAddress : routes.makeEvmAddress
  const outcome = await callAs(route, {}, ({ data }) => data.wallet_address)
  return outcome.ok ? { address: outcome.body } : { failure: outcome }
}

/** The input of a list page: rows of one currency, or of all. */
function listInput(page: number, symbol: string | null = null) {
  const input = { page, rows: transferRows, sort: 'id', order: 'desc' } as const
  if (symbol === null) return input
  const filter = [{ field: 'ccurrency_symbol', op: 'equal', value: symbol }]
  return { ...input, filter_rules: JSON.stringify(filter) }
}

/**
 * Loads a page of the user's deposits of a coin, newest first (EVMD-17, BTCD-03). Throws if the call failed.
 */
export function loadCoinDeposits(coin: Coin, page: number): Promise<readonly CoinDeposit[]> {
  return coin.kind === 'bitcoin'
    ? load(routes.bitcoinDeposits, { input: listInput(page) }, depositsIn)
    : load(routes.chainDeposits, { input: listInput(page, coin.symbol) }, depositsIn)
}

type Rows<Row> = { readonly data: { readonly datas: readonly Row[] } }

function depositsIn({ data }: Rows<Parameters<typeof toCoinDeposit>[0]>): readonly CoinDeposit[] {
  return data.datas.map(toCoinDeposit)
}

function withdrawalsIn({
  data,
}: Rows<Parameters<typeof toCoinWithdrawal>[0]>): readonly CoinWithdrawal[] {
  return data.datas.map(toCoinWithdrawal)
}

/**
 * Loads a page of the user's withdrawals of a coin, newest first (EVMW-03, BTCW-01). Throws if the call
 * failed.
 */
export function loadCoinWithdrawals(coin: Coin, page: number): Promise<readonly CoinWithdrawal[]> {
  return coin.kind === 'bitcoin'
    ? load(routes.bitcoinWithdrawals, { input: listInput(page) }, withdrawalsIn)
    : load(routes.chainWithdrawals, { input: listInput(page, coin.symbol) }, withdrawalsIn)
}

/** The maximum of rows per page (DEC-137). */
const allRows = 100

/**
 * Loads the user's newest withdrawals of all coins of an address family: bitcoin, or the EVM chains. Throws
 * if the call failed.
 */
export function loadNewestWithdrawals(family: Family): Promise<readonly CoinWithdrawal[]> {
  const route = family === 'bitcoin' ? routes.bitcoinWithdrawals : routes.chainWithdrawals
  const input = { page: 1, rows: allRows, sort: 'id', order: 'desc' } as const
  return load(route, { input }, withdrawalsIn)
}

/** The input for all rows whose field has one of some values. */
function openInput(field: string, value: readonly string[]) {
  const filter_rules = JSON.stringify([{ field, op: 'in', value }])
  return { page: 1, rows: allRows, sort: 'id', order: 'desc', filter_rules } as const
}

/** Loads the user's open withdrawals of all coins; their amounts are held. Throws if the call failed. */
export async function loadOpenCoinWithdrawals(): Promise<readonly CoinWithdrawal[]> {
  const open = ['PENDING', 'PROCESSING']
  const [coins, bitcoin] = await Promise.all([
    load(routes.chainWithdrawals, { input: openInput('withdraw_status', open) }, withdrawalsIn),
    load(routes.bitcoinWithdrawals, { input: openInput('status', open) }, withdrawalsIn),
  ])
  return [...coins, ...bitcoin]
}

/** Loads the user's deposits of all coins that are not credited yet. Throws if the call failed. */
export async function loadOpenCoinDeposits(): Promise<readonly CoinDeposit[]> {
  const open = ['PENDING']
  const [coins, bitcoin] = await Promise.all([
    load(routes.chainDeposits, { input: openInput('ccdeposit_status', open) }, depositsIn),
    load(routes.bitcoinDeposits, { input: openInput('status', open) }, depositsIn),
  ])
  return [...coins, ...bitcoin]
}

const toFailure = (outcome: Outcome<unknown>): Failure | null => (outcome.ok ? null : outcome)

/** Sends the sender of a deposit (TRAVEL-05); null on success, otherwise the failure. */
export async function submitSender(
  depositId: string,
  sender: { readonly name: string; readonly address: string; readonly idNumber: string },
): Promise<Failure | null> {
  const input = {
    ccdeposit_id: Number(depositId),
    kyt_name: sender.name.trim(),
    kyt_home_address: sender.address.trim(),
    ...(sender.idNumber.trim() !== '' && { kyt_id_number: sender.idNumber.trim() }),
  }
  return toFailure(await call(routes.tellSender, { input }))
}

export type DepositClaimInput = {
  readonly txhash: string
  readonly chain: ChainName
  readonly chainId: string
  /** Null: the native coin of the chain. */
  readonly contract: string | null
}

/** Claims a missing deposit (EVMD-14, DEC-113); null on success, otherwise the failure. */
export async function claimDeposit(
  coin: Coin,
  request: DepositClaimInput,
): Promise<Failure | null> {
  const { txhash, chain, chainId, contract } = request
  const named = { currency: coin.symbol, evm_chain_id: Number(chainId) }
  if (coin.kind === 'evm_token') {
    const input = { txhash, contract_address: contract ?? '', ...named, chain_name: chain }
    return toFailure(await call(routes.claimToken, { input }))
  }
  const input = chain === 'bnb' ? { txhash, ...named } : { txhash, chain_name: chain, ...named }
  return toFailure(await call(routes.claimCoin, { input }))
}

/** Simulation only: requests coins of a local chain for the user's address. */
export function requestFaucet(
  chain: WireChain,
  symbol: string,
): Promise<Outcome<{ readonly msg: string }>> {
  return call(routes.useFaucet, { input: { chain, currency: symbol } })
}

export type CoinWithdrawalInput = {
  readonly coin: Coin
  /** Null for bitcoin. */
  readonly way: CoinNetwork | null
  readonly to: string
  /** Empty if the travel rule does not require it. */
  readonly receiverName: string
  readonly receiverAddress: string
  /** In units. */
  readonly amount: number
  /** The fee that the user saw; if it changed, the server refuses the request (ATT-90). */
  readonly fee: number
  /** The code from the e-mail; empty if a second factor is active (DEC-120). */
  readonly otp: string
  readonly factorCode: string
}

/** Parses a stored withdrawal request of this coin, without codes; null if it is invalid. */
export function parseCoinWithdrawalInput(value: unknown, coin: Coin): CoinWithdrawalInput | null {
  if (!isRecord(value)) return null
  const { to, receiverName, receiverAddress, amount, fee } = value
  const network = value['way'] === null ? null : parseNetwork(value['way'])
  const areTexts =
    typeof to === 'string' &&
    typeof receiverName === 'string' &&
    typeof receiverAddress === 'string'
  if (network === undefined || !areTexts) return null
  if (typeof amount !== 'number' || typeof fee !== 'number') return null
  return {
    coin,
    way: network,
    to,
    receiverName,
    receiverAddress,
    amount,
    fee,
    otp: '',
    factorCode: '',
  }
}

/** Parses a stored network with the fields that a request needs; undefined if it is invalid. */
function parseNetwork(value: unknown): CoinNetwork | undefined {
  if (!isRecord(value)) return undefined
  const { id, chainId, chain, contract } = value
  const isContract = contract === null || typeof contract === 'string'
  if (typeof id !== 'string' || typeof chainId !== 'string' || !isContract) return undefined
  const known = chainNames.find((name) => name === chain) ?? null
  return { id, chainId, chain: known, contract, fee: null, leastDeposit: null, confirmations: null }
}

/** The payment that a withdrawal's code confirms. */
export function coinPayment({ coin, way: network, to, amount }: CoinWithdrawalInput): CodePayment {
  const payment = {
    currency: coin.symbol,
    amount: rawCoin(amount, coin.decimals),
    withdraw_to: to,
  }
  return network === null ? payment : { ...payment, chain_id: Number(network.chainId) }
}

/** The check does not block for longer, because the withdrawal itself is checked again. */
const checkMs = 10_000

/**
 * Checks the destination of a withdrawal; null if nothing is known against it, otherwise the failure. The
 * withdrawal itself is checked again.
 */
export async function checkPayee({
  coin,
  way: network,
  to,
}: CoinWithdrawalInput): Promise<Failure | null> {
  const input = { currency: coin.symbol, chain: network?.chain ?? 'bitcoin', withdraw_to: to }
  return toFailure(await call(routes.checkPayee, { input, timeoutMs: checkMs }))
}

/**
 * Requests a withdrawal (EVMW-07, BTCW-04).
 *
 * @param commandId created once per click; a retry with the same id never creates a second withdrawal
 */
export async function requestCoinWithdrawal(
  request: CoinWithdrawalInput,
  commandId: string,
): Promise<RequestResult<CoinWithdrawal>> {
  const { coin, way: network } = request
  const common = {
    withdraw_to: request.to,
    to_name: request.receiverName.trim(),
    to_home_address: request.receiverAddress.trim(),
    amount: rawCoin(request.amount, coin.decimals),
    fee: rawCoin(request.fee, coin.decimals),
    google_secret: request.factorCode,
  }
  if (network === null) {
    const input = { ...common, otp: request.otp }
    return toRequestResult(
      await call(routes.withdrawBitcoin, { input, commandId }),
      toCoinWithdrawal,
    )
  }
  const named = {
    ...common,
    OTP: request.otp,
    chain_id: Number(network.chainId),
    currency: coin.symbol,
    ccurrency_table_id: coin.id,
  }
  if (network.contract === null) {
    const plan = { input: named, commandId }
    return toRequestResult(await call(routes.withdrawEvmCoin, plan), toCoinWithdrawal)
  }
  const input = { ...named, contract_address: network.contract }
  return toRequestResult(
    await call(routes.withdrawEvmToken, { input, commandId }),
    toCoinWithdrawal,
  )
}

/** Loads the current rules for withdrawals of a coin. Throws if the call failed. */
export function loadCoinRules(coin: Coin): Promise<CoinRules> {
  const input = { currency: coin.symbol }
  return load(routes.chainWithdrawalRules, { input }, ({ data }) =>
    toCoinRules(data, coin.decimals),
  )
}

/** Cancels one of the user's withdrawals; null on success, otherwise the failure. */
export async function cancelCoinWithdrawal(id: string): Promise<Failure | null> {
  return toFailure(await call(routes.cancelChainWithdrawal, { input: { id: Number(id) } }))
}

/** Loads the withdrawal of an e-mail's link; changes nothing. */
export async function loadByLink(
  token: string,
): Promise<LinkedCoin | { readonly failure: Failure }> {
  const outcome = await callAs(routes.chainWithdrawalOfLink, { input: { token } }, ({ data }) =>
    toLinkedCoin(data),
  )
  return outcome.ok ? outcome.body : { failure: outcome }
}

/** Cancels a withdrawal by the secret of an e-mail's link; null on success, otherwise the failure. */
export async function cancelByLink(token: string): Promise<Failure | null> {
  return toFailure(await call(routes.cancelChainWithdrawalByLink, { input: { token } }))
}
