/** What users may do with their coins: withdraw them over a chain, and cancel that. */
import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../../platform/http/refusal.ts'
import { createKeyedQueue } from '../../../../../platform/limits/keyed-queue.ts'
import { recordSecurityEvent } from '../../../../../platform/security/events.ts'
import {
  type Client,
  claimStepUp,
  type CodePayment,
  proveStepUp,
  securityHoldOf,
  type SessionUser,
} from '../../../../accounts/index.ts'
import { availableOf, findByRequest, cancelWithdrawal } from '../../../machine/requests.ts'
import { lockOwner } from '../../../machine/lock-owner.ts'
import { computePause } from '../../../machine/request-pause.ts'
import { dailyLimitOf } from '../../../person-limits.ts'
import { countWithdrawn, withdrawnOfDay } from '../../../withdrawn-proofs.ts'
import { holdSource } from '../../commands.ts'
import type { ListedAsset } from '../../register.ts'
import { coinTextInSentence } from '../../amount-text.ts'
import { cancelableStates, type ChainWithdrawal } from '../withdrawal-row.ts'
import { readChainWithdrawal } from '../withdrawal-store.ts'
import { type RequestedPayment, isRequested, macOfRequest } from './approving.ts'
import { coinLimitsOf, operatorsForReview } from './limits.ts'
import { findOfToken, findOwn } from './list-store.ts'
import type { ChainWithdrawalMachine } from '../machine.ts'
import type { ChainWithdrawalDeps } from '../deps.ts'
import { insertChainWithdrawal, paidTo } from '../payment-store.ts'
import {
  arrivingAmount,
  feeOf,
  payableAddress,
  type Receiver,
  receiverOf,
  requireAmount,
  requireReceiver,
  requireWithinDay,
  unitsOfInput,
} from './rules.ts'
import { hashOf } from '../../../../../platform/security/opaque-tokens.ts'

export type ChainWithdrawalRequest = {
  readonly userId: number
  /** The id of the request: a repeated request gives the same row. */
  readonly requestId: string
  readonly asset: ListedAsset
  readonly amount: string | number | undefined
  readonly toAddress: string
  readonly receiverName: string | null | undefined
  readonly receiverAddress: string | null | undefined
  /** The fee as the client displayed it; null if it displayed none. */
  readonly shownFee: string | number | null
  readonly otp: string
  readonly factorCode: string
  readonly client: Client
  readonly session: SessionUser
}

export type ChainWithdrawalService = ReturnType<typeof createChainWithdrawalService>

/** Creates the service; its calls throw a `Refusal` when they fail. */
export function createChainWithdrawalService(
  deps: ChainWithdrawalDeps,
  machine: ChainWithdrawalMachine,
) {
  const { database } = deps
  const queue = createKeyedQueue()
  return {
    async withdraw(request: ChainWithdrawalRequest): Promise<ChainWithdrawal> {
      // A repeated request waits until the first is stored. Otherwise it would be refused because the first
      // used up the code.
      const made = await queue(`${request.userId} ${request.requestId}`, () =>
        makeWithdrawal(deps, machine, request),
      )
      const row = typeof made === 'number' ? await machine.advanceNew(made) : made
      return heldOrRefused(deps, request.asset, row)
    },

    /** Cancels a withdrawal of the user before it is signed (ATT-93). */
    async cancel(userId: number, withdrawalId: number): Promise<void> {
      const read = async () => {
        const row = await findOwn(database, userId, withdrawalId)
        if (row === null) throw new Refusal('withdrawal.unknown')
        return row
      }
      await cancel(deps, machine, read, 'user')
    },

    /** Cancels a withdrawal by the single-use link of an e-mail. */
    async cancelByLink(token: string): Promise<void> {
      const read = async () => {
        const row = await ofLink(deps, token)
        if (row.canceledBy !== null) throw new Refusal('withdrawal.link_used')
        return row
      }
      await cancel(deps, machine, read, 'link')
    },

    /** The withdrawal of an e-mail's link, also when it is over. */
    ofLink: (token: string) => ofLink(deps, token),
  }
}

async function ofLink({ database }: ChainWithdrawalDeps, token: string): Promise<ChainWithdrawal> {
  const row = await findOfToken(database, hashOf(token))
  if (row === null) throw new Refusal('withdrawal.link_used')
  return row
}

