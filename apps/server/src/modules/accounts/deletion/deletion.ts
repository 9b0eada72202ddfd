/**
 * Deletes an account (DEC-40) if it has no open orders, no transfers in progress and no balance. Money that
 * the simulation gave is returned first. Each step is a row, or a command whose id is made from the
 * row, so that the next start cancels or completes a deletion after a crash.
 */
import { type Command, type CommandId, custodyAccounts } from '@tukar/core'
import { currencyUnits, formatUnits } from '@tukar/money'
import { deletionReasonLengthMax } from '@tukar/wire'
import { derivedCommandId, type Engine, type Outcome } from '../../../engine/index.ts'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { readLines } from '../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../platform/text/refused-text.ts'
import * as store from './deletion-store.ts'
import { bookFunds } from './funds.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { resumeAccount } from '../suspensions.ts'
import { isProvenOrNoted, requireProven } from '../user-proofs.ts'

const reasonFaults = {
  empty: 'deletion.reason',
  long: 'deletion.reason_long',
  letter: 'deletion.reason_letter',
} as const

/** No call is working on an undecided deletion that is older than this. */
const strandedSeconds = 60

export type DeletionDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly keys: Keys
  readonly sessions: Pick<Sessions, 'forget'>
  readonly isSimulation: boolean
  readonly currencyOf: (
    currencyId: number,
  ) => { readonly symbol: string; readonly decimals: number } | undefined
  /** Counts the unfinished deposits and withdrawals of a user. */
  readonly countOpenTransfers: (userId: number) => Promise<number>
  /** Whether operators, or a reversed deposit, hold the account. */
  readonly isHeld: (userId: number) => Promise<boolean>
  /** The smallest amount of a currency that can be sold, in units. */
  readonly minimumSaleOf: (currencyId: number) => number
  /** Deletes the user's data of other modules, and the e-mails to the user, in the same transaction. */
  readonly onDeleted: (client: Transaction, person: DeletedPerson) => Promise<void>
}

export type DeletedPerson = {
  readonly userId: number
  readonly email: string
  readonly fullName: string
  readonly language: 'en' | 'id'
}

export type DeletionRequest = {
  readonly userId: number
  readonly reason: string
  readonly language: 'en' | 'id'
  readonly clientAddress: string
}

/** Why an account cannot be deleted yet: the refusal of the first reason, and the list of all others. */
export class DeletionBlocked extends Refusal {
  readonly obstacles: readonly Refusal[]

  constructor(first: Refusal, others: readonly Refusal[]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are the parameters of that code
    super(first.code, first.params as never)
    this.obstacles = [first, ...others]
  }
}

export type Deletions = ReturnType<typeof createDeletions>

/** Creates the service of deletions. */
export function createDeletions(deps: DeletionDeps) {
  return {
    /** Deletes the account; refuses with the `deletion.*` code of what blocks it. */
    delete: (request: DeletionRequest) => deleteAccount(deps, request),

    /** Finishes deletions after a crash: cancels undecided ones, completes decided ones. */
    async resume(olderThanSeconds = strandedSeconds): Promise<void> {
      const { database, log } = deps
      for (const deletion of await store.listStrandedDeletions(database, olderThanSeconds)) {
        const { deletionId, state } = deletion
        try {
          if (state === 'checking') await cancelDeletion(deps, deletion)
          else await carryOut(deps, deletion, null)
        } catch (error) {
          // The other deletions continue; the next sweep tries this one again.
          log.error(
            { deletionId, state, error: String(error) },
            'deletion of an account not completed, tried again in the next sweep',
          )
        }
      }
    },
  }
}

async function deleteAccount(deps: DeletionDeps, request: DeletionRequest): Promise<void> {
  const { database, engine } = deps
  const { userId, language, clientAddress } = request
  const read = readLines(request.reason, deletionReasonLengthMax)
  const reason = acceptedText(read, reasonFaults, deletionReasonLengthMax)
  await bookTransfer(engine, userId)
  const leaving = await store.findLeaving(database, userId)
  if (leaving === null) throw new Refusal('session.invalid')
  if (leaving.isDemo) throw new Refusal('deletion.demo_person')
  if (leaving.isSuspended) throw new Refusal('deletion.suspended')
  await requireProven(deps, userId)
  const deletionId = await store.insertDeletion(database, { userId, reason, language })
  if (deletionId === null) throw new Refusal('deletion.under_way')
  const deletion = { deletionId, userId, language, state: 'checking' } as const
  try {
    await bookFunds(deps, userId)
    // From here on the account can start no order and no withdrawal.
    const suspend = { kind: 'suspend_account', accountId: userId } as const
    requireAccepted(await engine.submit(suspend, idOf(deletionId, 'suspend')))
    await requireEmptyAccount(deps, userId)
  } catch (error) {
    await cancelDeletion(deps, deletion)
    throw error
  }
  if (!(await store.decideDeletion(database, deletionId))) throw new Refusal('deletion.under_way')
  await carryOut(deps, deletion, clientAddress)
}

