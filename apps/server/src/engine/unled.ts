/**
 * Work that nobody may lead beside, such as a change of the schema: the lease is held meanwhile. A server of an
 * older version goes on leading until it stops; this one waits.
 */
import type pg from 'pg'
import { close, connectControl } from './connections.ts'
import { createTurns, oneAtATime } from './control/turns.ts'
import { dropLease, leaseRenewMs, takeLease } from './lease.ts'

const noSuchTable = '42P01'

export type UnledWork = {
  /** Whether it is still to be done: another server may have done it while this one waited. */
  readonly isNeeded: () => Promise<boolean>
  readonly run: () => Promise<unknown>
  /** Called once, if another one leads. */
  readonly onWait: () => void
}

/** Runs work while this process alone holds the lease; ends without it once it is not needed any more. */
export async function whileNobodyLeads(databaseUrl: string, work: UnledWork): Promise<void> {
  const control = await connectControl(databaseUrl)
  const inTurn = createTurns()
  let renewal: NodeJS.Timeout | null = null
  try {
    for (let isFirst = true; await work.isNeeded(); isFirst = false) {
      if (await isTaken(control)) {
        // A renewal that fails shows in the work, unless that has ended by then.
        const renew = oneAtATime(() => inTurn(() => isTaken(control)))
        renewal = setInterval(() => void renew().catch(() => undefined), leaseRenewMs)
        await work.run()
        return
      }
      if (isFirst) work.onWait()
      await new Promise((resolve) => setTimeout(resolve, leaseRenewMs))
    }
  } finally {
    if (renewal !== null) clearInterval(renewal)
    await inTurn(() => dropLease(control)).catch(() => undefined)
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
