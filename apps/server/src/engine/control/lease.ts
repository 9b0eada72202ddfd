/**
 * The leader's lease: one row, renewed every second, taken over when it lapses or its holder is dead.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import type pg from 'pg'

/** Without a renewal for this long, another server takes over. */
export const leaseMs = 4_000
export const leaseRenewMs = 1_000

/** Identifies this boot of this machine and the pid namespace: process ids are comparable only within it. */
const pidSpace = readPidSpace()

function readPidSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return randomBytes(8).toString('hex')
  }
}

/** The lease as last read, and since when it is unchanged by the monotonic clock. */
let found = { row: '', sinceMs: 0 }

/** This engine's holder text in the lease row. */
const leaseHolder = `${pidSpace}/${process.pid}/${randomBytes(8).toString('hex')}`

/**
 * Acquires or renews the lease; false while another server holds it. It lapses by the database's clock, or if
 * nobody renewed it for as long by this server's monotonic clock: a wall clock that is set back does not
 * extend it (INV-26).
 */
export async function acquireLease(client: pg.ClientBase): Promise<boolean> {
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

/** Another server may have led since the last renewal. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Renews this engine's lease, even one that lapsed, unless another server took it.
 *
 * @throws LeaseLost if another server took it, even if that one is gone: the journal may have new rows
 */
export async function renewLease(client: pg.ClientBase): Promise<void> {
  const renewed = await client.query(
    `update exchange.lease set expires_at = clock_timestamp() + $2 * interval '1 millisecond'
     where holder = $1`,
    [leaseHolder, leaseMs],
  )
  if (renewed.rowCount !== 1) throw new LeaseLost('the lease is lost')
}

/** Releases the lease, so that another server can take over immediately. */
export async function releaseLease(client: pg.ClientBase): Promise<void> {
  await client.query('delete from exchange.lease where holder = $1', [leaseHolder])
}

/** Whether the holder was a process of this machine that has ended: then its lease need not lapse. */
function isDead(holder: string): boolean {
  const parts = holder.split('/')
  const pid = parts.at(-2)
  const isHere = parts.slice(0, -2).join('/') === pidSpace
  return isHere && pid !== undefined && !existsSync(`/proc/${pid}`)
}
