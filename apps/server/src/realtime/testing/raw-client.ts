/** A client of the sockets without a library: a test controls what it sends and reads. */
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

export type RawClient = {
  readonly line: Duplex
  /** Everything received so far. */
  readonly heard: () => string
  /** Sends a text of socket.io, shorter than 126 bytes. */
  readonly send: (text: string) => void
}

/** The packets with which a socket.io client connects and is accepted. */
export const hello = '40'
export const letIn = '40{'

/** Connects to the sockets on a local port; rejects if the connection is refused. */
export function openRawClient(
  port: number,
  others: Readonly<Record<string, string>> = {},
): Promise<RawClient> {
  const headers = {
    ...others,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-version': '13',
  }
  const path = '/socket.io/?EIO=4&transport=websocket'
  const asked = request({ port, path, headers, agent: false })
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', ({ statusCode }) => reject(new Error(`refused: ${statusCode}`)))
    asked.once('upgrade', (_, line, head) => {
      let text = head.toString('latin1')
      line.on('error', () => undefined)
      line.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
      resolve({ line, heard: () => text, send: (said) => void line.write(frame(said)) })
    })
    asked.end()
  })
}

/** A text as a WebSocket frame of a client, with a zero mask. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}
