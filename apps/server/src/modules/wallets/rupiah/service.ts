/** What users may do with their rupiah: deposit, withdraw, cancel a withdrawal. */
import { createHash, randomUUID } from 'node:crypto'
import { custodyAccounts } from '@tukar/core'
import { descriptionLengthMax } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { createKeyedQueue } from '../../../platform/limits/keyed-queue.ts'
import { toOneLine } from '../../../platform/text/plain-text.ts'
import {
  type Client,
  type CodePayment,
  claimStepUp,
  proveStepUp,
  securityHoldOf,
  type SessionUser,
} from '../../accounts/index.ts'
import {
  type BankAccount,
  bankAccountOf,
  isSameName,
  isSavedBy,
  toReceiver,
} from '../../bank-account/index.ts'
import { verifiedNameOf } from '../../kyc/index.ts'
import {
  availableOf,
  waitForFirstPass,
  findByRequest,
  cancelWithdrawal,
} from '../machine/requests.ts'
import { findRowOfRequest } from '../machine/row-store.ts'
import { lockOwner } from '../machine/lock-owner.ts'
import type { Deposit } from './deposits/deposit.ts'
import * as deposits from './deposits/deposit-store.ts'
import type { RupiahMachine } from './machine.ts'
import type { RupiahDeps } from './deps.ts'
import { computePause } from '../machine/request-pause.ts'
import { newDepositReference } from './gateway/references.ts'
import { isRequestedPayout, macOfPayout } from './withdrawals/request-proof.ts'
import {
  feesOf,
  requireDeposit,
  requireFees,
  requireWithdrawal,
  requireWithinDay,
  shownRupiah,
  wholeRupiah,
} from './rules.ts'
import { dailyLimitOf } from '../person-limits.ts'
import { countWithdrawn, withdrawnSince } from '../withdrawn-proofs.ts'
import { withdrawalSource } from './commands.ts'
import { wibDayStartMs } from '../../../platform/time/day.ts'
import { hashOf } from '../../../platform/security/opaque-tokens.ts'
import { rupiahId } from './units.ts'
import { cancelableStates, type Withdrawal } from './withdrawals/withdrawal-row.ts'
import * as withdrawals from './withdrawals/withdrawal-store.ts'

/** The maximum number of a user's unpaid deposits; the next one limits requests per day. */
const openDepositsMax = 20
const depositsOfDayMax = 200
const operatorsForReview = 1
const operatorsForLarge = 2

export type Request = {
  readonly userId: number
  /** The id of the request: a repeated request gives the same row. */
  readonly requestId: string
  readonly amount: string | number | undefined
  readonly description: string
}

export type DepositRequest = Request & { readonly language: 'en' | 'id' }
export type WithdrawalRequest = Request & {
  readonly otp: string
  readonly factorCode: string
  /** The sum of both fees as the client displayed it; null if it displayed none. */
  readonly shownFee: string | number | null
  readonly client: Client
  readonly session: SessionUser
}

export type RupiahService = ReturnType<typeof createRupiahService>

