/**
 * Pays the bonuses of a month: from the fee income to the house account of bonuses, and from there to each
 * user. The command ids come from month and user, so that nobody is paid twice, whatever happens in between.
 */
import { type Command, houseAccounts, rupiahId } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import { derivedCommandId, type Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { requireNotHalted } from '../accounting/index.ts'
import {
  closeMonth,
  listWaiting,
  markPaid,
  noteRefusal,
  sumUnpaid,
  type Waiting,
} from './month-store.ts'
import { readRecordedMonth } from './month-proofs.ts'
import { monthOf } from './period.ts'
import { bonusText, notifyOfBonus, type BonusNoticeDeps } from './notices.ts'

export type BonusPaymentDeps = BonusNoticeDeps & {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit' | 'waitForProjection'>
}

/** The currency as refusals name it. */
export const rupiah = { currencyId: rupiahId, symbol: 'IDR' } as const

/** The fee income that may be spent on bonuses, in units of 0.01 rupiah (INV-14). */
export async function availableFeeIncome(database: Pick<Database, 'query'>): Promise<number> {
  const found = await database.query<{ available: number }>(
    `select coalesce(sum(available), 0)::bigint as available from exchange.balance
     where currency_id = $1 and account_id = any($2::bigint[])`,
    [rupiahId, [houseAccounts.fees, houseAccounts.bonus]],
  )
  return found.rows[0]?.available ?? 0
}

/** Users that are read in one batch. */
const peopleAtOnce = 100

/**
 * Pays all waiting users of a month, for a change of operators. Paid users are not paid again; a booked
 * payment that was not recorded is only recorded. Refuses `bonus.uncovered` before the first payment if the
 * fee income does not cover the rest, and `books.currency_stopped` at the first payment while rupiah is
 * halted.
 */
export async function payMonth(
  deps: BonusPaymentDeps,
  startMs: number,
  changeId: number,
  atOnce = peopleAtOnce,
): Promise<void> {
  const { database, engine, keys } = deps
  // The tables show which payments are booked; if they lag behind, a later attempt knows.
  if (!(await engine.waitForProjection(houseAccounts.bonus)))
    throw new Error('the projections lag behind the journal')
  const said = await readRecordedMonth(database, keys, startMs)
  if (said?.state !== 'closed') return
  await refuseUncovered(deps, (await sumUnpaid(database, startMs, said)).sum)
  await closeMonth(database, startMs, said.amount)
  for (let afterId = 0; ; ) {
    const people = await listWaiting(database, startMs, said, { afterId, max: atOnce })
    for (const one of people) {
      if (!one.isGiven) await payPerson(deps, one)
      await notePayment(deps, one, changeId)
    }
    afterId = people.at(-1)?.userId ?? 0
    if (people.length < atOnce) return
  }
}

/** INV-14: bonuses come from the exchange's own money; no user's money backs them. */
export async function refuseUncovered(
  { database }: Pick<BonusPaymentDeps, 'database'>,
  sum: number,
): Promise<void> {
  const most = await availableFeeIncome(database)
  if (sum > most) throw new Refusal('bonus.uncovered', { most: bonusText(most) })
}

async function payPerson(deps: BonusPaymentDeps, one: Waiting): Promise<void> {
  const { database } = deps
  await requireNotHalted(deps, rupiah)
  const source = `bonus:${monthOf(one.startMs)}:${one.userId}`
  const { fund, give } = commandsOf(one, source)
  const isFunded = await isAccepted(deps, fund, `${source}:fund:${one.refusals}`)
  if (!isFunded) await noteRefusal(database, one)
  if (!isFunded || !(await isAccepted(deps, give, `${source}:give`))) {
    throw new Refusal('bonus.uncovered', { most: bonusText(await availableFeeIncome(database)) })
  }
}

/** Records that a user was paid, and notifies the user, once. */
async function notePayment(deps: BonusPaymentDeps, one: Waiting, changeId: number): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    if (await markPaid(transaction, one, changeId)) await notifyOfBonus(deps, transaction, one)
  })
}

/** From fees to the account of bonuses, and from there to the user. */
function commandsOf({ userId: accountId, amount }: Waiting, source: string) {
  const money = { currencyId: rupiahId, amount: currencyUnits(amount), reason: 'bonus', source }
  const { fees, bonus } = houseAccounts
  const fund: Command = { kind: 'adjust', fromAccountId: fees, toAccountId: bonus, ...money }
  const give: Command = { kind: 'grant', accountId, houseAccountId: bonus, ...money }
  return { fund, give }
}

async function isAccepted(
  { engine }: BonusPaymentDeps,
  command: Command,
  id: string,
): Promise<boolean> {
  const { status } = await engine.submit(command, derivedCommandId(id))
  if (status === 'accepted') return true
  if (status === 'refused') return false
  throw new Error(`command ${id}: ${status}`)
}
