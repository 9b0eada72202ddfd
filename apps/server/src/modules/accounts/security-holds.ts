/**
 * The pause of withdrawals after a change of how an account is entered or where its money goes (SRV-82,
 * ATT-92): whoever took an account over has its owner told, and a day in which he can act.
 */
import type { Database } from '../../platform/database/pool.ts'

/** What holds by the database's clock and no more by ours is looked at again after so long. */
const againMs = 10_000
/** Where no setting says otherwise. */
const holdHoursDefault = 24

export type HoldCause = 'password_changed' | 'factor_changed' | 'bank_changed' | 'bank_unlocked'

export type SecurityHold = {
  /** When withdrawals go on, in milliseconds since 1970; never in the past by our own clock. */
  readonly untilMs: number
  readonly cause: HoldCause
}

/** The events that hold, by the cause that people are told. */
const causes: Readonly<Record<string, HoldCause>> = {
  'password.changed': 'password_changed',
  'two_factor.on': 'factor_changed',
  'two_factor.off': 'factor_changed',
  'bank.changed': 'bank_changed',
  'bank.unlocked': 'bank_unlocked',
}

/** What holds the withdrawals of an account, by its newest change; null where nothing does. */
export async function securityHoldOf(
  database: Pick<Database, 'query'>,
  userId: number,
  holdHours: number = holdHoursDefault,
): Promise<SecurityHold | null> {
  // The kinds as they are written in the index that finds them.
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
  // The database alone says what holds: our clock may have been set ahead of it (INV-26).
  const nowMs = Date.now()
  return { untilMs: untilMs > nowMs ? untilMs : nowMs + againMs, cause }
}
