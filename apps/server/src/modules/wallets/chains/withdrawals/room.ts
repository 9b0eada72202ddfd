/**
 * Whether a withdrawal can be paid now, and by which transaction: read alone, nothing is taken. What the
 * books do not owe over a rail, or the hot wallet does not have, makes it wait in the queue (FLT-32); in a
 * simulation it is lent by the chain's faucet.
 */
import {
  checkAddress,
  type PayoutPlan,
  planPayout,
  type UnsignedPayout,
} from '../../../../adapters/bitcoin/index.ts'
import {
  type EvmChain,
  evmChains,
  type EvmNode,
  type GasFees,
  feeMaxOf,
  transferData,
} from '../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import { chainAmountOf, chainTable, coinbaseMaturity } from '../chains.ts'
import { custodyStopOf } from '../custody/custody-store.ts'
import type { ListedAsset } from '../register.ts'
import { coinFeesOf, isRefusedBy } from './coin-gas.ts'
import { freeCoins } from './withdrawal-store.ts'
import type { Room } from './withdrawal-row.ts'
import {
  bitcoinFeeMax,
  bitcoinFees,
  bitcoinTargetBlocks,
  type ChainOutParts,
  type HouseAccounts,
} from './parts.ts'
import { chainPause } from '../tracking/halts.ts'
import { inFlightOf, type Payment } from './payment-store.ts'
import { houseTip } from './house-blocks.ts'
import { isLending } from './reserves.ts'
import { isWithin, type SignerRoom, signerRoomOf } from './signer-room.ts'

/** How a withdrawal would be paid. */
type Way =
  | { readonly room: Exclude<Room, 'enough'> }
  | { readonly room: 'enough'; readonly family: 'bitcoin'; readonly payout: UnsignedPayout }
  | {
      readonly room: 'enough'
      readonly family: 'evm'
      readonly chain: EvmChain
      /** Of the hot wallet, with its checksum. */
      readonly from: string
      readonly firstNonce: number
      readonly gasLimit: bigint
      readonly fees: GasFees
      /** What others took when it was planned: another figure later means to plan again. */
      readonly taken: string
    }

/** That, with what the signer lets out. */
export type Plan =
  | Extract<Way, { room: Exclude<Room, 'enough'> }>
  | (Extract<Way, { room: 'enough' }> & { readonly signerRoom: SignerRoom })

const coinsMax = 1_000
/** What is the house's own is spent once one block has it; of a deposit once it is credited. */
const spendableConfirmations = 1
/** Of a top-up that is on its way, by chain and contract. */
const topUpPauseMs = 30_000
/** Transfers whose gas a top-up pays for. */
const gasOfTransfers = 50n

/** The way of a currency over a chain; undefined once it is not listed any more. */
export function assetOf(
  { register }: Pick<ChainOutParts, 'register'>,
  { chain, contract }: Pick<Payment, 'chain' | 'contract'>,
): ListedAsset | undefined {
  return register.assets.find((one) => one.chain === chain && one.contract === contract)
}

/** An EVM chain by its name. */
export function evmChainNamed(name: string): EvmChain {
  const chain = evmChains.find((one) => one.name === name)
  if (chain === undefined) throw new Error(`${name} is no EVM chain`)
  return chain
}

/** The most that a transaction of a chain may cost, in its coin. */
export function feeMaxOn(chain: string): bigint {
  if (chain === 'bitcoin') return bitcoinFeeMax
  const { feePerGasMax, gasLimitMax } = evmChainNamed(chain).fees
  return feePerGasMax * gasLimitMax
}

/** What planning stands on. */
export type RoomParts = Pick<
  ChainOutParts,
  | 'database'
  | 'engine'
  | 'keys'
  | 'register'
  | 'nodes'
  | 'signer'
  | 'accounts'
  | 'topUp'
  | 'custody'
>

