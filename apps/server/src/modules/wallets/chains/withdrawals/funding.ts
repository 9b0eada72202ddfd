/**
 * Plans a payout without reserving anything: can it be paid now, and by which transaction? It waits if the
 * rail owes too little by the ledger, or if the hot wallet has too little (FLT-32). In a simulation the
 * chain's faucet tops up the difference.
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
import { coinFeesOf, isRefusedBy } from './treasury/coin-gas.ts'
import { freeCoins } from './withdrawal-store.ts'
import type { Funding } from './withdrawal-row.ts'
import {
  bitcoinFeeMax,
  bitcoinFees,
  bitcoinTargetBlocks,
  type ChainWithdrawalDeps,
  type WalletAccounts,
} from './deps.ts'
import { findChainHalt } from '../tracking/halts.ts'
import { inFlightOf, type Payment } from './payment-store.ts'
import { hotWalletTip } from './treasury/hot-wallet-blocks.ts'
import { isTopUpPending } from './reserves.ts'
import { isWithin, type SignerLimits, readSignerLimits } from './signing/signer-limits.ts'

/** A possible payment of a withdrawal. */
type Way =
  | { readonly funding: Exclude<Funding, 'enough'> }
  | { readonly funding: 'enough'; readonly family: 'bitcoin'; readonly payout: UnsignedPayout }
  | {
      readonly funding: 'enough'
      readonly family: 'evm'
      readonly chain: EvmChain
      /** The hot wallet's address, with its checksum. */
      readonly from: string
      readonly firstNonce: number
      readonly gasLimit: bigint
      readonly fees: GasFees
      /** The amounts that other payouts use at planning time. If they change, the plan is made again. */
      readonly spent: string
    }

/** A possible payment, with the limits of the signer. */
export type Plan =
  | Extract<Way, { funding: Exclude<Funding, 'enough'> }>
  | (Extract<Way, { funding: 'enough' }> & { readonly signerLimits: SignerLimits })

const coinsMax = 1_000
/** House outputs are spent after one confirmation, deposits once they are credited. */
const spendableConfirmations = 1
/** The interval between top-ups per chain and contract, while one is in transit. */
const topUpEveryMs = 30_000
/** The number of transfers whose gas one top-up covers. */
const gasOfTransfers = 50n

/** The listed asset of a payment; undefined if it is no longer listed. */
export function assetOf(
  { register }: Pick<ChainWithdrawalDeps, 'register'>,
  { chain, contract }: Pick<Payment, 'chain' | 'contract'>,
): ListedAsset | undefined {
  return register.assets.find((one) => one.chain === chain && one.contract === contract)
}

/** An EVM chain by its name. */
export function evmChainNamed(name: string): EvmChain {
  const chain = evmChains.find((one) => one.name === name)
  if (chain === undefined) throw new Error(`${name} is not an EVM chain`)
  return chain
}

/** The maximum fee of a transaction on a chain, in its coin. */
export function feeMaxOn(chain: string): bigint {
  if (chain === 'bitcoin') return bitcoinFeeMax
  const { feePerGasMax, gasLimitMax } = evmChainNamed(chain).fees
  return feePerGasMax * gasLimitMax
}

/** The dependencies of planning. */
export type FundingDeps = Pick<
  ChainWithdrawalDeps,
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

/** Creates the planning of payouts. */
export function createFunding(deps: FundingDeps) {
  const toppedUpMs = new Map<string, number>()

  /** Simulation: lets the faucet pay the hot wallet, but not while an earlier top-up is in transit. */
  async function topUp(
    payment: Parameters<NonNullable<ChainWithdrawalDeps['topUp']>>,
  ): Promise<void> {
    const [chain, { contract }] = payment
    const key = `${chain} ${contract}`
    const nowMs = performance.now()
    const lastMs = toppedUpMs.get(key) ?? Number.NEGATIVE_INFINITY
    if (deps.topUp === null || nowMs - lastMs < topUpEveryMs) return
    toppedUpMs.set(key, nowMs)
    await deps.topUp(...payment)
  }

  return async (payment: Payment): Promise<Plan> => {
    const asset = assetOf(deps, payment)
    if (asset === undefined) return { funding: 'paused' }
    const halt = await findChainHalt(deps.database, deps.keys, payment.chain)
    if (halt !== null) return { funding: 'paused' }
    const stop = await custodyStopOf(deps, payment.currencyId)
    if (stop !== null) return { funding: stop === 'custody_gap' ? stop : 'paused' }
    const accounts = await deps.accounts()
    if (accounts === null) return { funding: 'paused' }
    const signerLimits = await readSignerLimits(deps.signer, asset, payment.toAddress)
    if (!(await isWithin(deps.database, payment, signerLimits))) return { funding: 'signer_cap' }
    const hot = hotAddress(accounts, payment.chain)
    const owed = await makeOwed(deps, payment, { asset, hot })
    if (owed !== 'done') return { funding: owed }
    const plan =
      payment.chain === 'bitcoin'
        ? await planBitcoin(deps, accounts, payment)
        : await planEvm(deps, accounts, payment, topUp)
    return plan.funding === 'enough' ? { ...plan, signerLimits } : plan
  }
}

