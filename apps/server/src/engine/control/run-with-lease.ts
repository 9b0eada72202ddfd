/**
 * Runs work that needs the lease, such as a migration, so that no server leads meanwhile. A server of an
 * older version leads until it stops; this one waits.
 */
import type pg from 'pg'
import { close, connectControl } from '../connections.ts'
import { createTurns, oneAtATime } from './turns.ts'
import { releaseLease, leaseRenewMs, acquireLease } from './lease.ts'

const noSuchTable = '42P01'

export type LeaseWork = {
  /** Whether the work is still needed: another server may have done it meanwhile. */
  readonly isNeeded: () => Promise<boolean>
  readonly run: () => Promise<unknown>
  /** Called once, if another server leads. */
  readonly onWait: () => void
}

/** Runs work while this process holds the lease. Returns without running it if it is no longer needed. */
export async function runWithLease(databaseUrl: string, work: LeaseWork): Promise<void> {
  const control = await connectControl(databaseUrl)
  const inTurn = createTurns()
  let renewal: NodeJS.Timeout | null = null
  try {
    for (let isFirst = true; await work.isNeeded(); isFirst = false) {
      if (await isHeldByOther(control)) {
        // A failed renewal makes the work fail too, unless that has already ended.
        const renew = oneAtATime(() => inTurn(() => isHeldByOther(control)))
        renewal = setInterval(() => void renew().catch(() => undefined), leaseRenewMs)
        await work.run()
        return
      }
      if (isFirst) work.onWait()
      await new Promise((resolve) => setTimeout(resolve, leaseRenewMs))
    }
  } finally {
    if (renewal !== null) clearInterval(renewal)
    await inTurn(() => releaseLease(control)).catch(() => undefined)
    await close([control])
  }
}

/** Acquires or renews the lease; also true in a database without a lease table. */
async function isHeldByOther(control: pg.Client): Promise<boolean> {
  try {
    return await acquireLease(control)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === noSuchTable) return true
    throw error
  }
}