/** Plans payouts of this server. */
export function createRoom(parts: RoomParts) {
  const toppedUpMs = new Map<string, number>()

  /** Simulation: has the faucet pay the hot wallet, not again while that is on its way. */
  async function topUp(payment: Parameters<NonNullable<ChainOutParts['topUp']>>): Promise<void> {
    const [chain, { contract }] = payment
    const key = `${chain} ${contract}`
    const nowMs = performance.now()
    const lastMs = toppedUpMs.get(key) ?? Number.NEGATIVE_INFINITY
    if (parts.topUp === null || nowMs - lastMs < topUpPauseMs) return
    toppedUpMs.set(key, nowMs)
    await parts.topUp(...payment)
  }

  return async (payment: Payment): Promise<Plan> => {
    const asset = assetOf(parts, payment)
    if (asset === undefined) return { room: 'paused' }
    const halt = await chainPause(parts.database, parts.keys, payment.chain)
    if (halt !== null) return { room: 'paused' }
    const stop = await custodyStopOf(parts, payment.currencyId)
    if (stop !== null) return { room: stop === 'custody_gap' ? stop : 'paused' }
    const accounts = await parts.accounts()
    if (accounts === null) return { room: 'paused' }
    const signerRoom = await signerRoomOf(parts.signer, asset, payment.toAddress)
    if (!(await isWithin(parts.database, payment, signerRoom))) return { room: 'signer_cap' }
    const hot = hotAddress(accounts, payment.chain)
    const owed = await makeOwed(parts, payment, { asset, hot })
    if (owed !== 'done') return { room: owed }
    const plan =
      payment.chain === 'bitcoin'
        ? await planBitcoin(parts, accounts, payment)
        : await planEvm(parts, accounts, payment, topUp)
    return plan.room === 'enough' ? { ...plan, signerRoom } : plan
  }
}

function hotAddress(accounts: HouseAccounts, chain: Payment['chain']): string {
  return chain === 'bitcoin' ? accounts.bitcoin.at(hotWallet).address : accounts.evm.at(hotWallet)
}

/**
 * The rail owes what the withdrawal takes of it beside all others. In a simulation the rest is lent: coins
 * first, and the books once a block has them, so that these never say more than the chain has.
 */
async function makeOwed(
  { database, engine, topUp }: RoomParts,
  payment: Payment,
  { asset, hot }: { readonly asset: ListedAsset; readonly hot: string },
): Promise<'done' | 'short' | 'paused'> {
  const { chain, currencyId, contract } = payment
  const { railId } = chainTable[chain]
  // Before the books are read: what is booked meanwhile is in them.
  const isOnItsWay = topUp !== null && (await isLending(database, chain, contract))
  if (!(await engine.waitForProjection(railId))) return 'paused'
  const { units } = await inFlightOf(database, chain, contract)
  const found = await database.query<{ owed: number }>(
    `select -available as owed from exchange.balance where account_id = $1 and currency_id = $2`,
    [railId, currencyId],
  )
  const missing = payment.net + units - (found.rows[0]?.owed ?? 0)
  if (missing <= 0) return 'done'
  if (topUp === null || isOnItsWay) return 'short'
  const amount = chainAmountOf(missing, asset)
  const lent = await topUp(chain, { address: hot, amount, contract, purpose: 'payout' })
  return lent === 'done' ? 'short' : 'paused'
}

/** Why nothing can be planned: more coins would help the first alone. */
const rooms = {
  insufficient: 'short',
  dust: 'dust',
  overFeeMax: 'fee_too_high',
} as const satisfies Record<Exclude<PayoutPlan['status'], 'planned'>, Room>

async function planBitcoin(
  { database, nodes }: RoomParts,
  accounts: HouseAccounts,
  payment: Payment,
): Promise<Way> {
  const node = nodes.bitcoin
  const tip = await houseTip(database)
  const to = checkAddress(payment.toAddress, nodes.network)
  if (node === null || tip === null || to.status !== 'valid') return { room: 'paused' }
  const quote = await node.feeQuote(bitcoinTargetBlocks, bitcoinFees)
  if (quote.status !== 'done' || quote.value.state !== 'ready') return { room: 'paused' }
  const coins = await freeCoins(database, {
    tipHeight: tip.height,
    confirmations: spendableConfirmations,
    coinbaseConfirmations: coinbaseMaturity,
    max: coinsMax,
  })
  const plan = planPayout({
    account: accounts.bitcoin,
    coins: coins.map(({ branch, keyIndex, ...coin }) => {
      return { ...coin, key: { branch, index: keyIndex } }
    }),
    to,
    amount: payment.chainAmount,
    changeKey: hotWallet,
    rate: quote.value.rate,
    feeMax: bitcoinFeeMax,
  })
  if (plan.status !== 'planned') return { room: rooms[plan.status] }
  return { room: 'enough', family: 'bitcoin', payout: plan.payout }
}