/** Refuses if the account has anything but money that the simulation gave, and lists all of it. */
async function requireEmptyAccount(deps: DeletionDeps, userId: number): Promise<void> {
  const { database, engine } = deps
  await bookTransfer(engine, userId)
  const openOrders = (await store.findLeaving(database, userId))?.openOrders ?? 0
  const openTransfers = await deps.countOpenTransfers(userId)
  const isExplained = openOrders > 0 || openTransfers > 0
  const obstacles = [
    ...(openOrders > 0 ? [new Refusal('deletion.open_orders', { count: openOrders })] : []),
    ...(openTransfers > 0
      ? [new Refusal('deletion.open_transfers', { count: openTransfers })]
      : []),
    ...(await findRemainingMoney(deps, userId, isExplained)),
  ]
  const [first, ...others] = obstacles
  if (first !== undefined) throw new DeletionBlocked(first, others)
  if (await store.hasPendingFunds(database, userId)) throw new Refusal('engine.unavailable')
}

/**
 * The remaining balances of a user. Held money is listed only if no open order and no transfer explains it.
 */
async function findRemainingMoney(
  { database, isSimulation, currencyOf, minimumSaleOf }: DeletionDeps,
  userId: number,
  isExplained: boolean,
): Promise<readonly Refusal[]> {
  const obstacles: Refusal[] = []
  for (const { currencyId, available, held, given } of await store.listHoldings(database, userId)) {
    const { symbol, decimals } = currencyOf(currencyId) ?? { symbol: '', decimals: 0 }
    const shown = (units: number) => `${formatUnits(units, decimals)} ${symbol}`
    if (held > 0 && !isExplained) {
      obstacles.push(new Refusal('deletion.in_process', { amount: shown(held) }))
    }
    const own = isSimulation ? available + held - given : available
    // Simulated money below the smallest sale is returned together with the starting funds.
    const isKept = own > 0 && available > 0 && !(isSimulation && own < minimumSaleOf(currencyId))
    if (isKept) {
      const amount = shown(Math.min(own, available))
      obstacles.push(new Refusal('deletion.balance', { amount }))
    }
  }
  return obstacles
}

/** Returns what the simulation gave, then removes the personal data from the account. */
async function carryOut(
  deps: DeletionDeps,
  deletion: store.Deletion,
  clientAddress: string | null,
): Promise<void> {
  const { database, engine } = deps
  const { deletionId, userId, language } = deletion
  await bookTransfer(engine, userId)
  for (const { currencyId, available } of await store.listHoldings(database, userId)) {
    if (available === 0) continue
    const command = returnCommand(deletion, currencyId, available)
    requireAccepted(
      await engine.submit(command, idOf(deletionId, `return:${currencyId}:${available}`)),
    )
  }
  await inTransaction(database, async (client) => {
    const leaving = await store.findLeaving(client, userId)
    // A user row that does not match its proof is reviewed first: its e-mail address may be an attacker's.
    if (leaving === null || !(await isProvenOrNoted(client, deps.keys, userId))) return
    if (!(await store.anonymize(client, deps.keys, deletion))) return
    const { email, fullName } = leaving
    await recordSecurityEvent(client, { accountId: userId, kind: 'account.deleted', clientAddress })
    await deps.onDeleted(client, { userId, email, fullName, language })
  })
  deps.sessions.forget(userId)
}

/** Returns the account to its owner as it was. Any other hold on it stays in force. */
async function cancelDeletion(deps: DeletionDeps, deletion: store.Deletion): Promise<void> {
  const { database, engine, log } = deps
  const { deletionId, userId } = deletion
  const { step } = await resumeAccount({
    accountId: userId,
    source: sourceOf(deletionId, 'resume'),
    isHeld: () => deps.isHeld(userId),
    submit: (command, source) => engine.submit(command, derivedCommandId(source)),
    isDone: ({ status }) => status === 'accepted',
  })
  const { status } = step
  if (status === 'accepted') await store.removeDeletion(database, deletionId)
  else log.warn({ userId, status }, 'deletion canceled, but the account is not resumed yet')
}

function returnCommand(
  { deletionId, userId: accountId }: store.Deletion,
  currencyId: number,
  available: number,
): Command {
  return {
    kind: 'debit',
    accountId,
    currencyId,
    amount: currencyUnits(available),
    railId: custodyAccounts.simulation,
    reason: 'account_deleted',
    source: `deletion:${deletionId}`,
  }
}

function idOf(deletionId: number, step: string): CommandId {
  return derivedCommandId(sourceOf(deletionId, step))
}

function sourceOf(deletionId: number, step: string): string {
  return `deletion:${deletionId}:${step}`
}

async function bookTransfer(engine: Engine, userId: number): Promise<void> {
  if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
}

function requireAccepted({ status }: Outcome): void {
  if (status === 'accepted') return
  throw new Refusal(status === 'overloaded' ? 'engine.overloaded' : 'engine.unavailable')
}
