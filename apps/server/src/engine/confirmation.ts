/**
 * When this server last knew that it leads. Both threads share it: the worker renews the lease, the server's thread
 * compares the age before each answer. What is older than the lease may be another server's by now.
 */
import { leaseMs } from './lease.ts'

const nanosecondsPerMs = 1_000_000n

/** Places in the memory: both clocks as they were before the lease was asked for, in milliseconds. */
const running = 0
const ofDay = 1
const places = 2

/** A moment by the clock that is never set, and by the clock of day. */
export type Moment = { readonly runningMs: bigint; readonly dayMs: bigint }

/** The memory of a confirmation, to be handed to the worker. */
export function createConfirmationMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(places * BigInt64Array.BYTES_PER_ELEMENT)
}

/** Now, by clocks that all threads share. */
export function momentNow(): Moment {
  return { runningMs: process.hrtime.bigint() / nanosecondsPerMs, dayMs: BigInt(Date.now()) }
}

export class Confirmation {
  readonly #moments: BigInt64Array

  constructor(memory: SharedArrayBuffer) {
    this.#moments = new BigInt64Array(memory)
  }

  /** The lease was this server's; `askedAt` is from before the question was sent. */
  confirm({ runningMs, dayMs }: Moment): void {
    Atomics.store(this.#moments, ofDay, dayMs)
    Atomics.store(this.#moments, running, runningMs)
  }

  /** The lease is another's. */
  revoke(): void {
    this.confirm({ runningMs: 0n, dayMs: 0n })
  }

  /**
   * Whether nobody else can lead yet. A machine that slept shows it by its clock of day alone; one that is set ahead
   * costs a second at most, until the lease is renewed.
   */
  isValidAt({ runningMs, dayMs }: Moment): boolean {
    const age = BigInt(leaseMs)
    const confirmedMs = Atomics.load(this.#moments, running)
    if (confirmedMs === 0n || runningMs - confirmedMs >= age) return false
    return dayMs - Atomics.load(this.#moments, ofDay) < age
  }
}
