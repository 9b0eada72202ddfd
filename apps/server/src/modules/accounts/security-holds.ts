/**
 * The security hold: withdrawals pause after a change of credentials or of the bank account (SRV-82, ATT-92).
 * If an attacker took over the account, its owner is notified and has a day to act.
 */
import type { Database } from '../../platform/database/pool.ts'

/** The delay until the next check if the hold ended by our clock but not by the database's clock. */
const againMs = 10_000
/** The default if no setting gives another value. */
const holdHoursDefault = 24

export type HoldCause = 'password_changed' | 'factor_changed' | 'bank_changed' | 'bank_unlocked'

export type SecurityHold = {
  /** The end of the hold, in milliseconds since 1970; never in the past by our clock. */
  readonly untilMs: number
  readonly cause: HoldCause
}

/** The events that cause a hold, with the cause that users see. */
const causes: Readonly<Record<string, HoldCause>> = {
  'password.changed': 'password_changed',
  'two_factor.on': 'factor_changed',
  'two_factor.off': 'factor_changed',
  'bank.changed': 'bank_changed',
  'bank.unlocked': 'bank_unlocked',
}

/** The security hold of an account by its newest change; null if there is none. */
export async function securityHoldOf(
  database: Pick<Database, 'query'>,
  userId: number,
  holdHours: number = holdHoursDefault,
): Promise<SecurityHold | null> {
  // The kinds are written as in the index that finds them.
  const found = await database.query<{ kind: string; untilMs: number }>(
    `select kind, floor(extract(epoch from at + make_interval(hours => $2)) * 1000)::bigint
         as "untilMs"
     from security.event
     where account_id = $1 and at > now() - make_interval(hours => $2)
       and kind in ('password.changed', 'two_factor.on', 'two_factor.off', 'bank.changed',
         'bank.unlocked')
     order by at desc limit 1`,
    [userId, holdHours],
  )
  const { kind = '', untilMs = 0 } = found.rows[0] ?? {}
  const cause = causes[kind]
  if (cause === undefined) return null
  // Only the database's clock decides: ours may have been set forward (INV-26).
  const nowMs = Date.now()
  return { untilMs: untilMs > nowMs ? untilMs : nowMs + againMs, cause }
}
