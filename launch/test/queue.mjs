/**
 * Runs tasks concurrently, the longest first. Many tests wait for programs, blocks and timers, so another
 * task starts whenever processors are idle.
 */
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @typedef {{ expectedMs: number, needs?: Promise<unknown>, run: () => Promise<void> }} Task `needs` never
 * rejects
 * @typedef {object} Limits
 * @property {number} min the minimum number of concurrent tasks
 * @property {number} max the maximum
 * @property {() => boolean} hasIdleProcessors checked every `everyMs`
 * @property {number} everyMs
 */

/**
 * Runs all tasks. A task whose dependency is not ready lets others go first.
 *
 * @param {readonly Task[]} tasks
 * @param {Limits} limits
 * @throws the first error of a task
 */
export async function runTasks(tasks, { min, max, hasIdleProcessors, everyMs }) {
  const waiting = tasks.toSorted((a, b) => b.expectedMs - a.expectedMs)
  const unmet = new Set(tasks.flatMap(({ needs }) => needs ?? []))
  for (const need of unmet) void need.then(() => unmet.delete(need))
  const running = new Set()
  let mayBegin = false
  for (;;) {
    const isAllowed = running.size < min || mayBegin
    const index = isAllowed ? waiting.findIndex(({ needs }) => !unmet.has(needs)) : -1
    mayBegin = false
    if (index >= 0) {
      const [task] = waiting.splice(index, 1)
      const run = task.run().finally(() => running.delete(run))
      running.add(run)
      continue
    }
    if (running.size === 0 && waiting.length === 0) return
    const isTick = await Promise.race([...running, ...unmet, sleep(everyMs, tick)])
    mayBegin = isTick === tick && running.size < max && hasIdleProcessors()
  }
}

const tick = Symbol('tick')

/** Less than this share of processor time counts as idle processors. */
const busyMax = 0.75

/** Returns a function that tells whether processors were idle since its last call. */
export function watchProcessors(read = os.cpus) {
  let last = sums(read())
  return () => {
    const next = sums(read())
    const [busy, all] = [next.busy - last.busy, next.all - last.all]
    last = next
    return all > 0 && busy / all < busyMax
  }
}

function sums(processors) {
  let [busy, all] = [0, 0]
  for (const { times } of processors) {
    const sum = Object.values(times).reduce((total, ms) => total + ms, 0)
    all += sum
    busy += sum - times.idle
  }
  return { busy, all }
}
