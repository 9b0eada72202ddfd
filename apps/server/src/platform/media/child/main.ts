/**
 * The process that opens one file: arguments name the job, the bytes come on the input, the outcome goes
 * to the output. The work is done in a thread, so that this one can always end it: when the time is over,
 * and when the server is gone, whose end closes the input.
 */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Outcome, written } from '../messages.ts'

const [, , job, kind, lengthText, timeText] = process.argv
const length = Number(lengthText)

/** After the parent's own limit, which is the one that counts while there is a parent. */
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
let isTold = false
worker.on('message', (outcome: Outcome<Uint8Array>) => {
  // The thread is over before the parent has read a large picture.
  isTold = true
  process.stdout.write(written(outcome), () => process.exit(0))
})
worker.on('error', () => process.exit(1))
// It waited for something that never comes.
worker.on('exit', () => setImmediate(() => isTold || process.exit(1)))
