/** Who leads: one row, renewed each second, taken over when it lapses or its holder is dead. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import type pg from 'pg'

/** After this long without being renewed another server takes over. */
export const leaseMs = 4_000
export const leaseRenewMs = 1_000

/** Where process numbers mean the same: this boot of this machine, and the namespace they count in. */
const place = readPlace()

function readPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return randomBytes(8).toString('hex')
  }
}

/** The lease as it was last found, and since when it is the same by a clock that is never set. */
let found = { row: '', sinceMs: 0 }

/** This engine, as others read it in the lease. */
const leaseHolder = `${place}/${process.pid}/${randomBytes(8).toString('hex')}`

/**
 * Takes or renews the lease; false while another holds it. It lapses by the database's clock, or once nobody
 * renewed it for as long by ours: a clock that was set back keeps it for nobody (INV-26).
 */
export async function takeLease(client: pg.ClientBase): Promise<boolean> {
  const read = await client.query<{ holder: string; until: string }>(
    'select holder, expires_at::text as until from exchange.lease',
  )
  const { holder = leaseHolder, until = '' } = read.rows[0] ?? {}
  const row = `${holder} ${until}`
  if (row !== found.row) found = { row, sinceMs: performance.now() }
  const isLeft = performance.now() - found.sinceMs > leaseMs
  const taken = await client.query(
    `insert into exchange.lease as l (holder, expires_at)
     values ($1, clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (one) do update set holder = excluded.holder, expires_at = excluded.expires_at
     where l.holder = $1 or l.expires_at < clock_timestamp() or l.holder = $3
       or (l.holder = $4 and l.expires_at = $5::timestamptz)`,
    [
      leaseHolder,
      leaseMs,
      isDead(holder) ? holder : leaseHolder,
      isLeft ? holder : leaseHolder,
      until === '' ? null : until,
    ],
  )
  return taken.rowCount === 1
}

/** Another server may have led since the lease was renewed last. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Renews the lease that this engine leads by, also one that lapsed while nobody took it.
 *
 * @throws LeaseLost where another one took it, even if that one has gone since: the journal may have gone on
 */
export async function renewLease(client: pg.ClientBase): Promise<void> {
  const renewed = await client.query(
    `update exchange.lease set expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     where holder = $1`,
    [leaseHolder, leaseMs],
  )
  if (renewed.rowCount !== 1) throw new LeaseLost('the lease is lost')
}

/** Lets the next one take over at once. */
export async function dropLease(client: pg.ClientBase): Promise<void> {
  await client.query('delete from exchange.lease where holder = $1', [leaseHolder])
}

/** Whether a holder ran here and is gone: no need to wait for its lease to lapse. */
function isDead(holder: string): boolean {
  const parts = holder.split('/')
  const pid = parts.at(-2)
  const isHere = parts.slice(0, -2).join('/') === place
  return isHere && pid !== undefined && !existsSync(`/proc/${pid}`)
}
