/**
 * The way of commands to the worker: a ring of bytes that both threads share. A worker at work looks into
 * it by itself between two batches; only one that sleeps is woken by a message, because waking a thread
 * costs as much as several commands.
 */
import { Buffer } from 'node:buffer'

/** A power of two: room for more commands than may wait. */
const ringBytes = 4 * 1_024 * 1_024
/** So much unread wakes the worker in any case: it must be able to say that too many wait. */
const unreadBytesMax = 256 * 1_024
const lengthBytes = 4

/** Places in the head: bytes written and read so far, modulo 2^32, and whether the worker sleeps. */
const written = 0
const read = 1
const asleep = 2
const headWords = 3

/** The memory of an inbox, to be handed to the worker. */
export function createInboxMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(headWords * Int32Array.BYTES_PER_ELEMENT + ringBytes)
  new Int32Array(memory, 0, headWords)[asleep] = 1
  return memory
}

/** Both ends of one inbox; each is used by one thread alone. */
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

  /** The sender's: puts a block in; false if there is no room for it. */
  put(block: Uint8Array): boolean {
    if (this.#unread + lengthBytes + block.length > ringBytes) return false
    const at = Atomics.load(this.#head, written)
    this.#length.writeUInt32LE(block.length)
    this.#copyIn(this.#length, at)
    this.#copyIn(block, at + lengthBytes)
    Atomics.store(this.#head, written, (at + lengthBytes + block.length) | 0)
    return true
  }

  /** The sender's, after `put`: whether the worker has to be woken; it counts as awake then. */
  takeWakeUp(): boolean {
    if (Atomics.exchange(this.#head, asleep, 0) === 1) return true
    return this.#unread > unreadBytesMax
  }

  /** The worker's: says that it has to be woken from now on. What came before must be taken after it. */
  sleep(): void {
    Atomics.store(this.#head, asleep, 1)
  }

  /** The worker's: says that it looks by itself. */
  wake(): void {
    Atomics.store(this.#head, asleep, 0)
  }

  /** The worker's: all blocks that lie there, in the order in which they were put. */
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
    const at = placeOf(from)
    const first = Math.min(bytes.length, ringBytes - at)
    this.#ring.set(bytes.subarray(0, first), at)
    this.#ring.set(bytes.subarray(first), 0)
  }

  #copyOut(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    const at = placeOf(from)
    const first = Math.min(length, ringBytes - at)
    bytes.set(this.#ring.subarray(at, at + first), 0)
    bytes.set(this.#ring.subarray(0, length - first), first)
    return bytes
  }
}

function placeOf(position: number): number {
  return position & (ringBytes - 1)
}
