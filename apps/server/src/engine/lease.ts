/** Who leads: one row, renewed each second, taken over when it lapses or its holder is dead. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import type pg from 'pg'

/** After this long without being renewed another server takes over. */
const leaseMs = 4_000
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

/** This engine, as others read it in the lease. */
const leaseHolder = `${place}/${process.pid}/${randomBytes(8).toString('hex')}`

/** Takes or renews the lease; false while another holds it. */
export async function takeLease(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query<{ holder: string }>('select holder from exchange.lease')
  const holder = found.rows[0]?.holder ?? leaseHolder
  const taken = await client.query(
    `insert into exchange.lease as l (holder, expires_at)
     values ($1, clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (one) do update set holder = excluded.holder, expires_at = excluded.expires_at
     where l.holder = $1 or l.expires_at < clock_timestamp() or l.holder = $3`,
    [leaseHolder, leaseMs, isDead(holder) ? holder : leaseHolder],
  )
  return taken.rowCount === 1
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
