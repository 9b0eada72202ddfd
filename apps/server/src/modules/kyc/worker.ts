/**
 * The worker of automatic checks: takes submitted records one after the other, because the identity check
 * handles one at a time. The due times are in the rows, so that nothing is lost with the process.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { CheckOutcome } from './record/check-record.ts'

export type KycWorker = {
  /** Checks due records at once. */
  wake(): void
  /** Stops the worker after the current check. */
  stop(): Promise<void>
}

export type KycWorkerDeps = {
  readonly database: Database
  readonly log: Log
  readonly runOnce: (userId: number) => Promise<CheckOutcome>
  readonly pollMs?: number
  /** The first backoff after a missing answer; each further one is twice as long. */
  readonly backoffMs?: number
}

const pollDefaultMs = 5_000
const backoffDefaultMs = 2_000
const backoffMaxMs = 300_000
/** No check takes longer; after this time the claim of another worker has expired. */
const claimMs = 120_000
const doublingsMax = 10

/** Starts the worker, and takes over the claims of an earlier process at once. */
export function startKycWorker(deps: KycWorkerDeps): KycWorker {
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
        log.warn({ error: String(error) }, 'automatic identity check failed, tried again later')
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
  /** Retries until it succeeds, or the worker stops. */
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

/** Claims the record that has waited longest; null if none is due. */
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

async function postpone({ database, backoffMs = backoffDefaultMs }: KycWorkerDeps, userId: number) {
  await database.query(
    `update kyc.record set attempts = attempts + 1,
       next_look_at = now() + make_interval(
         secs => least($2 * pow(2, least(attempts, $3)), $4)::double precision / 1000)
     where user_id = $1 and state = 'submitted' and ended_at is null`,
    [userId, backoffMs, doublingsMax, backoffMaxMs],
  )
}

/** Only one worker runs, so claims at its start belong to nobody. */
async function releaseClaims(database: Database): Promise<void> {
  await database.query(
    `update kyc.record set next_look_at = now()
     where state = 'submitted' and next_look_at > now() and ended_at is null`,
  )
}
