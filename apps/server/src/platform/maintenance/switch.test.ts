import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../database/pool.ts'
import { migratedDatabase } from '../database/testing/cluster.ts'
import { readMaintenance, setMaintenance } from './switch.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

test('SRV-08 SRV-09: each turn of the maintenance switch is recorded, a turn that changes nothing is not', async () => {
  for (const isOn of [false, true, true, false]) {
    await setMaintenance(database, isOn)
    assert.equal(await readMaintenance(database), isOn)
  }
  const { rows } = await database.query<{ kind: string; account: number | null }>(
    'select kind, account_id as account from security.event order by id',
  )
  assert.deepEqual(rows, [
    { kind: 'maintenance.on', account: null },
    { kind: 'maintenance.off', account: null },
  ])
})
