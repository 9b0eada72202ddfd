/** One reconciliation: reads the figures, collects the findings and acts on them. */
import { houseAccounts, rupiahId } from '@tukar/core'
import type { Engine } from '../../engine/index.ts'
import { type Database, giveTime } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { MoneyFigures } from '../desk/index.ts'
import { checkSnapshot, type CurrencySums, type JournalFigures } from './checks.ts'
import { checkDays } from './closing.ts'
import { type CheckName, checkNames, type Finding, findingsOf } from './finding.ts'
import { checkLedgerSums } from './full-check.ts'
import { alignMarkets, haltCurrencies } from './halts.ts'
import {
  saveFindings,
  saveReconciliation,
  type ReconciliationKind,
} from './reconciliation-store.ts'
import { type CoinCustody, custodyFindings, gatewayFindings } from './external-checks.ts'
import { readEnd } from './range.ts'
import { isTailLong, longMs, advanceTotals, readMarks } from './totals.ts'

/** A hold that waits for an external system, but has no row of a transfer. */
export type StrayHold = {
  readonly currencyId: number
  readonly source: string
  readonly remaining: number
}

export type ReconciliationDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit'>
  readonly log: Log
  readonly keys: Keys
  /** What the chains hold, by the last reading of custody. */
  readonly custody: () => Promise<readonly CoinCustody[]>
  /** The rupiah balances of gateway and ledger. */
  readonly money: () => Promise<MoneyFigures>
  readonly strayHolds: () => Promise<readonly StrayHold[]>
}

/** The figures of a run, as stored and shown. */
export type ReconciliationFigures = {
  readonly findings: readonly Finding[]
  readonly sums: readonly CurrencySums[]
  readonly journal: JournalFigures
  readonly custody: readonly CoinCustody[]
  readonly money: MoneyFigures
  /** The exchange's own rupiah, in units. */
  readonly own: number
}

/** Additional checks of a full run; a regular run leaves their findings unchanged. */
export const fullChecks: readonly CheckName[] = ['closed_days', 'sums']

/** Runs a reconciliation now, halts the currencies of mismatches, and saves the result. */
export async function runReconciliation(
  deps: ReconciliationDeps,
  kind: ReconciliationKind,
): Promise<ReconciliationFigures> {
  const from = performance.now()
  const { database, log } = deps
  await shortenTail(database)
  // External systems are read first: an amount that arrives meanwhile makes the ledger larger, never smaller,
  // than they are.
  const [custody, money] = await Promise.all([deps.custody(), deps.money()])
  const seen = await readSnapshot(database)
  const stray = (await deps.strayHolds()).map(({ source, currencyId, remaining }) => {
    return { of: source, currencyId, expected: 0, found: remaining }
  })
  const full = kind === 'full' ? await checkAll(database) : []
  const findings = [
    ...seen.findings,
    ...findingsOf('holds', stray),
    ...custodyFindings(custody),
    ...gatewayFindings({ ...money, own: seen.own }, rupiahId),
    ...full,
  ]
  const { sums, journal, own } = seen
  const figures: ReconciliationFigures = { findings, sums, journal, custody, money, own }
  const checked = checkNames.filter((name) => kind === 'full' || !fullChecks.includes(name))
  const halted = await inTransaction(database, async (transaction) => {
    const news = await saveFindings(transaction, findings, checked)
    await saveReconciliation(transaction, {
      kind,
      tookMs: performance.now() - from,
      findings,
      figures,
    })
    for (const { check, currencyId, figures: found } of news) {
      log.error({ check, currencyId, ...found }, 'reconciliation found a mismatch')
    }
    // The audit log holds a lock until the transaction ends, so it is written last.
    return haltCurrencies(transaction, deps.keys, news)
  })
  if (halted.length > 0) log.error({ currencies: halted }, 'currencies halted after a mismatch')
  await alignMarkets(deps)
  return figures
}

async function shortenTail(database: Database): Promise<void> {
  const range = { after: await readMarks(database), upTo: await readEnd(database) }
  if (!(await isTailLong(database, range))) return
  while (await advanceTotals(database));
}

async function readSnapshot(database: Database) {
  return inTransaction(database, async (transaction) => {
    await transaction.query('set transaction isolation level repeatable read read only')
    await giveTime(transaction, longMs)
    const snapshot = await checkSnapshot(transaction)
    const found = await transaction.query<{ own: number }>(
      `select coalesce(sum(available), 0)::bigint as own from exchange.balance
       where account_id = $1 and currency_id = $2`,
      [houseAccounts.fees, rupiahId],
    )
    return { ...snapshot, own: found.rows[0]?.own ?? 0 }
  })
}

async function checkAll(database: Database): Promise<readonly Finding[]> {
  return [...(await checkDays(database)), ...(await checkLedgerSums(database))]
}
