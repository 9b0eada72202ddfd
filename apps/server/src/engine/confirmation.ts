/**
 * When this server last confirmed that it leads. Both threads share it: the worker renews the lease, the
 * server's thread checks the age before each answer. After the duration of the lease another server may lead.
 */
import { leaseMs } from './control/lease.ts'

const nanosecondsPerMs = 1_000_000n

/** Indexes in the memory: both clocks before the lease was renewed, in milliseconds. */
const running = 0
const ofDay = 1
const places = 2

/** A moment by the monotonic clock and by the wall clock. */
export type Moment = { readonly runningMs: bigint; readonly dayMs: bigint }

/** The memory of a confirmation, shared with the worker. */
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

  /** The lease was this server's; `askedAt` is the time before the query was sent. */
  confirm({ runningMs, dayMs }: Moment): void {
    Atomics.store(this.#moments, ofDay, dayMs)
    Atomics.store(this.#moments, running, runningMs)
  }

  /** Another server took the lease. */
  revoke(): void {
    this.confirm({ runningMs: 0n, dayMs: 0n })
  }

  /**
   * Whether no other server can lead yet. After a suspension of the machine only the wall clock shows the
   * gap. A wall clock that is set forward costs at most a second, until the next renewal.
   */
  isValidAt({ runningMs, dayMs }: Moment): boolean {
    const age = BigInt(leaseMs)
    const confirmedMs = Atomics.load(this.#moments, running)
    if (confirmedMs === 0n || runningMs - confirmedMs >= age) return false
    return dayMs - Atomics.load(this.#moments, ofDay) < age
  }
}
