/**
 * What a rail can pay out: what the outside owes us over it, less what other payouts may take of it. One
 * asks at a time, so that no two count on the same money.
 */
import { isCurrencyHalted } from '../../accounting/index.ts'
import { submitStep } from '../machine/engine-steps.ts'
import { sponsorCommand } from './commands.ts'
import type { RupiahDeps } from './deps.ts'
import { rupiahId, rupiahOf } from './units.ts'
import type { Withdrawal } from './withdrawal-row.ts'

export type Funding = 'reserved' | 'short' | 'later'

type FundingDeps = Pick<RupiahDeps, 'database' | 'engine' | 'gateway' | 'keys' | 'topUp'>

const topUpsMax = 10

/** Who reserves: one after the other. */
export function createFunding(deps: FundingDeps) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Reserves what a withdrawal takes from its rail; in a simulation what is missing is lent first. */
    reserve(row: Withdrawal, epoch: number): Promise<Funding> {
      const next = last.then(() => reserve(deps, row, epoch))
      last = next.catch(() => undefined)
      return next
    },
    /** Books what was begun to be lent, whether the withdrawal needs it any more or not. */
    async finishTopUps(row: Withdrawal): Promise<'done' | 'later'> {
      const next = last.then(() => bookTopUps(deps, row))
      last = next.catch(() => undefined)
      return (await next) === 'later' ? 'later' : 'done'
    },
  }
}

async function reserve(deps: FundingDeps, row: Withdrawal, epoch: number): Promise<Funding> {
  // Nothing of it leaves while its books do not fit, whatever was reserved before they did not.
  if (await isCurrencyHalted(deps, rupiahId)) return 'later'
  if (row.reserved > 0) return 'reserved'
  const needed = row.net + row.providerFee
  for (let round = 0; round < topUpsMax; round += 1) {
    const toppedUp = await bookTopUps(deps, row)
    if (toppedUp !== 'done') return toppedUp
    const missing = await missingOf(deps, row, needed)
    if (missing === null) return 'later'
    if (missing <= 0) return keepReserved(deps, row, { needed, epoch })
    if (deps.topUp === null) return 'short'
    await deps.database.query(
      `insert into wallets.sponsorship (withdrawal_id, no, amount)
       select $1, count(*) + 1, $2 from wallets.sponsorship where withdrawal_id = $1`,
      [row.rowId, missing],
    )
  }
  return 'short'
}

/** What the rail lacks for this payout beside all others, in units; null where it cannot be told now. */
async function missingOf(
  { database, engine }: FundingDeps,
  row: Withdrawal,
  needed: number,
): Promise<number | null> {
  if (!(await engine.waitForProjection(row.railId))) return null
  // What others may take first: a payout that is settled meanwhile counts twice rather than never.
  const others = await database.query<{ reserved: number }>(
    `select coalesce(sum(reserved), 0)::bigint as reserved from wallets.withdrawal
     where rail_id = $1 and reserved > 0 and id <> $2`,
    [row.railId, row.rowId],
  )
  const owed = await database.query<{ owed: number }>(
    `select -available as owed from exchange.balance where account_id = $1 and currency_id = $2`,
    [row.railId, rupiahId],
  )
  return needed + (others.rows[0]?.reserved ?? 0) - (owed.rows[0]?.owed ?? 0)
}

async function keepReserved(
  { database, gateway }: FundingDeps,
  row: Withdrawal,
  { needed, epoch }: { readonly needed: number; readonly epoch: number },
): Promise<Funding> {
  // Who waited for money at the gateway goes on once it is there, not before.
  if (row.state === 'waiting') {
    const balance = await gateway.balance()
    if (balance.status !== 'done' || balance.value < rupiahOf(needed)) return 'short'
  }
  const kept = await database.query(
    `update wallets.withdrawal set reserved = $4
     where id = $1 and state = $2 and version = $3
       and (select writer_epoch from exchange.watermark) = $5`,
    [row.rowId, row.state, row.version, needed, epoch],
  )
  return kept.rowCount === 1 ? 'reserved' : 'later'
}

/** Tops up and books what was lent and is not done, each once; anything but `done` ends the asking. */
async function bookTopUps(
  { database, engine, topUp }: FundingDeps,
  row: Withdrawal,
): Promise<'done' | 'short' | 'later'> {
  const open = await database.query<{ no: number; amount: number }>(
    `select no, amount from wallets.sponsorship where withdrawal_id = $1 and not is_done order by no`,
    [row.rowId],
  )
  for (const { no, amount } of open.rows) {
    if (topUp === null) return 'short'
    const name = `withdrawal:${row.rowId}:sponsor${no === 1 ? '' : `:${no}`}`
    const isThere = await topUp(name, rupiahOf(amount))
    // A gateway that is no simulated one takes no such money.
    if (isThere.status === 'refused') return 'short'
    if (isThere.status !== 'done') return 'later'
    const step = await submitStep(engine, sponsorCommand(row, amount), name)
    if (step.status !== 'done') return step.status === 'later' ? 'later' : 'short'
    await database.query(
      'update wallets.sponsorship set is_done = true where withdrawal_id = $1 and no = $2',
      [row.rowId, no],
    )
  }
  return 'done'
}
