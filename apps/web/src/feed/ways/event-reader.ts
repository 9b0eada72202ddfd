/** Reads server-sent events from text that comes in pieces. */

/** The maximum length of an incomplete event, in characters; no frame is as long. */
const waitingMax = 1_000_000
const end = '\n\n'
const dataStart = 'data: '

/** Creates a reader of text pieces; it reports each complete event with name, payload and number. */
export function createEventReader(
  onEvent: (name: string, payload: unknown, no: unknown) => void,
): (piece: string) => void {
  let waiting = ''
  return (piece) => {
    waiting += piece
    if (waiting.length > waitingMax) throw new Error('an event without an end')
    const chunks = waiting.split(end)
    waiting = chunks.pop() ?? ''
    for (const part of chunks) {
      // All other lines are comments that keep the connection open.
      if (!part.startsWith(dataStart)) continue
      const events: unknown = JSON.parse(part.slice(dataStart.length))
      if (!Array.isArray(events)) continue
      const [name, payload, no]: readonly unknown[] = events
      if (typeof name === 'string') onEvent(name, payload, no)
    }
  }
}
