/**
 * The SMTP server of a simulation: stores e-mails from this machine alone. The exchange sends to it through
 * the same client as to any other SMTP server.
 */
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Database } from '../platform/database/pool.ts'
import type { Log } from '../platform/logging/log.ts'
import { insertMessage } from './store.ts'

const mailBytesMax = 1_000_000
const keptMax = 1_000
const clientsMax = 10
const idleMs = 30_000
const closeMs = 500
/** SMTP codes of "too large" and "try again later". */
const tooLargeCode = 552
const notNowCode = 451

export type Receiver = {
  /** URL for the SMTP client. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts the server on a port, 0 for a free one. Rejects where it cannot listen there. */
export async function startReceiver(database: Database, log: Log, port = 0): Promise<Receiver> {
  const receive = async (stream: SMTPServerDataStream, recipient: string): Promise<void> => {
    const raw = await read(stream)
    if (raw === null) throw withCode('the e-mail is too large', tooLargeCode)
    try {
      await insertMessage(database, await messageOf(raw, recipient), keptMax)
    } catch (error) {
      log.warn({ error: String(error) }, 'the mailbox failed to store an e-mail')
      throw withCode('try again later', notNowCode)
    }
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: mailBytesMax,
    maxClients: clientsMax,
    socketTimeout: idleMs,
    closeTimeout: closeMs,
    onData(stream, { envelope }, callback) {
      const [to] = envelope.rcptTo
      const answer = async (): Promise<void> => {
        try {
          await receive(stream, to?.address ?? '')
          callback(null)
        } catch (error) {
          callback(error instanceof Error ? error : withCode('try again later', notNowCode))
        }
      }
      void answer()
    },
  })
  server.on('error', (error) => log.warn({ error: String(error) }, 'the mailbox server failed'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return {
    url: `smtp://127.0.0.1:${portOf(server.server.address())}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('the mailbox server has no port')
  return address.port
}

/** Reads a whole e-mail; null where it is too large. SMTP requires reading all of it in either case. */
async function read(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes <= mailBytesMax) chunks.push(part)
  }
  return bytes > mailBytesMax ? null : Buffer.concat(chunks)
}

async function messageOf(raw: Buffer, recipient: string) {
  const mail = await PostalMime.parse(raw)
  return {
    messageKey: mail.messageId ?? `${Date.now()} ${recipient}`,
    recipient,
    sender: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}

function withCode(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode })
}