function hotAddress(accounts: WalletAccounts, chain: Payment['chain']): string {
  return chain === 'bitcoin' ? accounts.bitcoin.at(hotWallet).address : accounts.evm.at(hotWallet)
}

/**
 * Checks that the rail owes this withdrawal and all others by the ledger. In a simulation the rest is topped
 * up: coins first, and the ledger once a block has them, so that the ledger never exceeds the chain.
 */
async function makeOwed(
  { database, engine, topUp }: FundingDeps,
  payment: Payment,
  { asset, hot }: { readonly asset: ListedAsset; readonly hot: string },
): Promise<'done' | 'short' | 'paused'> {
  const { chain, currencyId, contract } = payment
  const { railId } = chainTable[chain]
  // Read before the ledger, which then includes any booking in between.
  const isOnItsWay = topUp !== null && (await isTopUpPending(database, chain, contract))
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
  const toppedUp = await topUp(chain, { address: hot, amount, contract, purpose: 'payout' })
  return toppedUp === 'done' ? 'short' : 'paused'
}

/** The funding for each failure of planning. Only `short` can be solved by more coins. */
const fundingOf = {
  insufficient: 'short',
  dust: 'dust',
  overFeeMax: 'fee_too_high',
} as const satisfies Record<Exclude<PayoutPlan['status'], 'planned'>, Funding>

async function planBitcoin(
  { database, nodes }: FundingDeps,
  accounts: WalletAccounts,
  payment: Payment,
): Promise<Way> {
  const node = nodes.bitcoin
  const tip = await hotWalletTip(database)
  const to = checkAddress(payment.toAddress, nodes.network)
  if (node === null || tip === null || to.status !== 'valid') return { funding: 'paused' }
  const quote = await node.feeQuote(bitcoinTargetBlocks, bitcoinFees)
  if (quote.status !== 'done' || quote.value.state !== 'ready') return { funding: 'paused' }
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
  if (plan.status !== 'planned') return { funding: fundingOf[plan.status] }
  return { funding: 'enough', family: 'bitcoin', payout: plan.payout }
}

type TopUp = (payment: Parameters<NonNullable<ChainWithdrawalDeps['topUp']>>) => Promise<void>

async function planEvm(
  { database, nodes }: FundingDeps,
  accounts: WalletAccounts,
  payment: Payment,
  topUp: TopUp,
): Promise<Way> {
  const chain = evmChainNamed(payment.chain)
  const node = nodes.evm[chain.name]
  if (node === null) return { funding: 'paused' }
  const from = accounts.evm.at(hotWallet)
  const { contract, chainAmount } = payment
  // Read before the balance. A payout that is mined in between counts twice rather than never.
  const flying = await inFlightOf(database, payment.chain, contract)
  const coinsFlying = contract === null ? flying : await inFlightOf(database, payment.chain, null)
  const held = await holdingsOf(node, from, contract)
  if (held === null) return { funding: 'paused' }
  const tokens = held.token - flying.amount
  if (contract !== null && tokens < chainAmount) return { funding: 'short' }
  const limits = contract === null ? await coinFeesOf(node, chain, from) : chain.fees
  if (limits === null) return { funding: 'paused' }
  const quote = await node.quote(
    contract === null
      ? { from, to: payment.toAddress, value: chainAmount, data: '0x' }
      : { from, to: contract, value: 0n, data: transferData(payment.toAddress, chainAmount) },
    limits,
  )
  if (quote.status !== 'done') return { funding: 'paused' }
  const { value } = quote
  // A refused token transfer comes from its contract and affects every payout of it.
  if (contract === null && isRefusedBy(value)) return { funding: 'receiver_refuses' }
  const needsGas = value.state === 'ready' ? value.feeMax : feeMaxOn(chain.name)
  const coins = held.coin - coinsFlying.amount - coinsFlying.fees
  const needed = needsGas + (contract === null ? chainAmount : 0n)
  if (coins < needed && (value.state === 'ready' || value.state === 'noFunds')) {
    const amount = needed - coins + needsGas * gasOfTransfers
    await topUp([chain.name, { address: from, amount, contract: null, purpose: 'gas' }])
    return { funding: 'short' }
  }
  if (value.state === 'noFunds') return { funding: 'short' }
  if (value.state !== 'ready') return { funding: 'paused' }
  const counts = await node.nonceCounts(from)
  if (counts.status !== 'done') return { funding: 'paused' }
  return {
    funding: 'enough',
    family: 'evm',
    chain,
    from,
    firstNonce: counts.value.latest,
    gasLimit: value.gasLimit,
    fees: value.fees,
    spent: spentAmountText(flying.amount, coinsFlying),
  }
}

/** The amounts that other payouts use of the hot wallet, as one text to compare. */
export function spentAmountText(
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
  // A contract that does not answer stops only this token.
  const token = contract === null ? 0n : (tokens[0] ?? null)
  return token === null ? null : { coin, token }
}

/** The maximum fee of a plan, in wei. */
export function feeOfPlan(plan: Extract<Plan, { funding: 'enough' }>): bigint {
  return plan.family === 'bitcoin' ? plan.payout.fee : feeMaxOf(plan.fees, plan.gasLimit)
}
