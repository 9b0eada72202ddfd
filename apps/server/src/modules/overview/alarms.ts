/** Recent alarms of the system, from the audit log. */
import type { Database } from '../../platform/database/pool.ts'

export type Alarm = {
  readonly no: number
  readonly at: Date
  readonly action: string
  readonly subject: string
  /** The figures of the signer and of the console, for an alarm about their difference. */
  readonly signer: string | null
  readonly console: string | null
}

/** The number of entries at the end of the audit log that are searched. */
const entriesMax = 2_000
const alarmsMax = 8
const days = 7
/** Entries of the system that are routine work or notes. */
const tidying: readonly string[] = [
  'change.expire',
  'signer.agrees',
  'role.named',
  'role.seal',
  'seals.made',
  'seals.sign_in',
  'seals.users',
  'seals.devices',
  'seals.device_proofs',
  'seals.passwords',
  'seals.sigma',
  'seals.limits',
  'seals.verified',
  'seals.profiles',
  'seals.stops',
  'seals.ends',
  'seals.suspensions',
  'seals.closings',
  'seals.chain_halts',
  'seals.withdrawn',
  'seals.bonus',
  'seals.holds',
  'seals.resets',
  'seals.tokens',
  'seals.transactions',
]

/** Alarms that end, or are repeated with other figures: see `wallets/chains/voting/signer-rules.ts`. */
const untilAgreed: readonly string[] = ['signer.needed_differs', 'signer.from_differs']

/** Newest first. */
export async function recentAlarms(database: Database): Promise<readonly Alarm[]> {
  const found = await database.query<Alarm>(
    `select no, at, action, subject, after->>'signer' as signer, after->>'console' as console from (
       select * from desk.audit_entry order by no desc limit ${entriesMax}
     ) as newest
     where operator_id is null and action <> all($1) and at > now() - interval '${days} days'
       and not (action = any($2) and exists (
         select from desk.audit_entry later where later.subject = newest.subject
           and later.no > newest.no and later.action = any($3)))
     order by no desc limit ${alarmsMax}`,
    [tidying, untilAgreed, [...untilAgreed, 'signer.agrees']],
  )
  return found.rows
}
