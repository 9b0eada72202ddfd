/**
 * Passes commands to the worker: a ring buffer that both threads share. A busy worker reads it between two
 * batches. Only a sleeping worker is woken by a message, because waking a thread costs as much as several
 * commands.
 */
import { Buffer } from 'node:buffer'

/** A power of two, large enough for more commands than may wait. */
const ringBytes = 4 * 1_024 * 1_024
/** This much unread data wakes the worker in any case, so that it can refuse commands as overloaded. */
const unreadBytesMax = 256 * 1_024
const lengthBytes = 4

/** Indexes in the head: bytes written and read so far, modulo 2^32, and whether the worker sleeps. */
const written = 0
const read = 1
const asleep = 2
const headWords = 3

/** The memory of an inbox, shared with the worker. */
export function createInboxMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(headWords * Int32Array.BYTES_PER_ELEMENT + ringBytes)
  new Int32Array(memory, 0, headWords)[asleep] = 1
  return memory
}

/** Both ends of an inbox; each is used by one thread only. */
export class Inbox {
  readonly #head: Int32Array
  readonly #ring: Uint8Array
  readonly #length = Buffer.alloc(lengthBytes)

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, headWords)
    this.#ring = new Uint8Array(memory, headWords * Int32Array.BYTES_PER_ELEMENT)
  }

  get #unread(): number {
    return (Atomics.load(this.#head, written) - Atomics.load(this.#head, read)) >>> 0
  }

  /** For the sender: adds a block; false if the ring is full. */
  put(block: Uint8Array): boolean {
    if (this.#unread + lengthBytes + block.length > ringBytes) return false
    const at = Atomics.load(this.#head, written)
    this.#length.writeUInt32LE(block.length)
    this.#copyIn(this.#length, at)
    this.#copyIn(block, at + lengthBytes)
    Atomics.store(this.#head, written, (at + lengthBytes + block.length) | 0)
    return true
  }

  /** For the sender, after `put`: marks the worker as awake, and returns whether the sender must wake it. */
  takeWakeUp(): boolean {
    if (Atomics.exchange(this.#head, asleep, 0) === 1) return true
    return this.#unread > unreadBytesMax
  }

  /** For the worker: marks it as asleep. Blocks that came earlier must be taken after this call. */
  sleep(): void {
    Atomics.store(this.#head, asleep, 1)
  }

  /** For the worker: marks it as awake, so that it reads the ring on its own. */
  wake(): void {
    Atomics.store(this.#head, asleep, 0)
  }

  /** For the worker: removes and returns all blocks, in order. */
  take(): readonly Buffer[] {
    const blocks: Buffer[] = []
    const end = Atomics.load(this.#head, written)
    let at = Atomics.load(this.#head, read)
    while (at !== end) {
      const length = this.#copyOut(at, lengthBytes).readUInt32LE()
      blocks.push(this.#copyOut(at + lengthBytes, length))
      at = (at + lengthBytes + length) | 0
    }
    Atomics.store(this.#head, read, end)
    return blocks
  }

  #copyIn(bytes: Uint8Array, from: number): void {
    const at = toRingIndex(from)
    const first = Math.min(bytes.length, ringBytes - at)
    this.#ring.set(bytes.subarray(0, first), at)
    this.#ring.set(bytes.subarray(first), 0)
  }

  #copyOut(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    const at = toRingIndex(from)
    const first = Math.min(length, ringBytes - at)
    bytes.set(this.#ring.subarray(at, at + first), 0)
    bytes.set(this.#ring.subarray(0, length - first), first)
    return bytes
  }
}

function toRingIndex(position: number): number {
  return position & (ringBytes - 1)
}
