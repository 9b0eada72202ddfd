/**
 * Any changed, deleted or swapped entry among 100,000 of the audit log is found (ATT-102, INV-23). The single
 * step is tested at every position. Whole verifications of a database are tested at seeded random positions
 * and at the borders of batches.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { createLog } from '../../platform/logging/log.ts'
import {
  type ChainHead,
  chainStart,
  hashRow,
  nextLink,
  type Stored,
  verifyChain,
} from './audit-chain.ts'

const rowCount = 100_000
const pageRows = 5_000
const seed = 20_261_122
const drawnPlaces = 9

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** A typical audit log: some entries of the system, some without states. */
function recordOf(count: number): readonly Stored[] {
  const rows: Stored[] = []
  let previous = chainStart.hash
  for (let no = 1; no <= count; no += 1) {
    const row = {
      no,
      atMs: 1_750_000_000_000 + no * 1_000,
      operatorId: no % 10 === 0 ? null : 1_000 + (no % 7),
      action: ['payout.approve', 'setting.set', 'person.show'][no % 3] ?? '',
      subject: `withdrawal:${no % 500}`,
      reason: no % 4 === 0 ? 'papers are in order' : `seen, number ${no % 90}`,
      before: no % 5 === 0 ? null : `{"state":"waiting","units":${no % 1_000}}`,
      after: no % 6 === 0 ? null : '{"state":"approved"}',
    }
    previous = hashRow(previous, row)
    rows.push({ ...row, hash: previous })
  }
  return rows
}

/** One change for each field, used in turn. */
const changes: readonly ((row: Stored) => Stored)[] = [
  (row) => ({ ...row, atMs: row.atMs + 1 }),
  (row) => ({ ...row, operatorId: row.operatorId === null ? 1_001 : null }),
  (row) => ({ ...row, operatorId: (row.operatorId ?? 0) + 1 }),
  (row) => ({ ...row, action: `${row.action}s` }),
  (row) => ({ ...row, subject: `${row.subject}0` }),
  (row) => ({ ...row, reason: `${row.reason} ` }),
  (row) => ({ ...row, before: row.before === null ? 'null' : null }),
  (row) => ({
    ...row,
    after: row.after === null ? '{}' : row.after.replace('approved', 'Approved'),
  }),
]

test('ATT-102 INV-23: at each of 100,000 positions a changed, missing or swapped entry breaks the chain', () => {
  const rows = recordOf(rowCount)
  const last = rows.at(-1)
  assert.ok(last !== undefined)
  let at: ChainHead = chainStart
  rows.forEach((row, place) => {
    const follower = rows[place + 1]
    const changed = changes[place % changes.length]?.(row) ?? row
    assert.equal(nextLink(at, changed), null, `${row.no} changed`)
    // With the entry's own hash recomputed, the next entry or the head does not match.
    const fitted = { ...changed, hash: hashRow(at.hash, changed) }
    const behind = nextLink(at, fitted)
    assert.ok(behind !== null)
    if (follower === undefined) assert.notDeepEqual(behind.hash, last.hash)
    else {
      assert.equal(nextLink(behind, follower), null, `${row.no} with a hash that fits`)
      // Deleted, also with the number of the next entry adjusted; and both swapped.
      assert.equal(nextLink(at, follower), null, `${row.no} left out`)
      assert.equal(nextLink(at, { ...follower, no: row.no }), null, `${row.no} closed up`)
    }
    const next = nextLink(at, row)
    assert.ok(next !== null, `${row.no} as it was`)
    at = next
  })
  assert.deepEqual(at, { no: rowCount, hash: last.hash })
})

/** The changes that an attacker with all rights makes to one entry. */
const attacks = {
  changed: `update desk.audit_entry set reason = reason || '.' where no = $1::bigint`,
  removed: 'delete from desk.audit_entry where no = $1::bigint',
  swapped: `update desk.audit_entry e set (at, operator_id, action, subject, reason, before, after, hash) =
      (select o.at, o.operator_id, o.action, o.subject, o.reason, o.before, o.after, o.hash
       from desk.audit_entry o where o.no = 2 * $1::bigint + 1 - e.no) where e.no in ($1::bigint, $1::bigint + 1)`,
} as const

/** Seeded random numbers below a bound (mulberry32). */
function drawing(from: number): (below: number) => number {
  let state = from
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

test('ATT-102 INV-23: a full verification of 100,000 entries finds a change to one of them', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('fatal'))
  const client = await database.connect()
  t.after(() => {
    client.release()
    return database.end()
  })
  const rows = recordOf(rowCount)
  for (let from = 0; from < rowCount; from += pageRows) {
    const page = rows.slice(from, from + pageRows)
    const column = (key: keyof Stored) => page.map((row) => row[key])
    await database.query(
      `insert into desk.audit_entry (no, at, operator_id, action, subject, reason, before, after, hash)
       select no, to_timestamp(0) + at_ms * interval '1 millisecond', operator_id, action, subject,
         reason, before::json, after::json, decode(hash, 'hex')
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[],
         $7::text[], $8::text[], $9::text[])
         as r (no, at_ms, operator_id, action, subject, reason, before, after, hash)`,
      [
        column('no'),
        column('atMs'),
        column('operatorId'),
        column('action'),
        column('subject'),
        column('reason'),
        column('before'),
        column('after'),
        page.map(({ hash }) => hash.toString('hex')),
      ],
    )
  }
  await database.query('update desk.audit_head set no = $1, hash = $2', [
    rowCount,
    rows.at(-1)?.hash,
  ])
  const draw = drawing(seed)
  const borders = [1, pageRows, pageRows + 1, rowCount - 1, rowCount]
  const drawn = Array.from({ length: drawnPlaces }, () => 1 + draw(rowCount - 1))
  assert.equal((await verifyChain(client)).brokenAt, null)
  await client.query('alter table desk.audit_entry disable trigger all')
  for (const [turn, place] of [...borders, ...drawn].entries()) {
    const kinds = Object.entries(attacks).filter(([kind]) => kind !== 'swapped' || place < rowCount)
    const [kind, sql] = kinds[turn % kinds.length] ?? ['', '']
    await client.query('begin')
    await client.query(sql, [place])
    const { brokenAt } = await verifyChain(client)
    await client.query('rollback')
    assert.equal(brokenAt, place, `entry ${place} ${kind}, seed ${seed}`)
  }
  assert.deepEqual(await verifyChain(client).then(({ to, brokenAt }) => [to, brokenAt]), [
    rowCount,
    null,
  ])
})
