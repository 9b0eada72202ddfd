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
} from '../../engine/testing/rig.ts'
import { rememberClosed } from './closed-lately.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.stop())

const price = 165_000_000_000
const [maker, taker] = [1_001, 1_002]

test('ATT-27 SRV-56: the owner of a recently filled or canceled order is known, of other orders it is not', async (t) => {
  const engine = await engineFor(t, await rig.database())
  const closedOf = rememberClosed(engine)
  const ownerOf = (orderId: number) => closedOf(orderId)?.accountId ?? null
  await fund(engine, [maker, taker])
  const place = async (accountId: number, side: 'buy' | 'sell', at: number): Promise<number> => {
    const command = placeOf(accountId, side, at, 10_000)
    return acceptedOrderId(await engine.submit(command, freshId(accountId, command)))
  }
  const filled = await place(maker, 'sell', price)
  const open = await place(maker, 'buy', price - 1_000_000)
  const canceled = await place(maker, 'buy', price - 1_000_000)
  assert.deepEqual([filled, open, canceled].map(ownerOf), [null, null, null])
  const taking = await place(taker, 'buy', price)
  const cancel = { kind: 'cancel', accountId: maker, orderId: canceled } as const
  const ended = await engine.submit(cancel, freshId(maker, cancel))
  assert.ok(ended.status === 'accepted')
  assert.equal(closedOf(canceled)?.seq, ended.seq)
  const known = [filled, open, canceled, taking].map(ownerOf)
  assert.deepEqual(known, [maker, null, maker, taker])
  const none = [0, -filled, filled + 2 ** 16, Number.NaN, Infinity, 0.5]
  assert.deepEqual(
    none.map(ownerOf),
    none.map(() => null),
  )
})
