import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { placeOf } from '../../engine/testing/listing.ts'
import {
  acceptedOrderId,
  engineFor,
  freshId,
  fund,
  type Rig,
  startRig,
  uuidAt,
} from '../../engine/testing/rig.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { pg } from '../../platform/database/driver.ts'
import { createOrdersService } from './service.ts'
import { wasMyOrder } from './store.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.stop())

const userId = 1_001

test('INV-15 R-12: a cancellation that came before its order gets the same answer again, whatever happened to the order', async (t) => {
  const url = await rig.database()
  const engine = await engineFor(t, url)
  const database = new pg.Pool({ connectionString: url })
  t.after(() => database.end())
  database.on('error', () => undefined)
  await fund(engine, [userId])
  const service = createOrdersService(engine, () => true)
  const place = async (): Promise<number> => {
    const command = placeOf(userId, 'buy', 165_000_000_000, 10_000)
    return acceptedOrderId(await engine.submit(command, freshId(userId, command)))
  }
  const orderId = (await place()) + 1
  const early = { userId, commandUuid: uuidAt(Date.now()) }
  const refusedSeq = await service.cancel(early, orderId)
  assert.ok(refusedSeq !== null)
  assert.equal(await place(), orderId)
  assert.equal(await service.cancel(early, orderId), refusedSeq, 'it is not done now instead')
  await tablesFollow(engine, userId)
  const wasOwn = (beforeSeq: number) => wasMyOrder(database, { userId, orderId, beforeSeq })
  assert.equal(await wasOwn(refusedSeq), false, 'there was no such order then')
  const author = () => ({ userId, commandUuid: uuidAt(Date.now()) })
  assert.equal(await service.cancel(author(), orderId), null)
  const lateSeq = await service.cancel(author(), orderId)
  assert.ok(lateSeq !== null)
  const closed = service.closedLately(orderId)
  assert.ok(closed !== null && closed.accountId === userId)
  assert.ok(refusedSeq < closed.seq && closed.seq < lateSeq)
  assert.equal(await wasOwn(lateSeq), true)
})
