/**
 * Blocks of the journal: all commands of a batch, and all their events. The events of one command are a
 * contiguous range of the second block, so an answer can be stored without encoding it again.
 */
import { hash } from 'node:crypto'
import type {
  BalanceChange,
  Command,
  CommandId,
  CoreEvent,
  Envelope,
  EventBuffer,
} from '@tukar/core'
import { ByteReader, ByteWriter, CodecError } from './bytes.ts'
import {
  balanceField,
  commandField,
  envelopeField,
  eventsField,
  formatVersion,
} from './core-records.ts'
import { type Field, listOf } from './fields.ts'
import { writeEventBuffer } from './event-buffer.ts'

export { CodecError } from './bytes.ts'

const envelopes = listOf(envelopeField)
const eventLists = listOf(eventsField)
const balanceList = listOf(balanceField)
const writer = new ByteWriter()
/** The first byte of a block and of a stored answer: the format version. */
const formatByte = formatVersion << 1

function encode<T>(field: Field<T>, value: T): Buffer {
  writer.clear()
  writer.int(formatVersion)
  field.write(writer, value)
  return writer.take()
}

function decode<T>(field: Field<T>, bytes: Uint8Array): T {
  const reader = openBlock(bytes)
  const value = field.read(reader)
  if (!reader.isAtEnd) throw new CodecError('bytes are left over')
  return value
}

function openBlock(bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes)
  const version = reader.int()
  if (version !== formatVersion) throw new CodecError(`format ${version} is not known`)
  return reader
}

/** The commands of a batch with their ids, in their order. */
export function encodeCommands(batch: readonly Envelope[]): Buffer {
  return encode(envelopes, batch)
}

/**
 * Decodes the commands of a block.
 *
 * @throws CodecError for an invalid block
 */
export function decodeCommands(bytes: Uint8Array): readonly Envelope[] {
  return decode(envelopes, bytes)
}

/** The same block as `encodeCommands` creates, from envelopes that are already encoded. */
export function joinCommands(encoded: readonly Uint8Array[]): Buffer {
  writer.clear()
  writer.int(formatVersion)
  writer.int(encoded.length)
  for (const bytes of encoded) writer.raw(bytes)
  return writer.take()
}

/** Encodes one envelope as in a block. */
export function encodeEnvelope(envelope: Envelope): Buffer {
  writer.clear()
  envelopeField.write(writer, envelope)
  return writer.take()
}

/** The events of a batch: one block, and the offset of each command's events in it. */
export type EventsBlock = { readonly bytes: Buffer; readonly starts: readonly number[] }

/** Encodes the events of each command of a batch. */
export function encodeEventsBlock(lists: readonly (readonly CoreEvent[])[]): EventsBlock {
  const starts: number[] = []
  writer.clear()
  writer.int(formatVersion)
  writer.int(lists.length)
  for (const list of lists) {
    starts.push(writer.length)
    eventsField.write(writer, list)
  }
  return { bytes: writer.take(), starts }
}

/**
 * Creates the same block as `encodeEventsBlock` from the numbers of the core: for trading events its event
 * buffer has the fields in the journal's order.
 *
 * @param begins the offset of each command's first event in the event buffer
 */
export function encodeEventBuffer(
  eventBuffer: EventBuffer,
  begins: readonly number[],
): EventsBlock {
  const starts: number[] = []
  writer.clear()
  writer.int(formatVersion)
  writer.int(begins.length)
  for (const [index, begin] of begins.entries()) {
    starts.push(writer.length)
    writeEventBuffer(writer, eventBuffer, begin, begins[index + 1] ?? eventBuffer.length)
  }
  return { bytes: writer.take(), starts }
}

/** The events of each command of a batch, as one block. */
export function encodeEvents(lists: readonly (readonly CoreEvent[])[]): Buffer {
  return encodeEventsBlock(lists).bytes
}

/**
 * Decodes the events of each command of a batch.
 *
 * @throws CodecError for an invalid block
 */
export function decodeEvents(bytes: Uint8Array): readonly (readonly CoreEvent[])[] {
  return decode(eventLists, bytes)
}

/**
 * The answer of the command at this index of a block, equal to the result of `encodeAnswer`: the first byte
 * and a range of the block, not copied.
 */
export function answerIn({ bytes, starts }: EventsBlock, index: number) {
  const to = starts[index + 1] ?? bytes.length
  return { first: formatByte, bytes, from: starts[index] ?? to, to }
}

/** Encodes one command's events as a stored answer. */
export function encodeAnswer(events: readonly CoreEvent[]): Buffer {
  return encode(eventsField, events)
}

/**
 * Decodes the events of a stored answer.
 *
 * @throws CodecError for an invalid answer
 */
export function decodeAnswer(bytes: Uint8Array): readonly CoreEvent[] {
  return decode(eventsField, bytes)
}

/** Encodes the balances that a batch changed, for passing them between the threads. */
export function encodeBalances(changes: readonly BalanceChange[]): Buffer {
  return encode(balanceList, changes)
}

/**
 * Decodes the balances of `encodeBalances`.
 *
 * @throws CodecError for an invalid block
 */
export function decodeBalances(bytes: Uint8Array): readonly BalanceChange[] {
  return decode(balanceList, bytes)
}

/** 64 bits of the SHA-256 of the decoded command: they distinguish a repeat from a reuse of its id. */
export function hashCommand(command: Command): CommandId['body'] {
  // As a text with one character per byte: a fifth of the cost of a hash object and a buffer.
  const digest = hash('sha256', encode(commandField, command), 'binary')
  return [wordAt(digest, 0), wordAt(digest, 4)]
}

function wordAt(bytes: string, at: number): number {
  const high = (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1)
  const low = (bytes.charCodeAt(at + 2) << 8) | bytes.charCodeAt(at + 3)
  return ((high << 16) | low) >>> 0
}

/** A command on its way to the engine, with its bytes for the journal. */
export type Submission = {
  readonly token: number
  readonly envelope: Envelope
  readonly bytes: Uint8Array
}

/** Collects commands on their way to the engine: token and envelope, one after another. */
export class SubmissionWriter {
  readonly #writer = new ByteWriter()
  #count = 0

  get count(): number {
    return this.#count
  }

  /**
   * Adds a command.
   *
   * @throws CodecError if a figure or text cannot be encoded; the command is not added then
   */
  add(token: number, envelope: Envelope): void {
    const before = this.#writer.length
    try {
      this.#writer.int(token)
      envelopeField.write(this.#writer, envelope)
      this.#count += 1
    } catch (error) {
      this.#writer.rewind(before)
      throw error
    }
  }

  /** Returns the collected bytes and resets the writer. */
  take(): Uint8Array {
    this.#count = 0
    return this.#writer.take()
  }
}

/** Reads the bytes of a `SubmissionWriter`. */
export function readSubmissions(bytes: Uint8Array): readonly Submission[] {
  const submissions: Submission[] = []
  const reader = new ByteReader(bytes)
  while (!reader.isAtEnd) {
    const token = reader.int()
    const from = reader.at
    const envelope = envelopeField.read(reader)
    submissions.push({ token, envelope, bytes: reader.slice(from, reader.at) })
  }
  return submissions
}
