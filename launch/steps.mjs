/** Steps with their times, and the programs that they run. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Trouble } from './trouble.mjs'

/** The folder of the clone. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const nameWidth = 24
const children = new Set()

/** Prints a line. */
export function print(line = '') {
  process.stdout.write(`${line}\n`)
}

/** A duration for people: `85 ms`, `2.4 s`. */
export function duration(tookMs) {
  return tookMs < 1_000 ? `${Math.round(tookMs)} ms` : `${(tookMs / 1_000).toFixed(1)} s`
}

/** Runs a step and prints its name and how long it took. */
export async function step(name, work) {
  const beganMs = performance.now()
  const result = await work()
  print(`  ${name.padEnd(nameWidth)}${duration(performance.now() - beganMs)}`)
  return result
}

/**
 * Runs a program to its end, at most `timeoutMs`. Its output is collected, or shown with `show`.
 *
 * @returns its exit code (1 after a signal) and its output
 */
export function runProgram(file, parameters, options = {}) {
  const { cwd = root, env = process.env, show = false, timeoutMs } = options
  return new Promise((resolve, reject) => {
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(file, parameters, {
      cwd,
      env,
      stdio,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    children.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => {
      children.delete(child)
      reject(new Trouble(`${file} could not be started: ${error.message}`))
    })
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Ends with all programs that still run at the first Ctrl-C; for commands with nothing to finish. */
export function endOnSignals() {
  const end = () => {
    for (const child of children) child.kill('SIGTERM')
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, end)
  }
}
