/**
 * How many videos are in memory at once: one a person, and not too many bytes of all people together, as
 * they come. What is announced alone takes no room, so that who sends slowly keeps nobody else from his.
 */
import type { EventEmitter } from 'node:events'
import { type Readable, Transform } from 'node:stream'
import { Refusal } from '../../platform/http/refusal.ts'

/** Videos in hand take memory of twice their size: so many bytes of all people together. */
const bytesInHandMax = 120_000_000
const busySeconds = 5

export type VideoSlots = {
  /**
   * Takes one of this person in hand until the answer is sent or given up. Refuses `server.busy` where
   * there is one of his already, or no room.
   */
  take(userId: number, answer: EventEmitter & { readonly destroyed: boolean }): void
  /** The body of the one in hand, counted as it comes; it ends with `server.busy` where room ends. */
  counted(userId: number, body: Readable): Readable
}

/** None in hand; `bytesMax` is for all together. */
export function createVideoSlots(bytesMax = bytesInHandMax): VideoSlots {
  const received = new Map<number, number>()
  let sum = 0
  const free = (userId: number): void => {
    sum -= received.get(userId) ?? 0
    received.delete(userId)
  }
  return {
    take(userId, answer) {
      // Who hung up while he was admitted is told of no more: he would be counted for ever.
      if (answer.destroyed || received.has(userId) || sum >= bytesMax) throw busy()
      received.set(userId, 0)
      answer.once('close', () => free(userId))
    },
    counted(userId, body) {
      const counter = new Transform({
        transform(chunk: Buffer, _, done) {
          const before = received.get(userId)
          // What comes after the answer is counted for nobody.
          if (before === undefined || sum + chunk.length > bytesMax) return done(busy())
          received.set(userId, before + chunk.length)
          sum += chunk.length
          done(null, chunk)
        },
      })
      // Not a pipeline: that would cut the connection under the answer.
      body.once('error', (error) => counter.destroy(error))
      return body.pipe(counter)
    },
  }
}

function busy(): Refusal {
  return new Refusal('server.busy', {}, busySeconds)
}
