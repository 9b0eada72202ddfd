/**
 * The treasury of EVM chains: sweeps credited deposits to the hot wallet, funds the gas for that, and fills
 * nonce gaps that block later transactions (FLT-30). Each move is stored, signed, stored again and sent, as
 * payouts are.
 */
import {
  addressKey,
  bumpedFees,
  coinToSweep,
  type EvmChain,
  type EvmNode,
  evmChains,
  feeMaxOf,
  gasToFund,
  nonceGaps,
  toChecksum,
  transferData,
} from '../../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import { asWriter } from '../../../machine/writer.ts'
import { chainAmountOf } from '../../chains.ts'
import type { ListedAsset } from '../../register.ts'
import { findChainHalt, haltChain } from '../../tracking/halts.ts'
import { keyElsewhereCause } from '../../tracking/halt-causes.ts'
import {
  endSlot,
  usedNonces,
  type TreasuryMove,
  insertMove,
  storeMoveSigned,
  movesOfSlot,
  openMoves,
  type RestingAddress,
  setMoveState,
  sweepCandidates,
} from './treasury-store.ts'
import {
  approvedAgain,
  type Gas,
  hotWalletEnd,
  type MoveOrder,
  planMove,
  renewableCodes,
  renewMove,
} from './treasury-plans.ts'
import { checkMove, isProvenMove } from '../proofs/move-proofs.ts'
import { evmOrder, isAsOrdered, orderBytes, readOrder } from '../signing/signing-order.ts'
import { bumpsMax, type ChainWithdrawalDeps, type WalletAccounts } from '../deps.ts'
import { askSigner, treasuryStatement } from '../signing/signing.ts'

/** The number of addresses per pass. */
const sweepsMax = 10
/** An address with too little is checked again after this time, or after another credit. */
const restMs = 600_000
/** More deposits than any address has, so that only time ends the rest. */
const anyDeposits = 2_147_483_647
/** The maximum number of gaps to fill in one pass. */
const waitingMax = 64
/**
 * The number of sweeps whose gas the simulation's faucet funds at once, and the interval between fundings.
 */
const gasOfSweeps = 100n
const gasEveryMs = 30_000

type At = {
  readonly deps: ChainWithdrawalDeps
  readonly chain: EvmChain
  readonly node: EvmNode
  readonly accounts: WalletAccounts
  readonly epoch: number
  /** Addresses that are skipped for now. */
  readonly resting: Map<string, Rest>
  /** The moves that were already reported to operators. */
  readonly reported: Set<number>
  /** The time of the next funding by the faucet, by chain. */
  readonly faucetAtMs: Map<string, number>
}

type Rest = RestingAddress & { readonly chain: string; readonly untilMs: number }

/** Creates a pass over all chains, for the writer of an epoch. */
export function createTreasury(deps: ChainWithdrawalDeps): (epoch: number) => Promise<void> {
  const order = {
    resting: new Map<string, Rest>(),
    reported: new Set<number>(),
    faucetAtMs: new Map<string, number>(),
  }
  return async (epoch) => {
    for (const chain of evmChains) {
      const node = deps.nodes.evm[chain.name]
      // The treasury does not start to follow a chain.
      if (node === null) continue
      if ((await findChainHalt(deps.database, deps.keys, chain.name)) !== null) continue
      const accounts = await deps.accounts()
      if (accounts === null) return
      // A failure on one chain does not stop the others.
      await moveOnChain({ deps, chain, node, accounts, epoch, ...order }).catch((error: unknown) =>
        deps.log.warn({ chain: chain.name, error: String(error) }, 'a treasury pass failed'),
      )
    }
  }
}

async function moveOnChain(at: At): Promise<void> {
  const { deps, chain } = at
  const broken: unknown[] = []
  const note = (error: unknown): void => void broken.push(error)
  for (const move of await openMoves(deps.database, chain.name)) await advance(at, move).catch(note)
  await fillGaps(at)
  await sweep(at)
  // New moves are sent at once, so that waiting withdrawals wait one pass less.
  for (const move of await openMoves(deps.database, chain.name)) {
    if (move.state === 'planned') await advance(at, move).catch(note)
  }
  if (deps.topUp !== null) await wakeWaiting(deps, chain)
  if (broken.length > 0) throw broken[0]
}

