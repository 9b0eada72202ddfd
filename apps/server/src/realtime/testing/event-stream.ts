/** A client of the streams without a library: a test can pause it and read what it received. */
import { type IncomingMessage, request } from 'node:http'

export type EventStream = {
  readonly status: number
  readonly answer: IncomingMessage
  /** Everything received so far. */
  readonly heard: () => string
  /** The events received so far, as they were sent. */
  readonly events: () => readonly string[]
  readonly isEnded: () => boolean
}

/** Opens a stream on a local port, with further headers, for the market in `query`. */
export function openEventStream(
  port: number,
  query: string,
  others: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const headers = { accept: 'text/event-stream', ...others }
  const asked = request({ port, path: `/realtime/events${query}`, headers, agent: false })
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (answer) => {
      let text = ''
      let isEnded = false
      answer.on('data', (bytes: Buffer) => (text += bytes.toString()))
      answer.on('error', () => undefined)
      answer.on('close', () => (isEnded = true))
      const events = () =>
        text.split('\n\n').flatMap((one) => (one.startsWith('data: ') ? [one.slice(6)] : []))
      const { statusCode: status = 0 } = answer
      resolve({ status, answer, heard: () => text, events, isEnded: () => isEnded })
    })
    asked.end()
  })
}
