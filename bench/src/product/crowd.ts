/**
 * Many visitors in one cheap process: WebSockets on plain sockets with just enough of socket.io to subscribe
 * to a market and count messages. `crowd.js <port> <clients> <pair>`; prints bytes and frames received each
 * second as a line of JSON, until its input ends.
 */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const [portText, clientsText, pair] = process.argv.slice(2)
const clients = Number(clientsText)
let bytes = 0
let chunks = 0
let connected = 0

/** A masked text frame, as a browser sends it. Only for texts of less than 126 bytes. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const frame = Buffer.alloc(6 + payload.length)
  frame[0] = 0x81
  frame[1] = 0x80 | payload.length
  mask.copy(frame, 2)
  for (let i = 0; i < payload.length; i++) frame[6 + i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0)
  return frame
}

function join(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(portText), noDelay: true })
    let state: 'connecting' | 'joining' | 'subscribed' = 'connecting'
    socket.once('connect', () =>
      socket.write(
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\n' +
          'upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n' +
          `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    )
    socket.on('data', (data: Buffer) => {
      if (state === 'subscribed') {
        bytes += data.length
        chunks++
        return
      }
      const text = data.toString('latin1')
      if (state === 'connecting') {
        if (!text.startsWith('HTTP/1.1 101')) return reject(new Error(text.slice(0, 100)))
        state = 'joining'
        socket.write(textFrame('40'))
      }
      // An event before the server's word of welcome would end the connection.
      if (!text.includes('40{"sid"')) return undefined
      state = 'subscribed'
      socket.write(textFrame(`42["subscribe",{"pair":"${pair}"}]`))
      setInterval(() => socket.write(textFrame('3')), 15_000)
      connected++
      return resolve()
    })
    socket.once('close', () => process.exit(1))
    socket.on('error', reject)
  })
}

for (let i = 0; i < clients; i += 50) {
  await Promise.all(Array.from({ length: Math.min(50, clients - i) }, join))
}
setInterval(() => {
  process.stdout.write(`${JSON.stringify({ connected, bytes, chunks })}\n`)
  bytes = 0
  chunks = 0
}, 1_000)
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
