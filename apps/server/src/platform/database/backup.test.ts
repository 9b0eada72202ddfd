/**
 * What a backup refuses, and what does not count as one; backup.long.test.ts proves that it can be restored.
 */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { rowsOf } from '../../engine/testing/rig.ts'
import { secretFileIn } from '../secrets/kept-secret.ts'
import { backUp, BackupError } from './backup.ts'
import { markName } from './backup-mark.ts'
import { EmbeddedDatabaseError, startEmbeddedPostgres } from './embedded.ts'
import { type PrivateCluster, startPrivateCluster } from './testing/cluster.ts'

let cluster: PrivateCluster

before(async () => {
  cluster = await startPrivateCluster()
})
after(() => cluster.stop())

function folderFor(test: TestContext): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-backup-'))
  fs.chmodSync(folder, 0o755)
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

const backUpTo = (to: string) => backUp({ url: cluster.postgres.url, to })

test('FLT-40: a folder that holds something, a file, and one inside of the data folder are refused and left as they are', async (t) => {
  const folder = folderFor(t)
  const file = path.join(folder, 'kept')
  fs.writeFileSync(file, 'of somebody')
  await assert.rejects(backUpTo(folder), (error) => {
    assert.ok(error instanceof BackupError)
    assert.match(error.message, /is not empty: choose a new folder/)
    return true
  })
  await assert.rejects(backUpTo(file), /is not a folder/)
  await assert.rejects(
    backUpTo(path.join(cluster.postgres.clusterDir, 'backup')),
    /is inside the data folder/,
  )
  assert.deepEqual(fs.readdirSync(folder), ['kept'])
  assert.equal(fs.readFileSync(file, 'utf8'), 'of somebody')
})

test('FLT-40: a failed backup leaves nothing behind, neither files nor retained log', async (t) => {
  const to = path.join(folderFor(t), 'copy')
  const outside = path.join(cluster.postgres.clusterDir, 'pg_tblspc', '99999')
  fs.symlinkSync(tmpdir(), outside)
  try {
    await assert.rejects(backUpTo(to), /is a link/)
  } finally {
    fs.rmSync(outside)
  }
  assert.deepEqual(fs.readdirSync(to), [])
  const { url } = cluster.postgres
  assert.deepEqual(await rowsOf(url, 'select slot_name from pg_replication_slots'), [])
})

test('FLT-40 H-4: a whole backup is for its owner alone, without the secrets; one that was broken off is never started', async (t) => {
  const to = path.join(folderFor(t), 'copy')
  const secretFile = secretFileIn(path.dirname(cluster.postgres.clusterDir), 'exchange', 'server')
  fs.mkdirSync(path.dirname(secretFile), { recursive: true })
  fs.writeFileSync(secretFile, 'a secret')
  await backUpTo(to)
  const clusterDir = path.join(to, 'postgres')
  const copied = fs.readdirSync(to, { recursive: true }).map(String)
  assert.ok(copied.includes(path.join('postgres', 'PG_VERSION')))
  assert.deepEqual(
    copied.filter((name) => name.includes('secrets') || name.endsWith(path.basename(secretFile))),
    [],
  )
  const owner = fs.statSync(cluster.postgres.clusterDir).uid
  for (const entry of fs.readdirSync(clusterDir, { recursive: true, withFileTypes: true })) {
    const { mode, uid } = fs.statSync(path.join(entry.parentPath, entry.name))
    assert.deepEqual([mode & 0o777, uid], [entry.isDirectory() ? 0o700 : 0o600, owner], entry.name)
  }
  assert.deepEqual(fs.readdirSync(path.join(clusterDir, 'pg_replslot')), [])
  const mark = path.join(clusterDir, markName)
  const { begunAt } = JSON.parse(fs.readFileSync(mark, 'utf8')) as { begunAt: string }
  fs.writeFileSync(mark, JSON.stringify({ begunAt, endedAt: null }))
  await assert.rejects(startEmbeddedPostgres({ dataDir: to }), (error) => {
    assert.ok(error instanceof EmbeddedDatabaseError)
    assert.match(error.message, /is incomplete/)
    return true
  })
})
