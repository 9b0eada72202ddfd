/** Tests when the clock makes blocks, on a simulated chain of numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createClock } from './clock.ts'

const buriedUnder = 4
const turnsMax = 10_000

/** A chain at height 0. A payment arrives between the clock's check and this block. */
function chainWith(slipsInto: number) {
  const chain = { height: 0, holding: -1 }
  return {
    chain,
    node: {
      waiting: async () => 0,
      pid: () => 1,
      holdsAtTip: async () => chain.height === chain.holding,
      async mine() {
        chain.height += 1
        if (chain.height === slipsInto) chain.holding = chain.height
        return chain.height
      },
    },
  }
}

/** The height at which the chain stops growing. */
async function restOf(slipsInto: number): Promise<number> {
  const { chain, node } = chainWith(slipsInto)
  const clock = createClock({ chain: node, blockMs: 1, buriedUnder, restMs: 600_000 })
  let [height, still] = [-1, 0]
  const rests = Date.now() + 5_000
  while (still < turnsMax && Date.now() < rests) {
    await turn()
    still = chain.height === height ? still + 1 : 0
    height = chain.height
  }
  clock.stop()
  return height
}

test('a starting clock adds confirmations once, and then the chain is idle', async () => {
  assert.equal(await restOf(0), buriedUnder)
})

test('a transaction in the last block before the idle time gets the same confirmations', async () => {
  assert.equal(await restOf(buriedUnder), 2 * buriedUnder)
})
