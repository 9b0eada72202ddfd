import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createHashQueue, type HashTurn, turnRanks } from './hash-queue.ts'

const local = '127.0.0.1'
const stranger = { clientAddress: local, rank: turnRanks.stranger }
const owner = { clientAddress: local, rank: turnRanks.owner }

/**
 * A queue whose works end on `finish`, the longest-running first; `started` lists them in the order of their
 * start.
 */
function steeredQueue() {
  const queue = createHashQueue()
  const started: string[] = []
  const running: (() => void)[] = []
  const run = async (name: string, turn: HashTurn): Promise<'done' | Refusal> => {
    try {
      await queue.run(turn, async () => {
        started.push(name)
        await new Promise<void>((resolve) => running.push(resolve))
      })
      return 'done'
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
  const runMany = (count: number, turn: HashTurn) =>
    Array.from({ length: count }, (_, at) => run(`${turn.clientAddress} ${at}`, turn))
  const finish = async () => {
    running.shift()?.()
    // The next work starts in microtasks of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const finishAll = async (outcomes: readonly Promise<'done' | Refusal>[]) => {
    while (running.length > 0) await finish()
    return Promise.all(outcomes)
  }
  return { started, run, runMany, finish, finishAll }
}

function assertBusy(outcomes: readonly ('done' | Refusal)[], count: number): void {
  const refused = outcomes.filter((outcome) => outcome !== 'done')
  assert.deepEqual(
    refused.map(({ code }) => code),
    Array.from({ length: count }, () => 'login.busy'),
  )
}

test('ATT-18 INV-27: two run, fifty wait, and a further one is refused at once', async () => {
  const queue = steeredQueue()
  const all = queue.runMany(80, stranger)
  assert.equal(queue.started.length, 2)
  assertBusy(await Promise.all(all.slice(52)), 28)
  assertBusy(await queue.finishAll(all.slice(0, 52)), 0)
  assert.equal(queue.started.length, 52)
})

test('ATT-05 ATT-18: one client has at most four waiting, and another client is still served', async () => {
  const queue = steeredQueue()
  const flood = queue.runMany(80, { clientAddress: '192.0.2.1', rank: turnRanks.stranger })
  const other = queue.run('other', { clientAddress: '192.0.2.2', rank: turnRanks.stranger })
  assertBusy(await queue.finishAll([...flood, other]), 74)
  assert.equal(queue.started.at(-1), 'other')
})

test('ATT-05 ATT-18: from a flooded address an owner runs next, in place of the last stranger', async () => {
  const queue = steeredQueue()
  const flood = queue.runMany(80, stranger)
  const mine = queue.run('owner', owner)
  await queue.finish()
  assert.equal(queue.started.at(-1), 'owner')
  const outcomes = await queue.finishAll([...flood, mine])
  assertBusy(outcomes, 29)
  assert.equal(outcomes.at(-1), 'done')
  assert.notEqual(outcomes[51], 'done')
})
