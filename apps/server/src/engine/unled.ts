/**
 * Work that nobody may lead beside, such as a change of the schema: the lease is held meanwhile. A server of an
 * older version goes on leading until it stops; this one waits.
 */
import type pg from 'pg'
import { close, connectControl } from './connections.ts'
import { dropLease, leaseRenewMs, takeLease } from './lease.ts'

const noSuchTable = '42P01'

/**
 * Runs work while this process alone holds the lease.
 *
 * @param onWait called once, if another one leads
 */
export async function whileNobodyLeads<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  onWait: () => Promise<void> = async () => {},
): Promise<T> {
  const control = await connectControl(databaseUrl)
  let renewal: NodeJS.Timeout | null = null
  try {
    for (let isFirst = true; !(await isTaken(control)); isFirst = false) {
      if (isFirst) await onWait()
      await new Promise((resolve) => setTimeout(resolve, leaseRenewMs))
    }
    // What fails here shows in the work, which uses the same database.
    renewal = setInterval(() => void isTaken(control).catch(() => undefined), leaseRenewMs)
    return await work()
  } finally {
    if (renewal !== null) clearInterval(renewal)
    await dropLease(control).catch(() => undefined)
    await close([control])
  }
}

/** Takes or renews the lease; true as well in a database that has none yet. */
async function isTaken(control: pg.Client): Promise<boolean> {
  try {
    return await takeLease(control)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === noSuchTable) return true
    throw error
  }
}
