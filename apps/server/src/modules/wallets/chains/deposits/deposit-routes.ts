/** The routes of coin deposits, with their wire names (API-42, API-47 to API-50, API-77 to API-79). */
import {
  type BitcoinAddressFigures,
  bitcoinAddressRow,
  bitcoinDepositFields,
  bitcoinDepositRow,
  calls,
  chainDepositFields,
  chainDepositRow,
  evmChainIdNames,
  evmTokenRow,
  senderAddressMax,
  senderIdNumberMax,
  senderNameMax,
} from '@tukar/wire'
import { formatUnits } from '@tukar/money'
import { toChecksum } from '../../../../adapters/evm/index.ts'
import { type HttpHost, refuseWith, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { route } from '../../../../platform/http/route.ts'
import { createKeyedLimit, type KeyedLimit } from '../../../../platform/limits/keyed-limit.ts'
import { listData, listOf } from '../../../../platform/lists/answer.ts'
import { parseLine, readLines } from '../../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../../platform/text/refused-text.ts'
import { readSteps } from '../../machine/step-store.ts'
import type { Addresses } from '../addresses/addresses.ts'
import { claimDeposit, type ClaimDeps, type NamedDeposit } from './claims.ts'
import { type ChainFamily, chainTable } from '../chains.ts'
import { chainDepositFigures, type ListedDeposit, listChainDeposits } from './deposit-list.ts'
import type { ChainDepositsDeps } from './deposit-deps.ts'
import { type Sender, storeSender } from './deposit-store.ts'
import { createGiftsOfHour, useFaucet } from './faucet.ts'
import type { ChainRegister, ListedAsset } from '../register.ts'

const refusedStatus = 400
/** A request waits up to twelve seconds for chains that are not started yet. */
const addressesAtOnce = 10
const addressesPerSecond = 1 / 6
/** Each claim makes the node look up a transaction. */
const claimsAtOnce = 10
const claimsPerSecond = 1 / 6
const giftsAtOnce = 10
const giftsPerSecond = 1 / 3
const usersMax = 100_000

export type DepositRouteDeps = ChainDepositsDeps & {
  readonly addresses: Addresses
  readonly claims: ClaimDeps
  /** Scans all chains at once. */
  readonly wakeFollower: () => void
  /** Processes due deposits at once. */
  readonly wakeMachine: () => void
}

/** Registers the routes. A refusal without a status of its own gets status 400 (DEC-135). */
export async function registerChainDepositRoutes(
  http: HttpHost,
  deps: DepositRouteDeps,
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(refuseWith(refusedStatus))
    registerAddresses(scope, deps)
    registerLists(scope, deps)
    registerSender(scope, deps)
    registerClaims(scope, deps)
    if (deps.isLocal) registerFaucet(scope, deps)
  })
  // Unlike the other routes, it answers an unknown name with success 0 (SRV-66).
  registerPublic(http, deps)
}

function registerAddresses(http: HttpHost, deps: DepositRouteDeps): void {
  const { sessions, addresses, register } = deps
  const mayAsk = createKeyedLimit<number>(addressesAtOnce, addressesPerSecond, usersMax)
  const serve = (
    family: ChainFamily,
    find: typeof calls.evmAddress | typeof calls.bitcoinAddress,
    make: typeof calls.makeEvmAddress | typeof calls.makeBitcoinAddress,
  ): void => {
    route(http, sessions, find, async ({ request, userId }) => {
      const address = await addresses.find(userId, family)
      const terms = family === 'bitcoin' ? bitcoinTermsOf(register) : null
      const data =
        terms === null ? { wallet_address: address } : bitcoinAddressRow({ ...terms, address })
      return success(request, { data })
    })
    route(http, sessions, make, async ({ request, userId }) => {
      requireRate(mayAsk, userId)
      if (isClosed(register, family)) await refuseNewAddress(addresses, userId, family)
      const address = await addresses.assign(userId, family)
      return success(request, { data: { wallet_address: address } }, { code: 'address.done' })
    })
  }
  serve('evm', calls.evmAddress, calls.makeEvmAddress)
  serve('bitcoin', calls.bitcoinAddress, calls.makeBitcoinAddress)
}

