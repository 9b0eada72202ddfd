import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../http/refusal.ts'
import { createMediaQueue } from './media-queue.ts'

type Job = { readonly finish: () => void; readonly done: Promise<unknown> }

function queueWithJobs() {
  const queue = createMediaQueue()
  const running: string[] = []
  const job = (lane: 'picture' | 'video', name: string): Job => {
    const ending = new EventEmitter()
    const ended = once(ending, 'end')
    const done = queue.run(lane, async () => {
      running.push(name)
      await ended
      running.splice(running.indexOf(name), 1)
    })
    return { finish: () => void ending.emit('end'), done }
  }
  return { job, running }
}

test('ATT-44: two files are opened at once, at most one of them a video, the others in their order', async () => {
  const { job, running } = queueWithJobs()
  const first = job('video', 'first video')
  const second = job('video', 'second video')
  const jobs = ['a', 'b', 'c'].map((name) => job('picture', name))
  await setImmediate()
  assert.deepEqual(running, ['first video', 'a'])
  jobs[0]?.finish()
  await jobs[0]?.done
  await setImmediate()
  assert.deepEqual(running, ['first video', 'b'])
  first.finish()
  await first.done
  await setImmediate()
  assert.deepEqual(running, ['b', 'second video'])
  for (const one of [second, ...jobs]) one.finish()
  await Promise.all([second, ...jobs].map(({ done }) => done))
  assert.deepEqual(running, [])
})

test("ATT-44: beyond the queue's limit a file is refused as busy, and accepted again later", async () => {
  const { job } = queueWithJobs()
  const jobs = Array.from({ length: 32 }, (_, at) => job('picture', String(at)))
  const isBusy = (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'server.busy' && error.retryAfterSeconds !== null
  await assert.rejects(job('picture', 'too many').done, isBusy)
  for (const one of jobs) one.finish()
  await Promise.all(jobs.map(({ done }) => done))
  const later = job('picture', 'later')
  later.finish()
  await later.done
})

test('ATT-44: work that fails makes room as well', async () => {
  const queue = createMediaQueue()
  const fails = async (): Promise<never> => {
    throw new Error('it broke')
  }
  for (let i = 0; i < 5; i++) await assert.rejects(queue.run('picture', fails), /it broke/)
  assert.equal(await queue.run('picture', async () => 'done'), 'done')
})
