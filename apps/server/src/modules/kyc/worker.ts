/**
 * The machine's worker: looks at records that were handed in, one after the other, as the identity check
 * takes one at a time. What is due stands in the rows, so that nothing is lost with the process.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { CheckOutcome } from './check-record.ts'

export type KycWorker = {
  /** Looks at once at what is due. */
  wake(): void
  /** Ends it once the look under way is over. */
  stop(): Promise<void>
}

export type WorkerDeps = {
  readonly database: Database
  readonly log: Log
  readonly runOnce: (userId: number) => Promise<CheckOutcome>
  readonly pollMs?: number
  /** The first pause after an answer that did not come; each further one is twice as long. */
  readonly backoffMs?: number
}

const pollDefaultMs = 5_000
const backoffDefaultMs = 2_000
const backoffMaxMs = 300_000
/** A look takes no longer; whoever took a row before is gone then. */
const claimMs = 120_000
const doublingsMax = 10

/** Starts it: takes over at once what a process before had taken. */
export function startKycWorker(deps: WorkerDeps): KycWorker {
  const { database, log, runOnce, pollMs = pollDefaultMs } = deps
  const life = { isStopped: false, isWoken: true }
  let ring: (() => void) | null = null
  const wake = (): void => {
    life.isWoken = true
    ring?.()
  }
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, pollMs)
      function done(): void {
        clearTimeout(timer)
        ring = null
        resolve()
      }
      ring = done
      if (life.isWoken || life.isStopped) done()
    })
  const round = async (): Promise<void> => {
    for (let userId = await takeDue(database); userId !== null; userId = await takeDue(database)) {
      const outcome = await runOnce(userId).catch((error: unknown): CheckOutcome => {
        log.warn({ error: String(error) }, 'a look at an identity')
        return 'later'
      })
      if (outcome === 'later') await postpone(deps, userId)
      if (life.isStopped) return
    }
  }
  const loop = async (): Promise<void> => {
    await untilDone(() => releaseClaims(database))
    while (!life.isStopped) {
      life.isWoken = false
      await round().catch((error: unknown) => log.warn({ error: String(error) }, 'identities'))
      await rest()
    }
  }
  /** Tries again until it is done, or the worker ends. */
  const untilDone = async (work: () => Promise<void>): Promise<void> => {
    while (!life.isStopped) {
      const isDone = await work().then(
        () => true,
        () => false,
      )
      if (isDone) return
      life.isWoken = false
      await rest()
    }
  }
  const ended = loop()
  return {
    wake,
    async stop() {
      life.isStopped = true
      wake()
      await ended
    },
  }
}

/** Takes the record that waits longest; null where none is due. */
async function takeDue(database: Database): Promise<number | null> {
  const claimed = await database.query<{ userId: number }>(
    `update kyc.record set next_look_at = now() + make_interval(secs => $1)
     where user_id = (
       select user_id from kyc.record where next_look_at <= now() and state = 'submitted'
         and ended_at is null
       order by next_look_at limit 1 for update skip locked
     ) returning user_id as "userId"`,
    [claimMs / 1_000],
  )
  return claimed.rows[0]?.userId ?? null
}

async function postpone({ database, backoffMs = backoffDefaultMs }: WorkerDeps, userId: number) {
  await database.query(
    `update kyc.record set attempts = attempts + 1,
       next_look_at = now() + make_interval(
         secs => least($2 * pow(2, least(attempts, $3)), $4)::double precision / 1000)
     where user_id = $1 and state = 'submitted' and ended_at is null`,
    [userId, backoffMs, doublingsMax, backoffMaxMs],
  )
}

/** Only one worker runs: what is taken at its start is nobody's. */
async function releaseClaims(database: Database): Promise<void> {
  await database.query(
    `update kyc.record set next_look_at = now()
     where state = 'submitted' and next_look_at > now() and ended_at is null`,
  )
}
