/**
 * Events as bytes of the journal straight from the core's tape, without an object in between. The bytes
 * are those of `eventsField`; the codec's tests hold the two together.
 */
import type { EventBuffer } from '@tukar/core'
import type { ByteWriter } from './bytes.ts'
import { eventField } from './core-records.ts'

/** Writes the events between two places of a tape as a list. */
export function writeTape(writer: ByteWriter, tape: EventBuffer, from: number, to: number): void {
  writer.int(tape.count(from, to))
  for (let at = from; at < to; at = tape.after(at)) {
    const begin = writer.length
    writer.int(tape.kindAt(at))
    if (tape.writeTo(at, writer)) continue
    writer.rewind(begin)
    eventField.write(writer, tape.event(at))
  }
}
