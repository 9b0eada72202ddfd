/** Reads server-sent events out of text that comes in pieces. */

/** How much of one event may wait for its end, in characters: no frame is as long. */
const waitingMax = 1_000_000
const end = '\n\n'
const dataStart = 'data: '

/** Returns what takes pieces of text; each whole event is told by its name, payload and number. */
export function createEventReader(
  onEvent: (name: string, payload: unknown, no: unknown) => void,
): (piece: string) => void {
  let waiting = ''
  return (piece) => {
    waiting += piece
    if (waiting.length > waitingMax) throw new Error('an event without an end')
    const parts = waiting.split(end)
    waiting = parts.pop() ?? ''
    for (const part of parts) {
      // Everything else is a comment, which only keeps the line open.
      if (!part.startsWith(dataStart)) continue
      const events: unknown = JSON.parse(part.slice(dataStart.length))
      if (!Array.isArray(events)) continue
      const [name, payload, no]: readonly unknown[] = events
      if (typeof name === 'string') onEvent(name, payload, no)
    }
  }
}
