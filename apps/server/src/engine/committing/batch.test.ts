/** Which commands of a batch are applied: each id once, even with a short memory of ids. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExchange } from '@tukar/core'
import { applyWaiting, type Pending } from './batch.ts'
import { createCommandId, derivedCommandId } from '../command-ids.ts'
import { uuidAt } from '../testing/rig.ts'
import { createInternal } from '../writer.ts'

const startMs = 1_770_000_000_000
const place = (row: number, timeMs: number) => ({ row, epoch: 1, timeMs })

test('INV-15 R-12: an id that its own batch made the core forget is not applied again', () => {
  const exchange = createExchange({ rememberedMax: 2 })
  let epoch = 0
  const pendingOf = (name: 'client' | 'server', timeMs: number): Pending => {
    const pending = createInternal({ kind: 'begin_epoch', epoch: ++epoch })
    const { command } = pending.envelope
    const id =
      name === 'client'
        ? createCommandId(1001, uuidAt(timeMs), command)
        : derivedCommandId(`epoch:${epoch}`)
    return { ...pending, envelope: { command, id } }
  }
  const [first, second] = [pendingOf('client', startMs), pendingOf('server', startMs)]
  assert.equal(applyWaiting(exchange, [first, second], place(1, startMs)).fresh.length, 2)
  const later = startMs + 180_000
  const [third, fourth] = [pendingOf('client', later), pendingOf('client', later)]
  const sorted = applyWaiting(exchange, [third, fourth, first, second], place(2, later))
  assert.deepEqual(sorted.fresh, [third, fourth])
  assert.deepEqual(sorted.maybeForgotten, [first, second], 'the tables are asked for them')
})
