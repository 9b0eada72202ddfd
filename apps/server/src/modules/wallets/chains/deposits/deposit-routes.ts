/** The calls of coins coming in, with their wire names (API-42, API-47 to API-50, API-77 to API-79). */
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
import { readLine, readLines } from '../../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../../platform/text/refused-text.ts'
import { stepsOf } from '../../machine/step-store.ts'
import type { Addresses } from '../addresses/addresses.ts'
import { claimDeposit, type ClaimParts, type NamedDeposit } from './claims.ts'
import { type ChainFamily, chainTable } from '../chains.ts'
import { chainDepositFigures, type ListedDeposit, listChainDeposits } from './deposit-list.ts'
import type { ChainDepositsParts } from './deposit-deps.ts'
import { type Sender, tellSender } from './deposit-store.ts'
import { createGiftsOfHour, useFaucet } from './faucet.ts'
import type { ChainRegister, ListedAsset } from '../register.ts'

const refusedStatus = 400
/** Each waits for chains that are not begun yet, up to twelve seconds. */
const addressesAtOnce = 10
const addressesPerSecond = 1 / 6
/** Each claim makes the node look a transaction up. */
const claimsAtOnce = 10
const claimsPerSecond = 1 / 6
const giftsAtOnce = 10
const giftsPerSecond = 1 / 3
const usersMax = 100_000

export type DepositRouteParts = ChainDepositsParts & {
  readonly addresses: Addresses
  readonly claims: ClaimParts
  /** Looks at all chains at once. */
  readonly wakeFollower: () => void
  /** Looks at deposits that are due at once. */
  readonly wakeMachine: () => void
}

/** Serves them; what they refuse is told with status 400 where it has none of its own (DEC-135). */
export async function registerChainDepositRoutes(
  http: HttpHost,
  parts: DepositRouteParts,
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(refuseWith(refusedStatus))
    registerAddresses(scope, parts)
    registerLists(scope, parts)
    registerSender(scope, parts)
    registerClaims(scope, parts)
    if (parts.isLocal) registerFaucet(scope, parts)
  })
  // Unlike the others, a name that is not known is an answer with success 0 (SRV-66).
  registerPublic(http, parts)
}

function registerAddresses(http: HttpHost, parts: DepositRouteParts): void {
  const { sessions, addresses, register } = parts
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
      requireRoom(mayAsk, userId)
      if (isClosed(register, family)) await refuseNewAddress(addresses, userId, family)
      const address = await addresses.give(userId, family)
      return success(request, { data: { wallet_address: address } }, { code: 'address.done' })
    })
  }
  serve('evm', calls.evmAddress, calls.makeEvmAddress)
  serve('bitcoin', calls.bitcoinAddress, calls.makeBitcoinAddress)
}

/** Whether coins of this family are known and none is taken in: all chains of one share an address. */
function isClosed({ assets }: ChainRegister, family: ChainFamily): boolean {
  const own = assets.filter(({ chain }) => chainTable[chain].family === family)
  return own.length > 0 && !own.some(({ isReceivable }) => isReceivable)
}

/** Refuses `address.closed`, but for whoever has one already: it is the same for ever. */
async function refuseNewAddress(
  addresses: Addresses,
  userId: number,
  family: ChainFamily,
): Promise<void> {
  const known = await addresses.find(userId, family)
  if (known === null) throw new Refusal('address.closed')
}

/** What bitcoin asks for before it is added; null where it does not come in here. */
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

function registerLists(http: HttpHost, parts: DepositRouteParts): void {
  const { database, register, sessions } = parts
  route(http, sessions, calls.chainDeposits, async ({ request, userId, input }) => {
    const list = listOf(input, chainDepositFields, 'id')
    const page = await listChainDeposits(database, register, { userId, family: 'evm', list })
    const figures = await figuresOf(parts, page.rows)
    return success(request, { data: listData(list, page, (row) => chainDepositRow(figures(row))) })
  })
  route(http, sessions, calls.bitcoinDeposits, async ({ request, userId, input }) => {
    const list = listOf(input, bitcoinDepositFields, 'id')
    const page = await listChainDeposits(database, register, { userId, family: 'bitcoin', list })
    const figures = await figuresOf(parts, page.rows)
    return success(request, {
      data: listData(list, page, (row) => bitcoinDepositRow(figures(row))),
    })
  })
}

async function figuresOf(
  { database, register, isLocal, nodes }: DepositRouteParts,
  rows: readonly ListedDeposit[],
) {
  const steps = await stepsOf(
    database,
    'chain_deposit',
    rows.map(({ rowId }) => rowId),
  )
  const place = isLocal ? 'local' : nodes.network === 'mainnet' ? 'mainnet' : 'testnet'
  return (row: ListedDeposit) =>
    chainDepositFigures(register, place, row, steps.get(row.rowId) ?? [])
}

function registerSender(http: HttpHost, parts: DepositRouteParts): void {
  const { database, sessions, wakeMachine } = parts
  route(http, sessions, calls.tellSender, async ({ request, userId, input }) => {
    const sender = senderOf(input)
    const rowId = Number(input.ccdeposit_id)
    const told = await tellSender(database, { rowId, userId }, sender)
    if (told === 'unknown') throw new Refusal('deposit.unknown')
    if (told === 'told') throw new Refusal('sender.told')
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
    readLine(input.kyt_name, senderNameMax),
    senderFaults.name,
    senderNameMax,
  )
  const lines = readLines(input.kyt_home_address, senderAddressMax)
  const address = acceptedText(lines, senderFaults.address, senderAddressMax)
  const given = input.kyt_id_number?.trim() ?? ''
  if (given === '') return { name, address, idNumber: null }
  const number = readLine(given, senderIdNumberMax)
  const idNumber = acceptedText(number, senderFaults.idNumber, senderIdNumberMax)
  return { name, address, idNumber }
}

function registerClaims(http: HttpHost, parts: DepositRouteParts): void {
  const { sessions, claims } = parts
  const mayClaim = createKeyedLimit<number>(claimsAtOnce, claimsPerSecond, usersMax)
  const claimed = async (named: NamedDeposit) => {
    requireRoom(mayClaim, named.userId)
    const rows = await claimDeposit(claims, named)
    const figures = await figuresOf(parts, rows)
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

function requireRoom(may: KeyedLimit<number>, userId: number): void {
  if (!may(userId, performance.now())) throw new Refusal('request.rate')
}

function registerFaucet(http: HttpHost, parts: DepositRouteParts): void {
  const { database, register, nodes, sessions, wakeFollower } = parts
  const control = () => nodes.control()
  const may = createKeyedLimit<number>(giftsAtOnce, giftsPerSecond, usersMax)
  const gifts = createGiftsOfHour()
  route(http, sessions, calls.useFaucet, async ({ request, userId, input }) => {
    requireRoom(may, userId)
    await nodes.reach()
    const { chain, currency } = input
    const asked = { userId, chain, currency, amount: input.amount ?? null }
    const { txid, amount } = await useFaucet({ database, register, control, gifts }, asked)
    wakeFollower()
    const said = { code: 'faucet.done', params: { amount } }
    return success(request, { data: { txid, amount } }, said)
  })
}

function registerPublic(http: HttpHost, { register, sessions }: DepositRouteParts): void {
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
