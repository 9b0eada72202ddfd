/**
 * Limits videos in memory: one per user, and a maximum of received bytes for all users. Announced sizes do
 * not count, so that a slow sender blocks nobody else.
 */
import type { EventEmitter } from 'node:events'
import { type Readable, Transform } from 'node:stream'
import { Refusal } from '../../../platform/http/refusal.ts'

/** Videos in memory need twice their size: the maximum of received bytes for all users. */
const bytesInHandMax = 120_000_000
const busySeconds = 5

export type VideoSlots = {
  /**
   * Reserves a slot for this user until the answer is sent or aborted. Refuses `server.busy` if the user has
   * a slot already, or no memory is left.
   */
  take(userId: number, answer: EventEmitter & { readonly destroyed: boolean }): void
  /** The body of the video, counted as it arrives; it ends with `server.busy` when the limit is reached. */
  counted(userId: number, body: Readable): Readable
}

/** Creates the slots; `bytesMax` is for all users together. */
export function createVideoSlots(bytesMax = bytesInHandMax): VideoSlots {
  const received = new Map<number, number>()
  let sum = 0
  const free = (userId: number): void => {
    sum -= received.get(userId) ?? 0
    received.delete(userId)
  }
  return {
    take(userId, answer) {
      // A client that closed the connection during admission sends no more events, and would be counted
      // forever.
      if (answer.destroyed || received.has(userId) || sum >= bytesMax) throw busy()
      received.set(userId, 0)
      answer.once('close', () => free(userId))
    },
    counted(userId, body) {
      const counter = new Transform({
        transform(chunk: Buffer, _, done) {
          const before = received.get(userId)
          // Bytes after the answer are not counted.
          if (before === undefined || sum + chunk.length > bytesMax) return done(busy())
          received.set(userId, before + chunk.length)
          sum += chunk.length
          done(null, chunk)
        },
      })
      // Not a pipeline, because that would close the connection under the answer.
      body.once('error', (error) => counter.destroy(error))
      return body.pipe(counter)
    },
  }
}

function busy(): Refusal {
  return new Refusal('server.busy', {}, busySeconds)
}
