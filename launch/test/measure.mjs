/**
 * The cost of this process's test files: elapsed and processor time of each, including child processes that
 * have ended. The runner writes it, the reporter reads it.
 */
import fs from 'node:fs'

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

/** Parent and processor time of a program, or null where it has ended. */
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
