/**
 * Deletes an account (DEC-40): only without open orders, money in process and a balance of its own.
 * What simulation gave goes back first. Every step is a row or a command with an id made from the
 * row, so that a crash at any point is either taken back or carried through by the next start.
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

/** An undecided deletion that is older belongs to no call any more. */
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
  /** How many deposits and withdrawals of a person are not over. */
  readonly countOpenTransfers: (userId: number) => Promise<number>
  /** Whether operators, or a deposit that was taken back, hold a person's account. */
  readonly isHeld: (userId: number) => Promise<boolean>
  /** What of a currency is too little to be sold: in units, the least that is enough. */
  readonly minimumSaleOf: (currencyId: number) => number
  /** What other parts keep of a person and remove in the same transaction, and the mail about it. */
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

/** Why an account cannot be deleted yet: the first obstacle, as a refusal is, and all others. */
export class DeletionBlocked extends Refusal {
  readonly obstacles: readonly Refusal[]

  constructor(first: Refusal, others: readonly Refusal[]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are the parameters of that code
    super(first.code, first.params as never)
    this.obstacles = [first, ...others]
  }
}

export type Deletions = ReturnType<typeof createDeletions>

/** The service of deletions. */
export function createDeletions(deps: DeletionDeps) {
  return {
    /** Deletes the account; refuses with a code of `deletion.*` that says what is in the way. */
    delete: (request: DeletionRequest) => deleteAccount(deps, request),

    /** Ends what a crash left half done: takes back what was not decided, carries on what was. */
    async resume(olderThanSeconds = strandedSeconds): Promise<void> {
      const { database, log } = deps
      for (const deletion of await store.listStrandedDeletions(database, olderThanSeconds)) {
        const { deletionId, state } = deletion
        try {
          if (state === 'checking') await cancelDeletion(deps, deletion)
          else await carryOut(deps, deletion, null)
        } catch (error) {
          // The others do not wait for it, and the next sweep tries it again.
          log.error({ deletionId, state, error: String(error) }, 'a deletion is still half done')
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
  await settle(engine, userId)
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
    // From here on no order and no withdrawal of his begins.
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

/** Refuses while anything of the person is in the exchange but what simulation gave, naming all of it. */
async function requireEmptyAccount(deps: DeletionDeps, userId: number): Promise<void> {
  const { database, engine } = deps
  await settle(engine, userId)
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

/** What a person still has; what is held is named only where no open order and no transfer explains it. */
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
    // Simulated money that is too little to be sold goes back with what was given.
    const isKept = own > 0 && available > 0 && !(isSimulation && own < minimumSaleOf(currencyId))
    if (isKept) {
      const amount = shown(Math.min(own, available))
      obstacles.push(new Refusal('deletion.balance', { amount }))
    }
  }
  return obstacles
}

/** Gives back what simulation gave, then takes the person out of the account. */
async function carryOut(
  deps: DeletionDeps,
  deletion: store.Deletion,
  clientAddress: string | null,
): Promise<void> {
  const { database, engine } = deps
  const { deletionId, userId, language } = deletion
  await settle(engine, userId)
  for (const { currencyId, available } of await store.listHoldings(database, userId)) {
    if (available === 0) continue
    const command = returnCommand(deletion, currencyId, available)
    requireAccepted(
      await engine.submit(command, idOf(deletionId, `return:${currencyId}:${available}`)),
    )
  }
  await inTransaction(database, async (client) => {
    const leaving = await store.findLeaving(client, userId)
    // Whose row is not what we left is looked at first: nothing is sent to an address that may be a thief's.
    if (leaving === null || !(await isProvenOrNoted(client, deps.keys, userId))) return
    if (!(await store.anonymize(client, deps.keys, deletion))) return
    const { email, fullName } = leaving
    await recordSecurityEvent(client, { accountId: userId, kind: 'account.deleted', clientAddress })
    await deps.onDeleted(client, { userId, email, fullName, language })
  })
  deps.sessions.forget(userId)
}

/** Gives the account back to its owner, as it was; what else holds it meanwhile goes on holding it. */
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
  else log.warn({ userId, status }, 'the account of a canceled deletion is not resumed yet')
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

async function settle(engine: Engine, userId: number): Promise<void> {
  if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
}

function requireAccepted({ status }: Outcome): void {
  if (status === 'accepted') return
  throw new Refusal(status === 'overloaded' ? 'engine.overloaded' : 'engine.unavailable')
}