/** Simulation: makes withdrawals that wait for the faucet due soon, because users wait at the screen. */
async function wakeWaiting({ database }: ChainWithdrawalDeps, chain: EvmChain): Promise<void> {
  await database.query(
    `update wallets.chain_withdrawal set next_look_at = now(), hints = hints + 1
     where chain = $1 and state = 'approved' and next_look_at > now()`,
    [chain.name],
  )
}

async function advance(at: At, move: TreasuryMove): Promise<void> {
  if (!(await checkMove(at.deps, move))) return
  switch (move.state) {
    case 'planned':
      return sign(at, move)
    case 'signed':
      return send(at, move)
    case 'sent':
    case 'mined':
      return find(at, move)
  }
}

async function sign(at: At, move: TreasuryMove): Promise<void> {
  const { deps, epoch } = at
  const { database, log } = deps
  const order = readOrder(move.request)
  const answer = await askSigner(deps, epoch, order.order, treasuryStatement)
  if (answer.status === 'unknown') return
  if (answer.status === 'refused') {
    log.warn(
      { move: order.order.approval.id, code: answer.code },
      'the signer refused a treasury move',
    )
    // The nonce stays in use: the same order is signed with a new approval.
    if (renewableCodes.includes(answer.code)) await renewMove({ ...deps, epoch }, move, order)
    // A refused fee increase leaves the move unchanged.
    else if (move.no > 1) {
      await asWriter(database, epoch, (transaction) =>
        setMoveState(transaction, move.moveId, 'void'),
      )
    }
    return
  }
  const { txid, raw } = answer.value
  const bytes = Buffer.from(raw.replace(/^0x/, ''), 'hex')
  const isStored =
    isAsOrdered(order, { txid, raw }) &&
    (await asWriter(database, epoch, (transaction) =>
      storeMoveSigned(transaction, deps.keys, move, { txid, bytes }),
    ))
  if (!isStored) throw new Error(`the signer's bytes differ from move ${move.moveId}`)
  // Stored by now: after a crash here, the next pass sends it.
  await send(at, { ...move, txid, bytes })
}

async function send({ deps, node, epoch }: At, move: TreasuryMove): Promise<void> {
  if (move.bytes === null) return
  await asWriter(deps.database, epoch, (transaction) =>
    setMoveState(transaction, move.moveId, 'sent'),
  )
  await node.send(`0x${move.bytes.toString('hex')}`)
}

async function find(at: At, move: TreasuryMove): Promise<void> {
  const { deps, chain, node } = at
  const { fromAddress: address, nonce } = move
  const proven = (await movesOfSlot(deps.database, move)).filter((one) =>
    isProvenMove(deps.keys, one),
  )
  const txHashes = proven.flatMap(({ txid }) => (txid === null ? [] : [txid]))
  const answer = await node.find({ address, nonce, txHashes })
  if (answer.status !== 'done') return
  const found = answer.value
  if (found.state === 'mined') {
    const { receipt } = found
    const isFinal = chain.creditAt === 'safe' ? found.isSafe : found.isFinal
    await asWriter(deps.database, at.epoch, (transaction) =>
      endSlot(transaction, move, {
        txid: receipt.txHash,
        isFinal,
        height: receipt.blockNumber,
        hash: receipt.blockHash,
        feePaid: receipt.feePaid,
        isSuccess: receipt.isSuccess,
      }),
    )
    // The address is swept again after a rest, because each try costs its fee.
    if (!receipt.isSuccess) rest(at, { address: addressKey(address), deposits: anyDeposits })
    return
  }
  // The node knows none of its transactions. The move stays open, so that its cost is not lost, until a node
  // has one or an operator confirms that another transaction used the nonce.
  if (found.state === 'displaced') {
    if (found.isFinal) reportDisplaced(at, move)
    return
  }
  const isOld = (move.sentSeconds ?? 0) * 1_000 >= deps.bumpAfterMs
  if (isOld && !move.isOutbid && move.no <= bumpsMax) await raise(at, move)
  else if (found.state === 'absent') await send(at, move)
}

