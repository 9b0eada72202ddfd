/** Blocks of the journal: all commands of a batch, and all events they came to. */
import { createHash } from 'node:crypto'
import type { Command, CommandId, CoreEvent, Envelope } from '@tukar/core'
import { ByteReader, ByteWriter, CodecError } from './bytes.ts'
import { commandField, envelopeField, eventsField, formatVersion } from './core-records.ts'
import { type Field, listOf } from './fields.ts'

export { CodecError } from './bytes.ts'

const envelopes = listOf(envelopeField)
const eventLists = listOf(eventsField)
const writer = new ByteWriter()

function encode<T>(field: Field<T>, value: T): Buffer {
  writer.int(formatVersion)
  field.write(writer, value)
  return writer.take()
}

function decode<T>(field: Field<T>, bytes: Uint8Array): T {
  const reader = new ByteReader(bytes)
  const version = reader.int()
  if (version !== formatVersion) throw new CodecError(`format ${version} is not known`)
  const value = field.read(reader)
  if (!reader.isAtEnd) throw new CodecError('bytes are left over')
  return value
}

/** The commands of a batch with their ids, in their order. */
export function encodeCommands(batch: readonly Envelope[]): Buffer {
  return encode(envelopes, batch)
}
export function decodeCommands(bytes: Uint8Array): readonly Envelope[] {
  return decode(envelopes, bytes)
}

/** The events of each command of a batch. */
export function encodeEvents(lists: readonly (readonly CoreEvent[])[]): Buffer {
  return encode(eventLists, lists)
}
export function decodeEvents(bytes: Uint8Array): readonly (readonly CoreEvent[])[] {
  return decode(eventLists, bytes)
}

/** One command's events, as they are stored to be answered again. */
export function encodeAnswer(events: readonly CoreEvent[]): Buffer {
  return encode(eventsField, events)
}
export function decodeAnswer(bytes: Uint8Array): readonly CoreEvent[] {
  return decode(eventsField, bytes)
}

/** 64 bits of the SHA-256 of the decoded command: what tells a repeat from a misuse of its id. */
export function hashCommand(command: Command): CommandId['body'] {
  const digest = createHash('sha256').update(encode(commandField, command)).digest()
  return [digest.readUInt32BE(0), digest.readUInt32BE(4)]
}