/**
 * Whether coins of this family are listed and deposits of all of them are closed. All chains of a family
 * share an address.
 */
function isClosed({ assets }: ChainRegister, family: ChainFamily): boolean {
  const own = assets.filter(({ chain }) => chainTable[chain].family === family)
  return own.length > 0 && !own.some(({ isReceivable }) => isReceivable)
}

/** Refuses `address.closed`, except for users who already have an address, which never changes. */
async function refuseNewAddress(
  addresses: Addresses,
  userId: number,
  family: ChainFamily,
): Promise<void> {
  const known = await addresses.find(userId, family)
  if (known === null) throw new Refusal('address.closed')
}

/**
 * The terms of bitcoin that a user reads before he gets an address; null if bitcoin deposits are not
 * supported.
 */
function bitcoinTermsOf(register: ChainRegister): Omit<BitcoinAddressFigures, 'address'> | null {
  const profile = register.chain('bitcoin')
  const asset = register.assets.find(({ chain }) => chain === 'bitcoin')
  if (profile?.finality.kind !== 'confirmations' || asset === undefined) return null
  const counts = profile.finality.tiers.map(({ count }) => count)
  return {
    minDeposit: formatUnits(asset.minUnits, asset.unitDecimals),
    confirmations: Math.min(...counts),
    confirmationsMax: Math.max(...counts),
  }
}

function registerLists(http: HttpHost, deps: DepositRouteDeps): void {
  const { database, register, sessions } = deps
  route(http, sessions, calls.chainDeposits, async ({ request, userId, input }) => {
    const list = listOf(input, chainDepositFields, 'id')
    const page = await listChainDeposits(database, register, { userId, family: 'evm', list })
    const figures = await figuresOf(deps, page.rows)
    return success(request, { data: listData(list, page, (row) => chainDepositRow(figures(row))) })
  })
  route(http, sessions, calls.bitcoinDeposits, async ({ request, userId, input }) => {
    const list = listOf(input, bitcoinDepositFields, 'id')
    const page = await listChainDeposits(database, register, { userId, family: 'bitcoin', list })
    const figures = await figuresOf(deps, page.rows)
    return success(request, {
      data: listData(list, page, (row) => bitcoinDepositRow(figures(row))),
    })
  })
}

async function figuresOf(
  { database, register, isLocal, nodes }: DepositRouteDeps,
  rows: readonly ListedDeposit[],
) {
  const steps = await readSteps(
    database,
    'chain_deposit',
    rows.map(({ rowId }) => rowId),
  )
  const place = isLocal ? 'local' : nodes.network === 'mainnet' ? 'mainnet' : 'testnet'
  return (row: ListedDeposit) =>
    chainDepositFigures(register, place, row, steps.get(row.rowId) ?? [])
}

function registerSender(http: HttpHost, deps: DepositRouteDeps): void {
  const { database, sessions, wakeMachine } = deps
  route(http, sessions, calls.tellSender, async ({ request, userId, input }) => {
    const sender = senderOf(input)
    const rowId = Number(input.ccdeposit_id)
    const stored = await storeSender(database, { rowId, userId }, sender)
    if (stored === 'unknown') throw new Refusal('deposit.unknown')
    if (stored === 'already_stored') throw new Refusal('sender.told')
    wakeMachine()
    return success(request, {}, { code: 'sender.done' })
  })
}

const senderFaults = {
  name: { empty: 'sender.name', long: 'sender.name_long', letter: 'sender.name_letter' },
  address: {
    empty: 'sender.address',
    long: 'sender.address_long',
    letter: 'sender.address_letter',
  },
  idNumber: {
    empty: 'sender.id_number',
    long: 'sender.id_number_long',
    letter: 'sender.id_number_letter',
  },
} as const

function senderOf(input: {
  readonly kyt_name: string
  readonly kyt_home_address: string
  readonly kyt_id_number?: string | null | undefined
}): Sender {
  const name = acceptedText(
    parseLine(input.kyt_name, senderNameMax),
    senderFaults.name,
    senderNameMax,
  )
  const lines = readLines(input.kyt_home_address, senderAddressMax)
  const address = acceptedText(lines, senderFaults.address, senderAddressMax)
  const given = input.kyt_id_number?.trim() ?? ''
  if (given === '') return { name, address, idNumber: null }
  const number = parseLine(given, senderIdNumberMax)
  const idNumber = acceptedText(number, senderFaults.idNumber, senderIdNumberMax)
  return { name, address, idNumber }
}