/** Reports a displaced move once. */
function reportDisplaced({ deps, chain, reported }: At, { moveId, nonce }: TreasuryMove): void {
  if (reported.has(moveId)) return
  reported.add(moveId)
  deps.log.error(
    { chain: chain.name, moveId, nonce },
    'a treasury move was displaced, manual resolution needed',
  )
}

/** Signs the same move with a higher fee. */
async function raise({ deps, chain, epoch }: At, move: TreasuryMove): Promise<void> {
  const order = readOrder(move.request)
  const { approval, spend } = order.order
  if (spend.family !== 'evm' || order.sender === null) return
  const before = {
    maxFeePerGas: BigInt(spend.gasPrice.max),
    maxPriorityFeePerGas: BigInt(spend.gasPrice.priority),
  }
  const fees = bumpedFees(before, null, chain.fees)
  // A sweep of the coin spends everything and leaves nothing for a higher fee.
  if (fees === null || (move.purpose === 'sweep' && approval.contract === null)) return
  const approved = approvedAgain(deps.approvalKey, move.purpose, order)
  const gasPrice = {
    kind: 'dynamic',
    max: String(fees.maxFeePerGas),
    priority: String(fees.maxPriorityFeePerGas),
  } as const
  const request = orderBytes(evmOrder(approved, { ...spend, gasPrice }, order.sender))
  await asWriter(deps.database, epoch, (transaction) =>
    insertMove(transaction, deps.keys, {
      ...move,
      no: move.no + 1,
      request,
      reference: approval.id,
      contract: approval.contract?.toLowerCase() ?? null,
      feeMax: feeMaxOf(fees, BigInt(spend.gasLimit)),
    }),
  )
}

/**
 * Fills nonces of the hot wallet that were given and never used, while later transactions wait behind them.
 */
async function fillGaps({ deps, chain, node, accounts, epoch }: At): Promise<void> {
  const address = accounts.evm.at(hotWallet)
  const counts = await node.nonceCounts(address)
  if (counts.status !== 'done') return
  const { latest } = counts.value
  const used = await usedNonces(deps.database, { chain: chain.name, address, from: latest })
  if (used === null) return
  const gaps = nonceGaps({ ...used, latest })
  if (gaps.status === 'stranger') {
    deps.log.error(
      { chain: chain.name, nonce: gaps.nonce },
      'the hot wallet has transactions that this server did not sign',
    )
    await asWriter(deps.database, epoch, (transaction) =>
      haltChain(transaction, deps.keys, chain.name, keyElsewhereCause),
    )
    return
  }
  const nonces = gaps.nonces.slice(0, waitingMax)
  if (nonces.length === 0) return
  const gas = await gasOf(node, chain, { from: address, to: address, value: 0n, data: '0x' })
  if (gas === null || gas === 'unknown') return
  const end = hotWalletEnd(address)
  for (const nonce of nonces) {
    await planMove({ ...deps, epoch }, node, {
      chain,
      purpose: 'gap_filling',
      asset: { symbol: chain.coin, contract: null },
      from: end,
      to: end,
      amount: 0n,
      gas,
      nonce,
    })
  }
}

/** Skips an address for a while, or until more deposits to it are credited. */
function rest({ chain, resting }: Pick<At, 'chain' | 'resting'>, of: RestingAddress): void {
  const untilMs = performance.now() + restMs
  resting.set(`${chain.name} ${of.address}`, { ...of, chain: chain.name, untilMs })
}

async function sweep(at: At): Promise<void> {
  const { deps, chain } = at
  const nowMs = performance.now()
  for (const [key, { untilMs }] of at.resting) if (untilMs <= nowMs) at.resting.delete(key)
  const resting = [...at.resting.values()].filter((one) => one.chain === chain.name)
  const due = await sweepCandidates(deps.database, chain.name, { max: sweepsMax, resting })
  for (const { index, address, deposits } of due) {
    const own = { key: { branch: 0, index }, address: toChecksum(address) } as const
    const order = await sweepOf(at, own)
    if (order === 'unknown') continue
    if (order === null) rest(at, { address, deposits })
    else await planMove({ ...deps, epoch: at.epoch }, at.node, order)
  }
}

