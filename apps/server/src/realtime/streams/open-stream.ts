/** Opens streams under the rules of sockets: same admission, same sessions, same rooms. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { isLanguage, type Language } from '@tukar/i18n/server'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  parseChoice,
  type Context,
  type Data,
  enter,
  onDisconnected,
  greet,
  type RealtimeOptions,
} from '../rooms.ts'
import type { Connection } from './streams.ts'

const tokenLengthMax = 256
export type StreamWish = {
  readonly request: IncomingMessage
  readonly connection: Connection
  /** The token as sent in the request; absent for a guest. */
  readonly token: unknown
  readonly language: Language
  /** The same as a socket's `subscribe`; null for no market. */
  readonly subscription: { readonly pair: string; readonly only?: readonly string[] } | null
}

type Shown = {
  /** Absent for a guest. */
  readonly token: unknown
  /** Our pages send the session's cookie, as with every call (M-5). */
  readonly cookie: string | undefined
}

/** The owner of the token, or the code of the refusal. */
export async function whoIs(
  options: RealtimeOptions,
  { token, cookie }: Shown,
  wanted: unknown,
): Promise<Data | 'session.invalid' | 'server.maintenance'> {
  if (token === undefined || token === null || token === '') return {}
  if (typeof token !== 'string' || token.length > tokenLengthMax) return 'session.invalid'
  const user = await options.authenticate(token, cookie).catch(() => undefined)
  if (user === undefined) return 'server.maintenance'
  if (user === null) return 'session.invalid'
  return { token, userId: user.userId, language: isLanguage(wanted) ? wanted : 'en' }
}

const refusedCodes = {
  host: 'request.malformed',
  origin: 'request.foreign_origin',
  maintenance: 'server.maintenance',
  address: 'request.rate',
  busy: 'request.rate',
} as const

/** Opens a stream under the same conditions as a socket, with the market to subscribe to. */
export async function openStream(context: Context, wish: StreamWish): Promise<Readable> {
  const { options, streams, byAddress } = context
  const { request, connection, subscription } = wish
  const choice = parseChoice(options, subscription)
  if (subscription !== null && choice === null) throw new Refusal('request.malformed')
  const refused = context.admit(request)
  if (refused !== null) throw new Refusal(refusedCodes[refused])
  const leaveAddress = byAddress.enter(request)
  const data = await whoIs(
    options,
    { token: wish.token, cookie: request.headers.cookie },
    wish.language,
  )
  if (typeof data === 'string' || options.isClosed()) {
    leaveAddress()
    throw new Refusal(typeof data === 'string' ? data : 'server.maintenance')
  }
  const stream = streams.open(connection, data, () => {
    leaveAddress()
    onDisconnected(context, data)
  })
  greet(context, stream)
  if (choice !== null) enter(context, stream, choice)
  return stream.body
}