function registerClaims(http: HttpHost, deps: DepositRouteDeps): void {
  const { sessions, claims } = deps
  const mayClaim = createKeyedLimit<number>(claimsAtOnce, claimsPerSecond, usersMax)
  const claimed = async (named: NamedDeposit) => {
    requireRate(mayClaim, named.userId)
    const rows = await claimDeposit(claims, named)
    const figures = await figuresOf(deps, rows)
    return rows.map((row) => chainDepositRow(figures(row)))
  }
  route(http, sessions, calls.claimToken, async ({ request, userId, input }) => {
    const contract = input.contract_address ?? null
    const data = await claimed({ ...namedOf(userId, input), contract, kind: 'token' })
    return success(request, { data }, { code: 'claim.done' })
  })
  route(http, sessions, calls.claimCoin, async ({ request, userId, input }) => {
    const data = await claimed({ ...namedOf(userId, input), contract: null, kind: 'coin' })
    return success(request, { data }, { code: 'claim.done' })
  })
}

function namedOf(
  userId: number,
  input: {
    readonly txhash: string
    readonly currency?: string | null | undefined
    readonly evm_chain_id?: number | string | null | undefined
    readonly chain_name?: string | null | undefined
  },
): Omit<NamedDeposit, 'contract' | 'kind'> {
  const { evm_chain_id: chainId, chain_name: chainName } = input
  return {
    userId,
    txid: input.txhash,
    currency: input.currency || null,
    chainId: chainId == null ? null : Number(chainId),
    chainName: chainName || null,
  }
}

function requireRate(may: KeyedLimit<number>, userId: number): void {
  if (!may(userId, performance.now())) throw new Refusal('request.rate')
}

function registerFaucet(http: HttpHost, deps: DepositRouteDeps): void {
  const { database, register, nodes, sessions, wakeFollower } = deps
  const control = () => nodes.control()
  const may = createKeyedLimit<number>(giftsAtOnce, giftsPerSecond, usersMax)
  const gifts = createGiftsOfHour()
  route(http, sessions, calls.useFaucet, async ({ request, userId, input }) => {
    requireRate(may, userId)
    await nodes.reach()
    const { chain, currency } = input
    const asked = { userId, chain, currency, amount: input.amount ?? null }
    const { txid, amount } = await useFaucet({ database, register, control, gifts }, asked)
    wakeFollower()
    const said = { code: 'faucet.done', params: { amount } }
    return success(request, { data: { txid, amount } }, said)
  })
}

function registerPublic(http: HttpHost, { register, sessions }: DepositRouteDeps): void {
  route(http, sessions, calls.evmChainId, async ({ request, input }) => {
    const names: Readonly<Record<string, string>> = evmChainIdNames
    const name = input.name ?? ''
    const chain = Object.hasOwn(names, name) ? names[name] : null
    const asset = register.assets.find((one) => one.chain === chain)
    if (asset === undefined || asset.chainId === null) throw new Refusal('chain.id_unknown')
    return success(request, { data: asset.chainId })
  })
  route(http, sessions, calls.evmTokens, async ({ request, input }) => {
    const currencyId = Number(input.ccurrency_id)
    const ways = register.assets.filter((one) => one.currencyId === currencyId)
    const data = ways.flatMap((asset) => tokenRows(asset, register.chain(asset.chain)?.usualDepth))
    return success(request, { data })
  })
}

function tokenRows(asset: ListedAsset, usualDepth = 1) {
  const { chain, chainId, contract } = asset
  if (chain === 'bitcoin' || chainId === null) return []
  const figures = {
    tokenId: asset.assetId,
    chain,
    chainId,
    contract: contract === null ? '' : toChecksum(contract),
    symbol: asset.symbol,
    withdrawalFee: asset.withdrawalFee,
    minDeposit: formatUnits(asset.minUnits, asset.unitDecimals),
    confirmations: usualDepth,
  }
  return [evmTokenRow(figures)]
}