/** Creates the service; its calls throw a `Refusal` when they fail. */
export function createRupiahService(deps: RupiahDeps, machine: RupiahMachine) {
  const queue = createKeyedQueue()
  return {
    deposit: (request: DepositRequest) => makeDeposit(deps, machine, request),
    async withdraw(request: WithdrawalRequest): Promise<Withdrawal> {
      // A repeated request waits until the first is stored. Otherwise it would be refused because the first
      // used up the code.
      const made = await queue(`${request.userId} ${request.requestId}`, () =>
        makeWithdrawal(deps, machine, request),
      )
      const isNew = typeof made === 'number'
      return heldOrRefused(deps, isNew ? await machine.advanceNewWithdrawal(made) : made)
    },

    /** Cancels a withdrawal of the user before it is sent (ATT-93). */
    async cancel(userId: number, withdrawalId: number): Promise<void> {
      const read = async () => {
        const row = await withdrawals.findWithdrawal(deps.database, withdrawalId)
        if (row?.userId !== userId) throw new Refusal('withdrawal.unknown')
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
    ofLink: (token: string): Promise<Withdrawal> => ofLink(deps, token),
  }
}

async function ofLink({ database }: RupiahDeps, token: string): Promise<Withdrawal> {
  const row = await withdrawals.findWithdrawalOfToken(database, hashOf(token))
  if (row === null) throw new Refusal('withdrawal.link_used')
  return row
}

async function makeDeposit(
  deps: RupiahDeps,
  machine: RupiahMachine,
  request: DepositRequest,
): Promise<Deposit> {
  const { database, limits } = deps
  const { userId, requestId, language } = request
  await deps.gate.requireFor(userId, 'deposit')
  const amount = wholeRupiah(request.amount)
  requireDeposit(amount, limits)
  const description = descriptionOf(request.description, 'deposit')
  const requestHash = hashOfRequest([amount, description])
  machine.epoch()
  const depositId = await inTransaction(database, async (transaction) => {
    await lockOwner(transaction, userId)
    const { open, ofDay } = await deposits.countDeposits(transaction, userId)
    const known = await findRowOfRequest(transaction, 'deposit', { userId, requestId })
    if (known === null && !deps.openness().deposits) throw new Refusal('deposit.closed')
    if (known === null && (open >= openDepositsMax || ofDay >= depositsOfDayMax)) {
      throw new Refusal('deposit.too_many', { max: openDepositsMax })
    }
    return deposits.insertDeposit(transaction, {
      userId,
      currencyId: rupiahId,
      railId: custodyAccounts.bank,
      amount,
      description,
      reference: newDepositReference(userId),
      requestId,
      requestHash,
      language,
    })
  })
  if (depositId !== null) return madeOrRefused(await machine.advanceNewDeposit(depositId))
  const known = await findRowOfRequest(database, 'deposit', { userId, requestId })
  if (known?.requestHash.equals(requestHash) !== true) throw new Refusal('command.id_reused')
  const { rowId: madeId } = known
  const read = () => deposits.readDeposit(database, madeId)
  return madeOrRefused(await waitForFirstPass(read, 'created'))
}

function madeOrRefused(deposit: Deposit): Deposit {
  if (deposit.state !== 'expired') return deposit
  if (deposit.cause === 'unreachable') throw new Refusal('gateway.down')
  if (deposit.cause === 'refused') throw new Refusal('gateway.refused')
  return deposit
}

/** Stores a new withdrawal and returns its id, or the withdrawal of an earlier call with the same request. */
async function makeWithdrawal(
  deps: RupiahDeps,
  machine: RupiahMachine,
  request: WithdrawalRequest,
): Promise<number | Withdrawal> {
  const { database, limits } = deps
  const { userId, requestId } = request
  await deps.gate.requireFor(userId, 'withdraw')
  const amount = wholeRupiah(request.amount)
  const description = descriptionOf(request.description, 'withdrawal')
  const requestHash = hashOfRequest([amount, description])
  const existing = await findExisting(deps, request, requestHash)
  if (existing !== null) return existing
  if (!deps.openness().withdrawals) throw new Refusal('withdrawal.closed')
  const saved = await bankAccountOf(database, userId)
  if (saved === null) throw new Refusal('withdrawal.no_bank')
  requireWithdrawal(amount, limits)
  const dayStartMs = wibDayStartMs(Date.now())
  const person = { userId, currencyId: rupiahId }
  const used = await withdrawnSince(database, deps.keys, person, dayStartMs)
  const daily = await dailyLimitOf(deps, person, limits.withdrawalDaily)
  requireWithinDay(amount, used, daily)
  const fees = feesOf(amount, deps.feePpm(), limits.payoutFee)
  const { shownFee } = request
  requireFees(amount, fees, shownFee === null ? null : wholeRupiah(shownFee))
  machine.epoch()
  await claimStepUp(deps, { ...request, payment: paymentTo(saved, request) })
  const withdrawalId = await inTransaction(database, async (transaction) => {
    await lockOwner(transaction, userId)
    // Under the owner's lock, so that concurrent requests count each other.
    const usedNow = await withdrawnSince(transaction, deps.keys, person, dayStartMs)
    const rowId = await insert(deps, transaction, {
      userId,
      requestId,
      requestHash,
      amount,
      description,
      ...fees,
      net: amount - fees.fee - fees.providerFee,
      ofDay: usedNow + amount,
      deviceSinceMs: request.session.deviceSinceMs,
    })
    if (rowId === null) return null
    requireWithinDay(amount, usedNow, daily)
    await countWithdrawn(transaction, deps.keys, person, {
      source: withdrawalSource(rowId),
      units: amount,
    })
    // Under the owner's lock, so that the code confirms the account of the row.
    const account = await bankAccountOf(transaction, userId)
    if (account === null) throw new Refusal('withdrawal.no_bank')
    const payment = paymentTo(account, request)
    const proof = await proveStepUp(deps, transaction, { ...request, payment })
    await recordSecurityEvent(transaction, {
      accountId: userId,
      kind: 'withdrawal.requested',
      clientAddress: request.client.address,
      details: { withdrawalId: rowId, proof },
    })
    return rowId
  })
  if (withdrawalId === null) throw new Refusal('engine.unknown_outcome')
  return withdrawalId
}

/** The payment that the code of a withdrawal confirms. */
function paymentTo(account: BankAccount, { amount }: WithdrawalRequest): CodePayment {
  return { symbol: 'IDR', chainId: null, amount: String(amount), receiver: toReceiver(account) }
}

/** The withdrawal that this request made already. */
function findExisting(
  { database }: RupiahDeps,
  { userId, requestId }: Request,
  requestHash: Buffer,
): Promise<Withdrawal | null> {
  const existing = { userId, requestId, requestHash }
  const read = (rowId: number) => withdrawals.readWithdrawal(database, rowId)
  return findByRequest(database, 'withdrawal', existing, read)
}

type WithdrawalInsert = Pick<
  withdrawals.NewWithdrawal,
  'userId' | 'requestId' | 'requestHash' | 'amount' | 'description' | 'fee' | 'providerFee' | 'net'
> & {
  /** The owner's withdrawals of the day in units, this one included. */
  readonly ofDay: number
  readonly deviceSinceMs: number | null
}

/** Stores the row with the bank account as it is saved now (ATT-89). */
async function insert(
  { keys, limits, log, bankAccountRules }: RupiahDeps,
  transaction: Transaction,
  { ofDay, deviceSinceMs, ...existing }: WithdrawalInsert,
): Promise<number | null> {
  const bank = await bankAccountOf(transaction, existing.userId)
  if (bank === null) throw new Refusal('withdrawal.no_bank')
  if (!(await isSavedBy(transaction, keys, existing.userId, bank))) {
    log.error({ userId: existing.userId }, 'a bank account differs from its proven one')
    throw new Refusal('withdrawal.bank_unproven')
  }
  const { nameMustMatch } = bankAccountRules
  const reading = { database: transaction, keys }
  const verifiedName = nameMustMatch ? await verifiedNameOf(reading, existing.userId) : null
  const isOther = verifiedName !== null && !isSameName(verifiedName, bank.holderName)
  // The day's sum, so that splitting does not avoid the approval by two operators.
  const isLarge = ofDay >= limits.reviewFrom
  const { userId } = existing
  const arrived = await withdrawals.arrivedAt(transaction, userId, bank)
  const pause = await computePause(
    transaction,
    {
      hold: await securityHoldOf(transaction, userId, limits.holdHours),
      deviceSinceMs,
      isKnownReceiver: arrived.some((row) => isRequestedPayout(keys, row, row.requestMac)),
    },
    limits.firstTimeHolds,
  )
  const made = {
    ...existing,
    ...pause,
    currencyId: rupiahId,
    railId: custodyAccounts.bank,
    reference: `withdrawal-${randomUUID()}`,
    bankCode: bank.bankCode,
    bankName: bank.bankName,
    holderName: bank.holderName,
    accountNumber: bank.number,
    reviewReason: isOther ? 'name_mismatch' : isLarge ? 'amount' : null,
    approvalsNeeded: isLarge ? operatorsForLarge : isOther ? operatorsForReview : 0,
  } as const
  const rowId = await withdrawals.insertWithdrawal(transaction, made)
  if (rowId === null) return null
  await withdrawals.setRequestMac(transaction, rowId, macOfPayout(keys, { ...made, rowId }))
  return rowId
}

/** Returns a withdrawal whose money is held; otherwise throws the core's refusal as one about the balance. */
async function heldOrRefused(
  { database, engine }: RupiahDeps,
  row: Withdrawal,
): Promise<Withdrawal> {
  if (row.state === 'requested') throw new Refusal('engine.unknown_outcome')
  if (row.state !== 'refused') return row
  if (row.cause === 'account.suspended') throw new Refusal('withdrawal.suspended')
  if (row.cause !== 'balance.insufficient') throw new Refusal('engine.internal')
  await engine.waitForProjection(row.userId)
  const available = await availableOf(database, row.userId, rupiahId)
  const params = { needed: shownRupiah(row.amount), available: shownRupiah(available) }
  throw new Refusal('withdrawal.insufficient', params)
}

/** Cancels the withdrawal; the link of its e-mail shows that from then on. */
function cancel(
  { database }: RupiahDeps,
  machine: RupiahMachine,
  read: () => Promise<Withdrawal>,
  canceledBy: 'user' | 'link',
): Promise<void> {
  return cancelWithdrawal(database, {
    kind: 'withdrawal',
    canceledBy,
    read,
    epoch: () => machine.epoch(),
    requireInTime({ state }) {
      if (cancelableStates.includes(state)) return
      const isOver = ['completed', 'failed', 'refused', 'reversed'].includes(state)
      throw new Refusal(isOver ? 'withdrawal.over' : 'withdrawal.under_way')
    },
    async advance(rowId) {
      await machine.advanceNow('withdrawal', rowId)
      machine.wake()
    },
  })
}

/** One line of plain text; an empty one becomes the general word (IDRD-02). */
function descriptionOf(text: string, fallback: string): string {
  return toOneLine(text, descriptionLengthMax) ?? fallback
}

function hashOfRequest(figures: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(figures)).digest()
}
