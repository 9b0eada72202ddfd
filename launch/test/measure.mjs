/**
 * What the files of this process cost: elapsed time and processor time of each, with all programs that it started and
 * saw end. The runner of test files writes it, the reporter reads it.
 */
import fs from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10
/** `utime` in /proc/PID/stat, counted from behind the name; `stime`, `cutime` and `cstime` follow. */
const firstTime = 11

/**
 * @typedef {{ file: string, elapsedMs: number, processorMs: number, tests: number, failed: number,
 *   ids: string[] }} FileCost `ids` are the rules that its tests name
 */

/** @type {{ file: string, beganMs: number, processorMs: number }[]} */
const begun = []

/**
 * Processor time of a process and of those of its children that ended and were waited for, in milliseconds.
 *
 * @param {number | 'self'} pid
 */
export function processorMsOf(pid = 'self') {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ')
  const times = fields.slice(firstTime, firstTime + 4).map(Number)
  return times.reduce((sum, ticks) => sum + ticks, 0) * tickMs
}

/** Says that the tests of a file begin. What follows counts as its cost until the next file begins. */
export function fileBegins(file) {
  begun.push({ file, beganMs: performance.now(), processorMs: processorMsOf() })
}

/**
 * The costs of all files so far. Loading counts for the first.
 *
 * @returns {Omit<FileCost, 'tests' | 'failed' | 'ids'>[]}
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
