/** A real SMTP server for tests: stores what it receives; a test can make it refuse or hang up. */
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly to: readonly string[]
  readonly raw: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly replyTo: readonly string[]
  readonly headers: ReadonlyMap<string, string>
}

export type SmtpSink = {
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /**
   * Its answer to e-mails from now on: accept, unknown recipient, bad sender, or refuse the recipient by name
   * with this code.
   */
  answer: 'take' | 'unknown' | 'bad_sender' | number
  stop(): Promise<void>
}

/** Starts a server on a free local port, or on `port`. */
export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const state: { answer: SmtpSink['answer'] } = { answer: 'take' }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onRcptTo(_, __, callback) {
      const { answer } = state
      if (answer !== 'unknown' && answer !== 'bad_sender') return callback()
      const text = answer === 'unknown' ? '5.1.1 no such user' : '5.1.8 sender has no domain'
      callback(Object.assign(new Error(text), { responseCode: 550 }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.answer !== 'take') {
          const names = session.envelope.rcptTo.map(({ address }) => `<${address}>`).join(' ')
          const text = `4.7.1 ${names}: not now, ${names.split('@')[0]}`
          const refused = Object.assign(new Error(text), { responseCode: state.answer })
          callback(refused)
          return
        }
        const raw = Buffer.concat(chunks)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const take = async (): Promise<void> => {
          mails.push(await parsed(raw, to))
          callback(null)
        }
        void take()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.on('error', () => undefined)
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    get answer() {
      return state.answer
    },
    set answer(answer) {
      state.answer = answer
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function parsed(raw: Buffer, to: readonly string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    to,
    raw: raw.toString('utf8'),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    replyTo: (mail.replyTo ?? []).map(({ address }) => address ?? ''),
    headers: new Map(mail.headers.map(({ key, value }) => [key.toLowerCase(), value])),
  }
}
