/**
 * Blocks of the journal: all commands of a batch, and all events they came to. The events of one
 * command are a stretch of the second, so that an answer can be stored without being encoded again.
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
import { writeTape } from './tape.ts'

export { CodecError } from './bytes.ts'

const envelopes = listOf(envelopeField)
const eventLists = listOf(eventsField)
const balanceList = listOf(balanceField)
const writer = new ByteWriter()
/** What a block, and a stored answer, begin with: the format's version as it is written. */
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
 * The commands of a block.
 *
 * @throws CodecError for whatever is no such block
 */
export function decodeCommands(bytes: Uint8Array): readonly Envelope[] {
  return decode(envelopes, bytes)
}

/** The same block as `encodeCommands` makes, from envelopes that are encoded already. */
export function joinCommands(encoded: readonly Uint8Array[]): Buffer {
  writer.clear()
  writer.int(formatVersion)
  writer.int(encoded.length)
  for (const bytes of encoded) writer.raw(bytes)
  return writer.take()
}

/** One envelope as it stands in a block. */
export function encodeEnvelope(envelope: Envelope): Buffer {
  writer.clear()
  envelopeField.write(writer, envelope)
  return writer.take()
}

/** The events of a batch: one block, and where the events of each command begin in it. */
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
 * The same block as `encodeEventsBlock` makes, from the numbers that the core wrote: for trading, its
 * tape has the fields of the events in the journal's order.
 *
 * @param begins where the events of each command begin on the tape
 */
export function encodeTape(tape: EventBuffer, begins: readonly number[]): EventsBlock {
  const starts: number[] = []
  writer.clear()
  writer.int(formatVersion)
  writer.int(begins.length)
  for (const [place, begin] of begins.entries()) {
    starts.push(writer.length)
    writeTape(writer, tape, begin, begins[place + 1] ?? tape.length)
  }
  return { bytes: writer.take(), starts }
}

/** The events of each command of a batch, as one block. */
export function encodeEvents(lists: readonly (readonly CoreEvent[])[]): Buffer {
  return encodeEventsBlock(lists).bytes
}

/**
 * The events of each command of a batch.
 *
 * @throws CodecError for whatever is no such block
 */
export function decodeEvents(bytes: Uint8Array): readonly (readonly CoreEvent[])[] {
  return decode(eventLists, bytes)
}

/**
 * The answer of the command at this place of a block, as `encodeAnswer` makes it, where it lies: a first
 * byte and a stretch of the block.
 */
export function answerIn({ bytes, starts }: EventsBlock, place: number) {
  const to = starts[place + 1] ?? bytes.length
  return { first: formatByte, bytes, from: starts[place] ?? to, to }
}

/** One command's events, as they are stored to be answered again. */
export function encodeAnswer(events: readonly CoreEvent[]): Buffer {
  return encode(eventsField, events)
}

/**
 * The events of a stored answer.
 *
 * @throws CodecError for whatever is none
 */
export function decodeAnswer(bytes: Uint8Array): readonly CoreEvent[] {
  return decode(eventsField, bytes)
}

/** The balances that a batch touched, for the way between two threads. */
export function encodeBalances(changes: readonly BalanceChange[]): Buffer {
  return encode(balanceList, changes)
}

/**
 * The balances of `encodeBalances`.
 *
 * @throws CodecError for whatever is no such block
 */
export function decodeBalances(bytes: Uint8Array): readonly BalanceChange[] {
  return decode(balanceList, bytes)
}

/** 64 bits of the SHA-256 of the decoded command: what tells a repeat from a misuse of its id. */
export function hashCommand(command: Command): CommandId['body'] {
  // As a text of a character a byte: a fifth of what a hash object and a buffer would cost.
  const digest = hash('sha256', encode(commandField, command), 'binary')
  return [wordAt(digest, 0), wordAt(digest, 4)]
}

function wordAt(bytes: string, at: number): number {
  const high = (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1)
  const low = (bytes.charCodeAt(at + 2) << 8) | bytes.charCodeAt(at + 3)
  return ((high << 16) | low) >>> 0
}

/** A command on its way to the engine, and its bytes as the journal will hold them. */
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
   * @throws CodecError if it holds a figure or text that no block can hold; it is not added then
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

  /** What was collected; the writer is empty afterwards. */
  take(): Uint8Array {
    this.#count = 0
    return this.#writer.take()
  }
}

/** What a `SubmissionWriter` collected. */
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
