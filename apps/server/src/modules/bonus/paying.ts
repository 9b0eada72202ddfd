/**
 * Pays the bonuses of a month: from the house's fee income over its account of bonuses to each person who
 * waits. Ids of commands come from month and person, so that nobody is paid twice, whatever comes between.
 */
import { type Command, houseAccounts, rupiahId } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import { derivedCommandId, type Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findContacts } from '../accounts/index.ts'
import { requireGoing } from '../books/index.ts'
import { type BonusEntry, findEntry, listEntries, markPaid, noteRefusal } from './month-store.ts'
import { monthOf } from './period.ts'
import { bonusText, tellOfBonus, type TellingParts } from './telling.ts'

export type PayingParts = TellingParts & {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit' | 'settled'>
}

/** As refusals name it. */
export const rupiah = { currencyId: rupiahId, symbol: 'IDR' } as const

/** The people of a month who wait to be paid. */
export async function waitingOf(
  database: Pick<Database, 'query'>,
  startMs: number,
): Promise<readonly BonusEntry[]> {
  const entries = await listEntries(database, startMs)
  const waiting = entries.filter(({ state }) => state === 'waiting')
  // Who deleted his account meanwhile has none to be paid into.
  const there = await findContacts(
    database,
    waiting.map(({ userId }) => userId),
  )
  return waiting.filter(({ userId }) => there.has(userId))
}

/** What the house may spend of its fee income on bonuses, in units of 0.01 rupiah (INV-14). */
export async function houseRupiah(database: Pick<Database, 'query'>): Promise<number> {
  const found = await database.query<{ available: number }>(
    `select coalesce(sum(available), 0)::bigint as available from exchange.balance
     where currency_id = $1 and account_id = any($2::bigint[])`,
    [rupiahId, [houseAccounts.fees, houseAccounts.bonus]],
  )
  return found.rows[0]?.available ?? 0
}

/**
 * Pays everybody of a month who waits, for a change of operators; what was paid before is not paid again.
 * Refuses `bonus.uncovered` at the first whom the house's own money is not enough for, and
 * `books.currency_stopped` at the first who would be paid while rupiah is stopped.
 */
export async function payMonth(
  parts: PayingParts,
  startMs: number,
  changeId: number,
): Promise<void> {
  for (const entry of await waitingOf(parts.database, startMs)) {
    await requireGoing(parts.database, rupiah)
    await payOne(parts, entry, changeId)
  }
}

async function payOne(parts: PayingParts, entry: BonusEntry, changeId: number): Promise<void> {
  const { database } = parts
  const { startMs, userId } = entry
  const source = `bonus:${monthOf(startMs)}:${userId}`
  const { fund, give } = commandsOf(entry, source)
  const isFunded = await isAccepted(parts, fund, `${source}:fund:${entry.refusals}`)
  if (!isFunded) await noteRefusal(database, entry)
  if (!isFunded || !(await isAccepted(parts, give, `${source}:give`))) {
    throw new Refusal('bonus.uncovered', { most: bonusText(await houseRupiah(database)) })
  }
  await inTransaction(database, async (transaction) => {
    const held = await findEntry(transaction, startMs, userId, true)
    if (held?.state !== 'waiting') return
    await markPaid(transaction, entry, changeId)
    await tellOfBonus(parts, transaction, entry)
  })
}

/** From fees to the account of bonuses, and from there to the person. */
function commandsOf({ userId: accountId, amount }: BonusEntry, source: string) {
  const money = { currencyId: rupiahId, amount: currencyUnits(amount), reason: 'bonus', source }
  const { fees, bonus } = houseAccounts
  const fund: Command = { kind: 'adjust', fromAccountId: fees, toAccountId: bonus, ...money }
  const give: Command = { kind: 'grant', accountId, houseAccountId: bonus, ...money }
  return { fund, give }
}

async function isAccepted({ engine }: PayingParts, command: Command, id: string): Promise<boolean> {
  const { status } = await engine.submit(command, derivedCommandId(id))
  if (status === 'accepted') return true
  if (status === 'refused') return false
  throw new Error(`${id} came to ${status}`)
}