/** The next move for an address: a token, the gas for it, or the coin; null if too little is there. */
async function sweepOf(at: At, own: MoveOrder['from']): Promise<MoveOrder | 'unknown' | null> {
  const { deps, chain, node, accounts } = at
  const assets = deps.register.assets.filter((one) => one.chain === chain.name)
  const tokens = assets.filter(({ contract }) => contract !== null)
  const contracts = tokens.flatMap(({ contract }) => (contract === null ? [] : [contract]))
  const answer = await node.balances(own.address, contracts, 'latest')
  if (answer.status !== 'done') return 'unknown'
  const { coin, tokens: amounts } = answer.value
  const hot = hotWalletEnd(accounts.evm.at(hotWallet))
  for (const [index, asset] of tokens.entries()) {
    const amount = amounts[index] ?? 0n
    if (amount < sweepMin(asset)) continue
    const order = await sweepToken(at, { asset, amount, coin, own, hot })
    // A token that cannot be moved does not stop other assets of that address.
    if (order !== null) return order
  }
  const asset = assets.find(({ contract }) => contract === null)
  if (asset === undefined || coin < sweepMin(asset)) return null
  const call = { from: own.address, to: hot.address, value: 0n, data: '0x' }
  const gas = await gasOf(node, chain, call)
  if (gas === null || gas === 'unknown') return gas
  const amount = coinToSweep(coin, gas)
  if (amount === null) return null
  return { chain, purpose: 'sweep', asset, from: own, to: hot, amount, gas, nonce: null }
}

async function sweepToken(
  at: At,
  of: {
    readonly asset: ListedAsset
    readonly amount: bigint
    readonly coin: bigint
    readonly own: MoveOrder['from']
    readonly hot: MoveOrder['from']
  },
): Promise<MoveOrder | 'unknown' | null> {
  const { chain, node } = at
  const { asset, amount, coin, own, hot } = of
  if (asset.contract === null) return null
  const data = transferData(hot.address, amount)
  const call = { from: own.address, to: asset.contract, value: 0n, data }
  const gas = await gasOf(node, chain, call)
  // A token that its issuer froze is not tried in each pass.
  if (gas === null || gas === 'unknown') return gas
  const lack = gasToFund(coin, gas)
  if (lack === 0n) {
    return { chain, purpose: 'sweep', asset, from: own, to: hot, amount, gas, nonce: null }
  }
  const gift = { from: hot.address, to: own.address, value: lack, data: '0x' }
  const giftGas = await gasOf(node, chain, gift)
  if (giftGas === null || giftGas === 'unknown') {
    await fundGas(at, hot.address, lack)
    return 'unknown'
  }
  return {
    chain,
    purpose: 'gas_funding',
    asset: { symbol: chain.coin, contract: null },
    from: hot,
    to: own,
    amount: lack,
    gas: giftGas,
    nonce: null,
  }
}

/** Simulation: while the hot wallet has no coin for gas, the faucet funds it, with an interval. */
async function fundGas(
  { deps, chain, faucetAtMs }: At,
  address: string,
  lack: bigint,
): Promise<void> {
  const nowMs = performance.now()
  if (deps.topUp === null || (faucetAtMs.get(chain.name) ?? 0) > nowMs) return
  faucetAtMs.set(chain.name, nowMs + gasEveryMs)
  const gift = { address, amount: lack * gasOfSweeps, contract: null, purpose: 'gas' } as const
  await deps.topUp(chain.name, gift)
}

/**
 * The minimum for a sweep. The minimum deposit is the measure, because smaller sweeps cost more than they
 * bring.
 */
function sweepMin(asset: ListedAsset): bigint {
  return chainAmountOf(asset.minUnits, asset)
}

/** The gas for a call; null if the call would fail at any price. */
async function gasOf(
  node: EvmNode,
  chain: EvmChain,
  call: Parameters<EvmNode['quote']>[0],
): Promise<Gas | 'unknown' | null> {
  const quote = await node.quote(call, chain.fees)
  if (quote.status !== 'done') return 'unknown'
  const { value } = quote
  if (value.state === 'ready') return value
  return value.state === 'reverts' || value.state === 'tooMuchGas' ? null : 'unknown'
}
