/**
 * Opens a file in a separate process, which lives for this one file, knows no secret of the server and is
 * killed when it exceeds its time or memory: what breaks a decoder breaks only that process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { answerBytesMax, childBytesMax } from './limits.ts'
import { type Job, type Outcome, read } from './messages.ts'

const program = path.join(import.meta.dirname, 'child', 'main.js')
const heapMegabytesMax = 256
const checkMs = 100
const pageBytes = 4_096

/**
 * Runs the job on the content within `timeoutMs`; if the child fails, the outcome is `broken`. Rejects only
 * if no child can be started.
 */
export function openInChild(job: Job, content: Buffer, timeoutMs: number): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMegabytesMax}`,
      program,
      job.job,
      job.kind,
      String(content.length),
      String(timeoutMs),
    ],
    // Nothing of the server's environment, which has secrets. Few arenas save memory.
    { env: { MALLOC_ARENA_MAX: '2' }, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const end = (): void => void child.kill('SIGKILL')
  const timer = setTimeout(end, timeoutMs)
  const stopWatching = watchMemory(child, end)
  // A child that ended early has not read the rest.
  child.stdin.on('error', () => undefined)
  child.stdin.write(content)
  const chunks: Buffer[] = []
  let length = 0
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > answerBytesMax) end()
    else chunks.push(chunk)
  })
  return new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve(code === 0 ? read(Buffer.concat(chunks)) : { ok: false, why: 'broken' })
    })
  }).finally(() => {
    clearTimeout(timer)
    stopWatching()
  })
}

/** Kills a child that uses too much memory, if the system reports it. */
function watchMemory({ pid }: ChildProcess, end: () => void): () => void {
  const check = async (): Promise<void> => {
    const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    if (Number(resident) * pageBytes > childBytesMax) end()
  }
  // The process is gone, or the system does not report memory; heap and image size are limited anyway.
  const timer = setInterval(() => void check().catch(() => undefined), checkMs)
  return () => clearInterval(timer)
}
