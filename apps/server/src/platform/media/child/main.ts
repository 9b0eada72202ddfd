/**
 * The process that opens one file: its arguments name the job, standard input has the bytes, standard output
 * gets the outcome. A thread does the work, so that the main thread can always end it: after the time limit,
 * and when the server is gone, which closes the input.
 */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Outcome, written } from '../messages.ts'

const [, , job, kind, lengthText, timeText] = process.argv
const length = Number(lengthText)

/** Later than the parent's own limit, which normally applies. */
const graceMs = 1_000
setTimeout(() => process.exit(1), Number(timeText) + graceMs)

function contentFromInput(): Promise<Buffer> {
  const content = Buffer.alloc(length)
  let filled = 0
  return new Promise((resolve) => {
    process.stdin.on('data', (chunk: Buffer) => {
      filled += chunk.copy(content, filled)
      if (filled === length) resolve(content)
    })
    process.stdin.on('end', () => process.exit(1))
  })
}

const content = await contentFromInput()
const worker = new Worker(path.join(import.meta.dirname, 'worker.js'), {
  workerData: { job, kind, content },
})
let isAnswered = false
worker.on('message', (outcome: Outcome<Uint8Array>) => {
  // The thread ends before the parent has read a large image.
  isAnswered = true
  process.stdout.write(written(outcome), () => process.exit(0))
})
worker.on('error', () => process.exit(1))
// The thread waited for input that never comes.
worker.on('exit', () => setImmediate(() => isAnswered || process.exit(1)))
