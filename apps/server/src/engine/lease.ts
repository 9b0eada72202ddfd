/** Who leads: one row, renewed each second, taken over when it lapses or its holder is dead. */
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import type pg from 'pg'

const leaseSeconds = 3
export const leaseRenewMs = 1_000

/** This process, as others read it in the lease. */
export const leaseHolder = `${hostname()}:${process.pid}:${Date.now()}`

/** Takes or renews the lease; false while another holds it. */
export async function takeLease(client: pg.ClientBase): Promise<boolean> {
  const taken = await client.query(
    `insert into exchange.lease as l (holder, expires_at)
     values ($1, now() + interval '${leaseSeconds} seconds')
     on conflict (one) do update set holder = $1, expires_at = excluded.expires_at
     where l.holder = $1 or l.expires_at < now() or l.holder = $2`,
    [leaseHolder, await deadHolder(client)],
  )
  return taken.rowCount === 1
}

/** Lets the next one take over at once. */
export async function dropLease(client: pg.ClientBase): Promise<void> {
  await client.query('update exchange.lease set expires_at = now() where holder = $1', [
    leaseHolder,
  ])
}

/** The holder, if it ran on this machine and is gone: no need to wait for its lease to lapse. */
async function deadHolder(client: pg.ClientBase): Promise<string> {
  const found = await client.query('select holder from exchange.lease')
  const holder = String(found.rows[0]?.holder ?? '')
  const [host, pid] = holder.split(':')
  const isDead = host === hostname() && pid !== undefined && !existsSync(`/proc/${pid}`)
  return isDead ? holder : ''
}
