/**
 * Reading a chain that changes meanwhile: random histories on a real node, with blocks, payments and
 * reorganizations of 1 to 12 blocks. The reader's result must equal the final chain, with each payment
 * exactly once.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { addressKey } from './addresses.ts'
import type { EvmBlock, EvmNode } from './port.ts'
import { blocksPerScanMax } from './scan.ts'
import { type ChainRig, startChainRig } from './testing/chain-rig.ts'
import { addressAt } from './testing/keys.ts'

let rig: ChainRig
let node: EvmNode
const ours = addressAt(50)
const depthMax = 12
const tries = 1_000

before(async () => {
  rig = await startChainRig()
  node = rig.node()
})

after(() => rig.stop())

function watching() {
  return {
    addresses: new Set([addressKey(ours)]),
    contracts: new Set([addressKey(rig.token)]),
  }
}

/** Continues reading. A block with another parent removes the last block that was read. */
async function readOn(read: readonly EvmBlock[], from: number): Promise<readonly EvmBlock[]> {
  const heads = await node.heads()
  if (heads.status === 'failed') return read
  const last = read.at(-1)
  const next = last === undefined ? from : last.number + 1
  const to = Math.min(heads.value.head.number, next + blocksPerScanMax - 1)
  if (to < next) {
    const standing = await node.blockAt(next - 1)
    if (standing.status === 'failed') return standing.kind === 'behind' ? read.slice(0, -1) : read
    return standing.value.hash === last?.hash ? read : read.slice(0, -1)
  }
  const answer = await node.scan({ from: next, to }, watching())
  if (answer.status === 'failed') return read
  const [first] = answer.value
  const isUpon = last === undefined || first?.parentHash === last.hash
  return isUpon ? [...read, ...answer.value] : read.slice(0, -1)
}

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay'), amount: fc.integer({ min: 1 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('mine'), amount: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fork'),
      amount: fc.integer({ min: 1, max: depthMax }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('forget'),
      amount: fc.integer({ min: 1, max: depthMax }),
    }),
  },
)

/**
 * @param place index in the history. It makes payments different that would otherwise have equal fields and
 * therefore equal hashes.
 */
async function happen(kind: string, amount: number, place: number): Promise<string | null> {
  const isFork = kind === 'fork' || kind === 'forget'
  if (kind === 'mine') await rig.mine(amount)
  if (isFork) {
    await rig.fork({ depth: amount, blocks: amount + 1, forget: kind === 'forget' })
  }
  if (kind !== 'pay') return null
  return rig.pay(ours, BigInt(amount) * 64n + BigInt(place), amount % 2 === 0 ? 'coin' : 'token')
}

test('ATT-80 ATT-83 FLT-29: reading a chain that reorganizes gives the final chain, each payment once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 15 }), async (history) => {
      // Forks of this history stay above the block where its reading starts.
      const from = (await rig.height()) + 1
      await rig.mine(depthMax + 1)
      let read: readonly EvmBlock[] = []
      const paid: string[] = []
      for (const [place, { kind, amount }] of history.entries()) {
        const happening = happen(kind, amount, place)
        const [next, txHash] = await Promise.all([readOn(read, from), happening])
        read = next
        if (txHash !== null) paid.push(txHash)
      }
      await rig.mine()
      const tip = await node.blockAt(await rig.height())
      assert.ok(tip.status === 'done')
      for (let at = 0; at < tries && read.at(-1)?.hash !== tip.value.hash; at += 1) {
        read = await readOn(read, from)
      }
      assert.equal(read.at(-1)?.hash, tip.value.hash)
      const found = read.flatMap(({ transfers }) => transfers.map(({ txHash }) => txHash))
      const receipts = await node.receipts(paid)
      assert.ok(receipts.status === 'done')
      const standing = paid.filter((_, place) => receipts.value[place] !== null)
      assert.deepEqual(found.toSorted(), standing.toSorted())
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
