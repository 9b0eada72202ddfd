/** Passing commands into the worker: nothing lost, nothing reordered, no missed wake-up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createInboxMemory, Inbox } from './inbox.ts'

const ringBytes = 4 * 1_024 * 1_024

function bothEnds(): { readonly sender: Inbox; readonly worker: Inbox } {
  const memory = createInboxMemory()
  return { sender: new Inbox(memory), worker: new Inbox(memory) }
}

function blockOf(length: number, seed: number): Buffer {
  const block = Buffer.alloc(length)
  for (let at = 0; at < length; at++) block[at] = seed + at * 7
  return block
}

describe('inbox', () => {
  it('INV-18: blocks come out whole and in their order, also around the end of the ring', () => {
    const { sender, worker } = bothEnds()
    const turns = fc.array(fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 8 }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(turns, (lengths) => {
        let seed = 0
        for (const turn of lengths) {
          const blocks = turn.map((length) => blockOf(length, seed++))
          for (const block of blocks) assert.equal(sender.put(block), true)
          const taken = worker.take()
          assert.equal(taken.length, blocks.length)
          for (const [place, block] of blocks.entries()) {
            assert.ok(taken[place]?.equals(block), `block ${place} of ${block.length} bytes`)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('INV-27: a block for which there is no room is refused whole, and again has room later', () => {
    const { sender, worker } = bothEnds()
    const large = blockOf(ringBytes / 2 - 4, 1)
    assert.equal(sender.put(large), true)
    assert.equal(sender.put(large), true)
    assert.equal(sender.put(blockOf(0, 0)), false, 'not even its length has room')
    assert.equal(worker.take().length, 2)
    assert.equal(sender.put(large), true)
    assert.deepEqual(
      worker.take().map((block) => block.length),
      [large.length],
    )
  })

  it('R-68: a sleeping reader is woken once, a working one is not, and a large backlog wakes in any case', () => {
    const { sender, worker } = bothEnds()
    sender.put(blockOf(10, 0))
    assert.equal(sender.takeWakeUp(), true, 'it sleeps at first')
    sender.put(blockOf(10, 0))
    assert.equal(sender.takeWakeUp(), false, 'it was woken')
    worker.sleep()
    sender.put(blockOf(10, 0))
    assert.equal(sender.takeWakeUp(), true)
    worker.sleep()
    worker.wake()
    sender.put(blockOf(300_000, 0))
    assert.equal(sender.takeWakeUp(), true, 'too much is unread')
    assert.equal(worker.take().length, 4)
    sender.put(blockOf(10, 0))
    assert.equal(sender.takeWakeUp(), false)
  })
})
