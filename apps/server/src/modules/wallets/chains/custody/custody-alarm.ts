/**
 * Raises an alarm when coins are missing that are owed to nobody: house funds cover them, so no payout stops
 * and nobody would notice (INV-14). It reports only differences that last, because coins in transit and late
 * bookings explain the others.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { audit } from '../../../desk/index.ts'
import type { CustodyFigures, CustodyPart } from './custody.ts'
import { differenceOf, namedPartsOf } from './custody-difference.ts'

/** Each check sums up all rows. */
const checkEveryMs = 600_000
/** The number of consecutive checks that must find a difference. */
const checksNeeded = 3

export type CustodyAlarmDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  /** Whether a simulation tops up the hot wallets. */
  readonly hasLender: boolean
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

type Seen = {
  /** The unexplained differences of the last checks, in the chain's own finest unit. */
  readonly last: readonly bigint[]
  readonly isReported: boolean
}

/**
 * Creates the alarm. It receives the figures of each custody check, and computes the difference every 10
 * minutes.
 */
export function createCustodyAlarm(
  deps: CustodyAlarmDeps,
): (figures: readonly Pick<CustodyFigures, 'parts'>[]) => Promise<void> {
  const seen = new Map<string, Seen>()
  let nextMs = 0
  return async (figures) => {
    if (deps.clock() < nextMs) return
    nextMs = deps.clock() + checkEveryMs
    for (const part of figures.flatMap(({ parts: all }) => all)) {
      const key = `${part.asset.chain} ${part.asset.contract}`
      const known = await checkDifference(
        deps,
        part,
        seen.get(key) ?? { last: [], isReported: false },
      )
      if (known !== null) seen.set(key, known)
    }
  }
}

async function checkDifference(
  deps: CustodyAlarmDeps,
  part: CustodyPart,
  { last, isReported }: Seen,
): Promise<Seen | null> {
  const difference = differenceOf(part, await namedPartsOf(deps, part.asset))
  if (difference === null) return null
  const now = [...last, difference.unexplained].slice(-checksNeeded)
  const smallest = now.reduce((most, one) => (one > most ? one : most), difference.unexplained)
  const isMissing = now.length === checksNeeded && smallest < 0n
  if (isMissing && !isReported) await raiseAlarm(deps, part, smallest)
  // A difference that disappeared may be reported again.
  return { last: now, isReported: isMissing || (isReported && difference.unexplained < 0n) }
}

async function raiseAlarm(
  { database, log }: CustodyAlarmDeps,
  { asset: { chain, contract, currencyId } }: CustodyPart,
  missing: bigint,
): Promise<void> {
  const figures = { chain, contract, currencyId, missing: (-missing).toString() }
  log.error(figures, 'custody: a chain holds less than the ledger, unexplained')
  await inTransaction(database, (transaction) =>
    audit.record(transaction, {
      operatorId: null,
      action: 'custody.unexplained',
      subject: `currency:${currencyId}`,
      reason: 'A chain holds less than the books say, and nothing explains it.',
      after: figures,
    }),
  )
}
