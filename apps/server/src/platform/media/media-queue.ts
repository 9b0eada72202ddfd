/** Limits how many files are opened at once. A job that waits too long is refused. */
import { Refusal } from '../http/refusal.ts'

const atOnceMax = 2
/** Videos are large: one at a time, so that images are not delayed. */
const videosAtOnceMax = 1
const waitingMax = { picture: 30, video: 3 } as const
const waitMs = { picture: 10_000, video: 30_000 } as const
const retryAfterSeconds = 5

type Lane = keyof typeof waitingMax
type Waiting = { readonly lane: Lane; readonly begin: () => void }

export type MediaQueue = {
  /** Runs work as soon as a slot is free; refuses with `server.busy` if that takes too long. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>
}

/** Creates an independent queue. */
export function createMediaQueue(): MediaQueue {
  const running: Lane[] = []
  const waiting: Waiting[] = []
  const countRunning = (lane: Lane): number => running.filter((one) => one === lane).length
  const mayRun = (lane: Lane): boolean =>
    running.length < atOnceMax && (lane === 'picture' || countRunning('video') < videosAtOnceMax)
  const leave = (lane: Lane): void => {
    running.splice(running.indexOf(lane), 1)
    const next = waiting.findIndex((one) => mayRun(one.lane))
    if (next >= 0) waiting.splice(next, 1)[0]?.begin()
  }
  const enter = (lane: Lane): Promise<void> => {
    if (mayRun(lane)) {
      running.push(lane)
      return Promise.resolve()
    }
    if (waiting.filter((one) => one.lane === lane).length >= waitingMax[lane]) throw busy()
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        lane,
        begin() {
          clearTimeout(timer)
          running.push(lane)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(busy())
      }, waitMs[lane])
      waiting.push(entry)
    })
  }
  return {
    async run(lane, work) {
      await enter(lane)
      try {
        return await work()
      } finally {
        leave(lane)
      }
    },
  }
}

/** The refusal while the queue is full: nothing was done, the same may be sent again. */
export function busy(): Refusal {
  return new Refusal('server.busy', {}, retryAfterSeconds)
}