type TopUp = (payment: Parameters<NonNullable<ChainOutParts['topUp']>>) => Promise<void>

async function planEvm(
  { database, nodes }: RoomParts,
  accounts: HouseAccounts,
  payment: Payment,
  topUp: TopUp,
): Promise<Way> {
  const chain = evmChainNamed(payment.chain)
  const node = nodes.evm[chain.name]
  if (node === null) return { room: 'paused' }
  const from = accounts.evm.at(hotWallet)
  const { contract, chainAmount } = payment
  // Before the balance: what is mined between the two is counted twice then, never not at all.
  const flying = await inFlightOf(database, payment.chain, contract)
  const coinsFlying = contract === null ? flying : await inFlightOf(database, payment.chain, null)
  const held = await holdingsOf(node, from, contract)
  if (held === null) return { room: 'paused' }
  const tokens = held.token - flying.amount
  if (contract !== null && tokens < chainAmount) return { room: 'short' }
  const limits = contract === null ? await coinFeesOf(node, chain, from) : chain.fees
  if (limits === null) return { room: 'paused' }
  const quote = await node.quote(
    contract === null
      ? { from, to: payment.toAddress, value: chainAmount, data: '0x' }
      : { from, to: contract, value: 0n, data: transferData(payment.toAddress, chainAmount) },
    limits,
  )
  if (quote.status !== 'done') return { room: 'paused' }
  const { value } = quote
  // Of a token it is the contract that refuses, and everybody who waits for it.
  if (contract === null && isRefusedBy(value)) return { room: 'receiver_refuses' }
  const needsGas = value.state === 'ready' ? value.feeMax : feeMaxOn(chain.name)
  const coins = held.coin - coinsFlying.amount - coinsFlying.fees
  const needed = needsGas + (contract === null ? chainAmount : 0n)
  if (coins < needed && (value.state === 'ready' || value.state === 'noFunds')) {
    const amount = needed - coins + needsGas * gasOfTransfers
    await topUp([chain.name, { address: from, amount, contract: null, purpose: 'gas' }])
    return { room: 'short' }
  }
  if (value.state === 'noFunds') return { room: 'short' }
  if (value.state !== 'ready') return { room: 'paused' }
  const counts = await node.nonceCounts(from)
  if (counts.status !== 'done') return { room: 'paused' }
  return {
    room: 'enough',
    family: 'evm',
    chain,
    from,
    firstNonce: counts.value.latest,
    gasLimit: value.gasLimit,
    fees: value.fees,
    taken: takenText(flying.amount, coinsFlying),
  }
}

/** What others took of the hot wallet, as one text to compare. */
export function takenText(
  amount: bigint,
  coins: { readonly amount: bigint; readonly fees: bigint },
): string {
  return `${amount} ${coins.amount} ${coins.fees}`
}

async function holdingsOf(node: EvmNode, address: string, contract: string | null) {
  const contracts = contract === null ? [] : [contract]
  const answer = await node.balances(address, contracts, 'latest')
  if (answer.status !== 'done') return null
  const { coin, tokens } = answer.value
  // Its contract does not say what there is: that keeps this token alone.
  const token = contract === null ? 0n : (tokens[0] ?? null)
  return token === null ? null : { coin, token }
}

/** Wei at most for a plan. */
export function feeOfPlan(plan: Extract<Plan, { room: 'enough' }>): bigint {
  return plan.family === 'bitcoin' ? plan.payout.fee : feeMaxOf(plan.fees, plan.gasLimit)
}
