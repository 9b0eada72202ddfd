/**
 * The funding of payouts: what the gateway owes us over the rail, less the reservations of other payouts.
 * Reservations run one at a time, so that none counts the same money twice.
 */
import { isCurrencyHalted } from '../../accounting/index.ts'
import { submitStep } from '../machine/engine-steps.ts'
import { sponsorCommand } from './commands.ts'
import type { RupiahDeps } from './deps.ts'
import { rupiahId, rupiahOf } from './units.ts'
import type { Withdrawal } from './withdrawals/withdrawal-row.ts'

export type Funding = 'reserved' | 'short' | 'later'

type FundingDeps = Pick<RupiahDeps, 'database' | 'engine' | 'gateway' | 'keys' | 'topUp'>

const topUpsMax = 10

/** Creates the funding, which serializes its calls. */
export function createFunding(deps: FundingDeps) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Reserves a withdrawal's amount on its rail; in a simulation missing money is topped up first. */
    reserve(row: Withdrawal, epoch: number): Promise<Funding> {
      const next = last.then(() => reserve(deps, row, epoch))
      last = next.catch(() => undefined)
      return next
    },
    /** Books started top-ups, even if the withdrawal no longer needs them. */
    async finishTopUps(row: Withdrawal): Promise<'done' | 'later'> {
      const next = last.then(() => bookTopUps(deps, row))
      last = next.catch(() => undefined)
      return (await next) === 'later' ? 'later' : 'done'
    },
  }
}

async function reserve(deps: FundingDeps, row: Withdrawal, epoch: number): Promise<Funding> {
  // Nothing leaves while its currency is halted, even if it was reserved before.
  if (await isCurrencyHalted(deps, rupiahId)) return 'later'
  if (row.reserved > 0) return 'reserved'
  const needed = row.net + row.providerFee
  for (let round = 0; round < topUpsMax; round += 1) {
    const toppedUp = await bookTopUps(deps, row)
    if (toppedUp !== 'done') return toppedUp
    const missing = await missingOf(deps, row, needed)
    if (missing === null) return 'later'
    if (missing <= 0) return storeReserved(deps, row, { needed, epoch })
    if (deps.topUp === null) return 'short'
    await deps.database.query(
      `insert into wallets.sponsorship (withdrawal_id, no, amount)
       select $1, count(*) + 1, $2 from wallets.sponsorship where withdrawal_id = $1`,
      [row.rowId, missing],
    )
  }
  return 'short'
}

/** The units that the rail lacks for this payout and all others; null if unknown now. */
async function missingOf(
  { database, engine }: FundingDeps,
  row: Withdrawal,
  needed: number,
): Promise<number | null> {
  if (!(await engine.waitForProjection(row.railId))) return null
  // Read first, so that a payout that settles meanwhile counts twice rather than never.
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

async function storeReserved(
  { database, gateway }: FundingDeps,
  row: Withdrawal,
  { needed, epoch }: { readonly needed: number; readonly epoch: number },
): Promise<Funding> {
  // A withdrawal that waited for the gateway's balance continues only once the balance is sufficient.
  if (row.state === 'waiting') {
    const balance = await gateway.balance()
    if (balance.status !== 'done' || balance.value < rupiahOf(needed)) return 'short'
  }
  const stored = await database.query(
    `update wallets.withdrawal set reserved = $4
     where id = $1 and state = $2 and version = $3
       and (select writer_epoch from exchange.watermark) = $5`,
    [row.rowId, row.state, row.version, needed, epoch],
  )
  return stored.rowCount === 1 ? 'reserved' : 'later'
}

/** Pays and books started top-ups, each once. Any outcome but `done` stops the loop. */
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
    // A live gateway refuses top-ups.
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
