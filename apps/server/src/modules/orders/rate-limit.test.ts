import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engineFor, type Rig, startRig, uuidAt } from '../../engine/testing/rig.ts'
import { createRateLimit } from './rate-limit.ts'
import { createOrdersService } from './service.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.stop())

test('ATT-62 R-30: orders and cancellations beyond the rate are refused, and those of other users are not', async (t) => {
  const engine = await engineFor(t, await rig.database())
  const [burst, perSecond] = [2, 0.001]
  const service = createOrdersService(engine, createRateLimit(burst, perSecond))
  const cancel = (userId: number) =>
    service.cancel({ userId, commandUuid: uuidAt(Date.now()) }, 9_007_199_254_740_000)
  await cancel(1_001)
  await cancel(1_001)
  await assert.rejects(cancel(1_001), { code: 'request.rate' })
  assert.notEqual(await cancel(1_002), null)
})
