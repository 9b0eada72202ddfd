/**
 * Encodes events for the journal directly from the core's event buffer, without intermediate objects. The
 * bytes equal those of `eventsField`; the codec's tests compare them.
 */
import type { EventBuffer } from '@tukar/core'
import type { ByteWriter } from './bytes.ts'
import { eventField } from './core-records.ts'

/** Writes the events between two offsets of an event buffer as a list. */
export function writeEventBuffer(
  writer: ByteWriter,
  eventBuffer: EventBuffer,
  from: number,
  to: number,
): void {
  writer.int(eventBuffer.count(from, to))
  for (let at = from; at < to; at = eventBuffer.after(at)) {
    const begin = writer.length
    writer.int(eventBuffer.kindAt(at))
    if (eventBuffer.writeTo(at, writer)) continue
    writer.rewind(begin)
    eventField.write(writer, eventBuffer.event(at))
  }
}
