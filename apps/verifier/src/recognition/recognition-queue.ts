/**
 * The recognition thread's queue: the thread is started on first use, gets one task at a time, and is ended
 * when it takes too long, when its memory has grown, or when it was idle for a while. A picture that crashes
 * it fails only one check.
 */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Kind, TaskReply, Tasks, Values } from './tasks.ts'

export type TaskOutcome<K extends Kind> =
  | { readonly outcome: 'done'; readonly value: Values[K] }
  /** The queue is full. */
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'failed'; readonly reason: string }

export type RecognitionQueue = {
  /** Runs a task after those before it; never rejects. */
  run<K extends Kind>(kind: K, task: Tasks[K]): Promise<TaskOutcome<K>>
  /** Ends the thread; waiting tasks fail. */
  end(): Promise<void>
}

export type QueueLimits = {
  /** One task, loading the models included. */
  readonly taskMs: number
  /** How many tasks may wait in addition to the running one. */
  readonly waitingMax: number
  /** After this idle time the thread ends and frees its memory. */
  readonly restMs: number
  /** Resident memory of the process, in bytes, from which on the thread ends after its task. */
  readonly residentMax: number
}

export const queueLimits: QueueLimits = {
  taskMs: 40_000,
  waitingMax: 4,
  restMs: 60_000,
  residentMax: 580 * 2 ** 20,
}

type Thread = {
  ask<K extends Kind>(kind: K, task: Tasks[K]): Promise<Values[K]>
  end(): Promise<void>
}

const entry = path.join(import.meta.dirname, 'thread.js')
/** The limit of the JavaScript heap; pixels and models are outside of it. */
const scriptMemoryMb = 192

/** Creates the queue; the thread starts with the first task. */
export function createRecognitionQueue(limits: QueueLimits = queueLimits): RecognitionQueue {
  let thread: Thread | undefined
  let rest: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  const drop = async () => {
    const ended = thread
    thread = undefined
    await ended?.end()
  }
  const run = async <K extends Kind>(kind: K, task: Tasks[K]): Promise<TaskOutcome<K>> => {
    clearTimeout(rest)
    thread ??= startThread()
    try {
      const value = await within(limits.taskMs, thread.ask(kind, task))
      return { outcome: 'done', value }
    } catch (error) {
      await drop()
      return { outcome: 'failed', reason: error instanceof Error ? error.message : 'unknown' }
    } finally {
      if (process.memoryUsage.rss() > limits.residentMax) await drop()
      rest = setTimeout(() => void drop(), limits.restMs).unref()
    }
  }
  return {
    async run(kind, task) {
      if (open > limits.waitingMax) return { outcome: 'busy' }
      open++
      const turn = last.then(() => run(kind, task))
      last = turn
      return turn.finally(() => {
        open--
      })
    },
    async end() {
      clearTimeout(rest)
      await drop()
    },
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took more than ${limitMs} ms`)), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function startThread(): Thread {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: scriptMemoryMb },
    // Libraries print there; the process's output is its protocol.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // Between tasks there is no other listener, and an unhandled error would end the process.
  worker.on('error', () => undefined)
  return {
    ask: <K extends Kind>(kind: K, task: Tasks[K]) =>
      new Promise<Values[K]>((resolve, reject) => {
        const finish = (then: () => void) => {
          worker.off('message', onMessage).off('error', onError).off('exit', onExit)
          then()
        }
        const onMessage = (reply: TaskReply<K>) =>
          finish(() =>
            'failure' in reply ? reject(new Error(reply.failure)) : resolve(reply.value),
          )
        const onError = (error: Error) => finish(() => reject(error))
        const onExit = () => finish(() => reject(new Error('the thread ended')))
        worker.on('message', onMessage).on('error', onError).on('exit', onExit)
        worker.postMessage({ kind, task })
      }),
    end: async () => {
      await worker.terminate()
    },
  }
}