type Wanted = {
  readonly amount: number
  readonly fee: number
  readonly toAddress: string
  readonly receiver: Receiver | null
  readonly chainAmount: bigint
  readonly requestHash: Buffer
}

/** Stores a new withdrawal and returns its id, or the withdrawal of an earlier call with the same request. */
async function makeWithdrawal(
  deps: ChainWithdrawalDeps,
  machine: ChainWithdrawalMachine,
  request: ChainWithdrawalRequest,
): Promise<number | ChainWithdrawal> {
  const { database } = deps
  const { userId, asset } = request
  await deps.gate.requireFor(userId, 'withdraw')
  deps.begin()
  const amount = unitsOfInput(request.amount, asset.unitDecimals)
  const requestHash = hashOfRequest(request, amount)
  const existing = await findExisting(deps, request, requestHash)
  if (existing !== null) return existing
  const wanted = await check(deps, request, { amount, requestHash })
  machine.epoch()
  await claimStepUp(deps, { ...request, payment: paymentOf(request) })
  const withdrawalId = await inTransaction(database, (transaction) =>
    store(deps, transaction, request, wanted),
  )
  if (withdrawalId === null) throw new Refusal('engine.unknown_outcome')
  return withdrawalId
}

/** Makes all checks that precede the check of the code. */
async function check(
  deps: ChainWithdrawalDeps,
  request: ChainWithdrawalRequest,
  { amount, requestHash }: Pick<Wanted, 'amount' | 'requestHash'>,
): Promise<Wanted> {
  const { userId, asset } = request
  if (!asset.isPayable) throw new Refusal('coin.closed')
  const limits = await limitsOf(deps, userId, asset)
  const fee = feeOf(asset)
  const shown = request.shownFee
  const shownFee = shown === null ? null : unitsOfInput(shown, asset.unitDecimals)
  requireAmount(asset, limits, { amount, fee, shownFee })
  const toAddress = await payableAddress(deps, asset, request.toAddress)
  const chainAmount = arrivingAmount(deps, asset, { net: amount - fee, toAddress })
  const receiver = receiverOf(request.receiverName, request.receiverAddress)
  const withdrawer = { userId, currencyId: asset.currencyId }
  const used = await withdrawnOfDay(deps.database, deps.keys, withdrawer)
  requireWithinDay(asset, limits, { amount, used })
  const isAlways = deps.isReceiverAlwaysNeeded
  requireReceiver(asset, receiver, { ofDay: used + amount, isAlways })
  return { amount, fee, toAddress, receiver, chainAmount, requestHash }
}

/** Stores the row with its proof and uses up the code (ATT-91). */
async function store(
  deps: ChainWithdrawalDeps,
  transaction: Transaction,
  request: ChainWithdrawalRequest,
  wanted: Wanted,
): Promise<number | null> {
  const { userId, asset, requestId } = request
  const { amount, fee, receiver, requestHash } = wanted
  await lockOwner(transaction, userId)
  const limits = await limitsOf(deps, userId, asset)
  // Under the owner's lock, so that concurrent requests count each other (ATT-88).
  const withdrawer = { userId, currencyId: asset.currencyId }
  const used = await withdrawnOfDay(transaction, deps.keys, withdrawer)
  const ofDay = used + amount
  const pause = await pauseOf(deps, transaction, request, wanted)
  const existing: RequestedPayment = {
    ...pause,
    reference: `withdrawal-${randomUUID()}`,
    userId,
    chain: asset.chain,
    currencyId: asset.currencyId,
    contract: asset.contract,
    amount,
    fee,
    net: amount - fee,
    chainAmount: wanted.chainAmount,
    toAddress: wanted.toAddress,
    receiverName: receiver?.name ?? null,
    receiverAddress: receiver?.address ?? null,
    approvalsNeeded: ofDay >= limits.reviewFrom ? operatorsForReview : 0,
  }
  const requestMac = macOfRequest(deps.keys, existing)
  const made = { ...existing, requestId, requestHash, requestMac }
  const rowId = await insertChainWithdrawal(transaction, made)
  if (rowId === null) return null
  requireWithinDay(asset, limits, { amount, used })
  requireReceiver(asset, receiver, { ofDay, isAlways: deps.isReceiverAlwaysNeeded })
  const counted = { source: holdSource(rowId), units: amount }
  await countWithdrawn(transaction, deps.keys, withdrawer, counted)
  const proof = await proveStepUp(deps, transaction, {
    ...request,
    payment: paymentOf(request),
  })
  await recordSecurityEvent(transaction, {
    accountId: userId,
    kind: 'withdrawal.requested',
    clientAddress: request.client.address,
    details: { chainWithdrawalId: rowId, proof },
  })
  return rowId
}

