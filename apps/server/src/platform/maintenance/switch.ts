/**
 * The maintenance switch (SRV-09): one row in the database that every server applies within a second, and
 * that survives restarts.
 */
import type { Database } from '../database/pool.ts'
import type { Log } from '../logging/log.ts'
import { recordSecurityEvent } from '../security/events.ts'
import { inTransaction } from '../database/transaction.ts'

/** How often a server reads the switch. */
const pollMs = 1_000

export type MaintenanceSwitch = {
  /** Whether the exchange is in maintenance, as of at most a second ago. */
  isOn(): boolean
  stop(): Promise<void>
}

/** Reads the switch repeatedly; while the database does not answer, the last known state applies. */
export async function followMaintenance(database: Database, log: Log): Promise<MaintenanceSwitch> {
  let isOn = await readMaintenance(database)
  let polling: Promise<void> | null = null
  const poll = async (): Promise<void> => {
    try {
      isOn = await readMaintenance(database)
    } catch (error) {
      log.warn({ error: String(error) }, 'maintenance switch cannot be read')
    }
    polling = null
  }
  const timer = setInterval(() => {
    polling ??= poll()
  }, pollMs)
  return {
    isOn: () => isOn,
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}

/** Whether the switch is on. */
export async function readMaintenance(database: Pick<Database, 'query'>): Promise<boolean> {
  const found = await database.query<{ is_on: boolean }>('select is_on from public.maintenance')
  return found.rows[0]?.is_on ?? false
}

/** The state of the switch, and since when. */
export async function readMaintenanceState(
  database: Pick<Database, 'query'>,
): Promise<{ readonly isOn: boolean; readonly changedAt: Date }> {
  const found = await database.query<{ isOn: boolean; changedAt: Date }>(
    'select is_on as "isOn", changed_at as "changedAt" from public.maintenance',
  )
  const [row] = found.rows
  if (row === undefined) throw new Error('the row of the maintenance switch is missing')
  return row
}

/** Sets the switch and records a change; all servers follow within a second. */
export async function setMaintenance(database: Database, isOn: boolean): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const turned = await transaction.query(
      'update public.maintenance set is_on = $1, changed_at = now() where is_on <> $1',
      [isOn],
    )
    if (turned.rowCount === 0) return
    const kind = isOn ? 'maintenance.on' : 'maintenance.off'
    await recordSecurityEvent(transaction, { accountId: null, kind, clientAddress: null })
  })
}
