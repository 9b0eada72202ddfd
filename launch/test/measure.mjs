/**
 * The cost of this process's test files: elapsed and processor time of each, including child processes that
 * have ended. The runner writes it, the reporter reads it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10
/** Index of `utime` in /proc/PID/stat after the name; `stime`, `cutime` and `cstime` follow. */
const firstTime = 11

/**
 * @typedef {{ file: string, elapsedMs: number, processorMs: number, tests: number, passed: number,
 *   failed: number, ids: string[] }} FileCost `ids` are the rules that its tests name
 */

/** @type {{ file: string, beganMs: number, processorMs: number }[]} */
const begun = []

/**
 * Processor time of a process and of all programs below it, those that run and those that it saw end, in milliseconds.
 *
 * @param {number} pid
 */
export function processorMsOf(pid = process.pid) {
  const programs = new Map()
  for (const name of fs.readdirSync('/proc')) {
    const program = /^\d+$/.test(name) ? readProgram(name) : null
    if (program !== null) programs.set(Number(name), program)
  }
  const isBelow = (one) => one === pid || (programs.has(one) && isBelow(programs.get(one).parent))
  return [...programs.keys()].filter(isBelow).reduce((sum, one) => sum + programs.get(one).ms, 0)
}

/** Parent and processor time of a program, or null if it has ended. */
function readProgram(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ')
    const times = fields.slice(firstTime, firstTime + 4).map(Number)
    return { parent: Number(fields[1]), ms: times.reduce((sum, ticks) => sum + ticks, 0) * tickMs }
  } catch {
    return null
  }
}

/** Marks the start of a file's tests. Everything until the next start counts as its cost. */
export function fileBegins(file) {
  begun.push({ file, beganMs: performance.now(), processorMs: processorMsOf() })
}

/**
 * The costs of all files so far. Loading counts for the first.
 *
 * @returns {Omit<FileCost, 'tests' | 'passed' | 'failed' | 'ids'>[]}
 */
export function fileCosts() {
  const end = { beganMs: performance.now(), processorMs: processorMsOf() }
  return begun.map(({ file, beganMs, processorMs }, index) => {
    const next = begun[index + 1] ?? end
    const isFirst = index === 0
    return {
      file,
      elapsedMs: next.beganMs - (isFirst ? 0 : beganMs),
      processorMs: next.processorMs - (isFirst ? 0 : processorMs),
    }
  })
}

/** A fixed piece of work, about a second of a processor: objects and texts, as most of the tests are. */
const referenceWork = `
const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: 'row ' + id, amounts: [id, id * 2] }))
let length = 0
for (let round = 0; round < 8_000; round++) length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length
process.stdout.write(String(process.cpuUsage().user / 1000) + (length === 0 ? ' ' : ''))`

/**
 * How long a fixed piece of work takes each core while the others do it too, in milliseconds. Machines of one name
 * differ by half, so times of runs are read beside it.
 */
export async function referenceMs() {
  const cores = Array.from({ length: os.availableParallelism() }, async () => {
    const child = spawn(process.execPath, ['-e', referenceWork], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    child.stdout.on('data', (bytes) => (told += bytes))
    await once(child, 'close')
    return Number(told)
  })
  const times = await Promise.all(cores)
  return times.reduce((sum, ms) => sum + ms, 0) / times.length
}