/** The payment that the code must confirm. */
function paymentOf({ asset, amount, toAddress }: ChainWithdrawalRequest): CodePayment {
  const { symbol, chainId } = asset
  return { symbol, chainId, amount: String(amount), receiver: toAddress }
}

/** The pause of a withdrawal at the time of its request. */
async function pauseOf(
  { keys, holdHours, firstTimeHolds }: ChainWithdrawalDeps,
  transaction: Transaction,
  { userId, asset, session }: ChainWithdrawalRequest,
  { toAddress }: Wanted,
) {
  const paid = await paidTo(transaction, { userId, chain: asset.chain, toAddress })
  const isKnownReceiver = paid.some((payment) => isRequested(keys, payment, payment.requestMac))
  const hold = await securityHoldOf(transaction, userId, holdHours)
  const reasons = { hold, deviceSinceMs: session.deviceSinceMs, isKnownReceiver }
  return computePause(transaction, reasons, firstTimeHolds)
}

/** The limits of a currency, with this user's daily limit. */
async function limitsOf(
  { register, database, keys }: ChainWithdrawalDeps,
  userId: number,
  { currencyId }: ListedAsset,
) {
  const limits = coinLimitsOf(register, currencyId)
  if (limits === undefined) throw new Refusal('coin.unknown')
  const daily = await dailyLimitOf({ database, keys }, { userId, currencyId }, limits.daily)
  return { ...limits, daily }
}

/** The withdrawal that this request made already. */
function findExisting(
  { database }: ChainWithdrawalDeps,
  { userId, requestId }: Pick<ChainWithdrawalRequest, 'userId' | 'requestId'>,
  requestHash: Buffer,
): Promise<ChainWithdrawal | null> {
  const existing = { userId, requestId, requestHash }
  const read = (rowId: number) => readChainWithdrawal(database, rowId)
  return findByRequest(database, 'chain_withdrawal', existing, read)
}

/**
 * Returns a withdrawal whose coins are held; otherwise throws the core's refusal as one about the balance.
 */
async function heldOrRefused(
  { database, engine }: ChainWithdrawalDeps,
  asset: ListedAsset,
  row: ChainWithdrawal,
): Promise<ChainWithdrawal> {
  if (row.state === 'requested') throw new Refusal('engine.unknown_outcome')
  if (row.state !== 'failed' || row.holdId !== null) return row
  if (row.cause === 'account.suspended') throw new Refusal('withdrawal.suspended')
  if (row.cause !== 'balance.insufficient') throw new Refusal('engine.internal')
  await engine.waitForProjection(row.userId)
  const available = await availableOf(database, row.userId, row.currencyId)
  throw new Refusal('withdrawal.insufficient', {
    needed: coinTextInSentence(row.amount, asset),
    available: coinTextInSentence(available, asset),
  })
}

/** Cancels the withdrawal while nothing of it is signed. */
function cancel(
  { database }: ChainWithdrawalDeps,
  machine: ChainWithdrawalMachine,
  read: () => Promise<ChainWithdrawal>,
  canceledBy: 'user' | 'link',
): Promise<void> {
  return cancelWithdrawal(database, {
    kind: 'chain_withdrawal',
    canceledBy,
    read,
    epoch: () => machine.epoch(),
    requireInTime({ state }) {
      if (cancelableStates.includes(state)) return
      const isOver = state === 'done' || state === 'failed'
      throw new Refusal(isOver ? 'withdrawal.over' : 'coin.under_way')
    },
    async advance(rowId) {
      await machine.advanceNow(rowId)
      machine.wake()
    },
  })
}

function hashOfRequest(request: ChainWithdrawalRequest, amount: number): Buffer {
  const { asset, toAddress, receiverName, receiverAddress } = request
  const figures = [
    asset.chain,
    asset.contract,
    asset.currencyId,
    amount,
    toAddress.trim(),
    receiverName ?? '',
    receiverAddress ?? '',
  ]
  return createHash('sha256').update(JSON.stringify(figures)).digest()
}
