/**
 * A keep-alive HTTP/1.1 connection on a plain socket, one request at a time: so cheap that the load generator
 * does not measure itself.
 */
import { connect, type Socket } from 'node:net'

export type RawAnswer = { readonly status: number; readonly body: string }

export type RawConnection = {
  /** Sends one request, after the previous answer; `done` gets the answer. */
  readonly send: (request: string, done: (answer: RawAnswer) => void) => void
  readonly close: () => void
}

const headEnd = '\r\n\r\n'

/** Opens a connection. `failed` is called once if it breaks. */
export function openRawConnection(
  port: number,
  failed: (error: Error) => void,
): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let buffered = ''
    let waiting: ((answer: RawAnswer) => void) | null = null
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      buffered += chunk
      const answer = takeAnswer(buffered)
      if (answer === null || waiting === null) return
      buffered = buffered.slice(answer.length)
      const done = waiting
      waiting = null
      done(answer)
    })
    socket.on('error', failed)
    socket.once('error', reject)
    socket.on('close', () => failed(new Error('closed')))
    socket.once('connect', () =>
      resolve({
        send(request, done) {
          waiting = done
          socket.write(request)
        },
        close: () => socket.destroy(),
      }),
    )
  })
}

/** The first complete answer in the received text, with its length in characters; null if there is none. */
export function takeAnswer(text: string): (RawAnswer & { readonly length: number }) | null {
  const end = text.indexOf(headEnd)
  if (end < 0) return null
  const head = text.slice(0, end)
  const sized = /content-length: (\d+)/i.exec(head)?.[1]
  if (sized === undefined) return null
  const from = end + headEnd.length
  const length = from + Number(sized)
  if (text.length < length) return null
  return { status: Number(head.slice(9, 12)), body: text.slice(from, length), length }
}

/** A POST of JSON as bytes on the wire. The body must be ASCII. */
export function postRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  let head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  return `${head}content-length: ${body.length}\r\n\r\n${body}`
}
