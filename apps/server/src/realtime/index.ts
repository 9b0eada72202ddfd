/**
 * Sockets: a room for each market, open to all, and one for each user, entered by a live token
 * alone and chosen by the server. Nothing that a client sends names a room or an account.
 */
import type { Readable } from 'node:stream'
import { type Language, languages } from '@tukar/i18n/server'
import type { EventName, EventOf } from '@tukar/wire'
import { Server } from 'socket.io'
import { createAudience } from './audience.ts'
import { cut } from './backlog.ts'
import { countByAddress } from './by-address.ts'
import { admission, guard, guardAnswers, refuseOtherUpgrades, socketPath } from './door.ts'
import { ownPulseFrame, tickerFrame } from './frames.ts'
import { createOwnNumbers } from './own-numbers.ts'
import { startPrivateNews } from './private-news.ts'
import {
  type Choice,
  choiceOf,
  type Client,
  type Context,
  type Data,
  enter,
  figuresRoom,
  gone,
  greet,
  heartbeat,
  type Io,
  isShut,
  marketRoomOf,
  readersOf,
  type RealtimeOptions,
  roomOf,
  userRoomOf,
  watchersRoom,
} from './rooms.ts'
import { watchSessions } from './session-watch.ts'
import { openStream, type StreamWish, whoIs } from './streams/open-stream.ts'
import { createStreams } from './streams/streams.ts'
import { createSwitching } from './switching.ts'

export type { RealtimeMarket, RealtimeOptions } from './rooms.ts'
export type { Authenticate, OwnerOf } from './session-watch.ts'

/** Tells one user, with what an event carries in each language. */
export type Tell = <E extends EventName>(
  userId: number,
  event: E,
  payloadIn: (language: Language) => EventOf<E>,
) => void

export type Realtime = {
  /** Sends a market's book to its room (BOOK-08). */
  readonly emitBook: (marketId: number) => void
  /** Whether anybody is connected. */
  readonly hasWatchers: () => boolean
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to the sockets of that user alone, to each in the language it named. */
  readonly tell: Tell
  /** Sends to everybody who is connected. */
  readonly tellAll: <E extends EventName>(event: E, payload: EventOf<E>) => void
  /** Opens a stream of what a socket would get; throws a `Refusal` where a socket would be refused. */
  readonly openStream: (wish: StreamWish) => Promise<Readable>
  /** Closes all sockets and streams at once: to be called before the HTTP server closes. */
  close(): Promise<void>
}

const frameBytesMax = 16_384
const secondMs = 1_000
/** How often everybody is told what he has if he missed nothing. */
const pulseMs = 2_000
const backlogLookMs = 200
/** Opens the sockets on the HTTP server, which must not listen yet. */
export function startRealtime(options: RealtimeOptions): Realtime {
  const byAddress = countByAddress(options)
  const streams = createStreams<Data>()
  const countAll = () => io.engine.clientsCount + streams.count()
  const admit = admission({ ...options, byAddress }, countAll)
  const io = openServer(options, { byAddress, admit })
  const audience = createAudience(io, streams)
  const numbers = createOwnNumbers()
  const around = { io, streams, audience, admit, byAddress, options, numbers }
  const context: Context = { ...around, rooms: new Map(), greetings: new Map() }
  io.use((socket, next) => {
    void signIn(options, socket, next)
  })
  io.on('connection', (socket) => welcome(context, socket))
  const stops = [
    followMarkets(context),
    beat(context),
    pulse(context),
    dropSlow(context),
    startPrivateNews({
      engine: options.engine,
      currencyOf: (currencyId) => options.listing.currency(currencyId),
      isListening: (userId) => !audience.isEmpty(userRoomOf(userId)),
      send: (userId, event, payload) => {
        if (audience.isEmpty(userRoomOf(userId)) || isShut(context)) return
        audience.send(userRoomOf(userId), event, payload, numbers.next(userId))
      },
    }),
    watchSessions({
      ownerOf: options.ownerOf,
      tokens: audience.tokens,
      close: audience.closeToken,
    }),
  ]
  return {
    emitBook: (marketId) => roomOf(context, marketId)?.emitBook(),
    hasWatchers: () => audience.count() > 0,
    isListening: (userId) => !audience.isEmpty(userRoomOf(userId)),
    tell: (userId, event, payloadIn) => {
      if (audience.isEmpty(userRoomOf(userId)) || isShut(context)) return
      const no = numbers.next(userId)
      for (const language of languages) {
        const readers = readersOf(userId, language)
        if (!audience.isEmpty(readers)) audience.send(readers, event, payloadIn(language), no)
      }
    },
    tellAll(event, payload) {
      if (!isShut(context)) audience.send(watchersRoom, event, payload)
    },
    openStream: (wish) => openStream(context, wish),
    async close() {
      for (const stop of stops) stop()
      for (const room of context.rooms.values()) room.stop()
      for (const timer of context.greetings.values()) clearTimeout(timer)
      for (const stream of streams.all()) stream.cut()
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/** The socket server with what stands before it: who is let in, how many of an address, what frames may be. */
function openServer(
  options: RealtimeOptions,
  { byAddress, admit }: Pick<Context, 'byAddress' | 'admit'>,
): Io {
  const io: Io = new Server(options.server, {
    path: socketPath,
    destroyUpgrade: false,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: frameBytesMax,
    connectTimeout: 5_000,
    pingInterval: 15_000,
    pingTimeout: 15_000,
    allowRequest: (request, decide) => {
      const refused = admit(request)
      decide(refused, refused === null)
    },
  })
  guardAnswers(io.engine, options.guardHeaders)
  refuseOtherUpgrades(options.server, options.guardHeaders)
  io.engine.on('connection', guard)
  io.engine.on('connection', (connection: Client['conn']) => {
    connection.on('close', byAddress.enter(connection.request))
  })
  return io
}

/** Takes the token of the handshake; none makes a guest, a dead one is refused. */
async function signIn(
  options: RealtimeOptions,
  socket: Client,
  next: (error?: Error) => void,
): Promise<void> {
  const wanted: unknown = socket.handshake.auth['language']
  const { cookie } = socket.handshake.headers
  const told = await whoIs(options, { token: socket.handshake.auth['token'], cookie }, wanted)
  if (typeof told === 'string') return next(refusal(told))
  socket.data = told
  next()
}

function refusal(code: string): Error {
  return Object.assign(new Error(code), { data: { code } })
}

function welcome(context: Context, socket: Client): void {
  const { options } = context
  if (isShut(context)) return
  greet(context, socket)
  const switching = createSwitching((choice: Choice) => enter(context, socket, choice))
  socket.on('subscribe', (wanted, answer) => {
    const choice = choiceOf(options, wanted)
    if (choice !== null) switching.choose(choice)
    if (typeof answer === 'function') answer(subscribed(choice))
  })
  socket.on('disconnect', () => {
    switching.stop()
    gone(context, socket.data)
  })
  socket.on('ping', (answer) => {
    if (typeof answer === 'function') answer()
  })
  socket.on('error', () => cut(socket.conn))
}

/** What a client is told who asks whether he subscribed. */
function subscribed(choice: Choice | null) {
  return choice === null ? { success: 0, code: 'request.malformed' } : { success: 1, code: '' }
}

function followMarkets(context: Context): () => void {
  return context.options.marketData.onChange((change) => {
    roomOf(context, change.marketId)?.onChange(change)
  })
}

/**
 * Each second: a heartbeat to all, and the figures of each market that changed to all who want them; its
 * own subscribers mostly had them sooner, and get here what changed by time alone.
 */
function beat(context: Context): () => void {
  const { audience, options } = context
  const sent = new Map<number, string>()
  const timer = setInterval(() => {
    if (audience.count() === 0) return
    if (isShut(context)) return
    audience.send(watchersRoom, 'heartbeat', heartbeat(options))
    for (const { marketId, scale } of options.listing.markets()) {
      // One that was listed this moment has no figures yet.
      if (!options.marketData.knows(marketId)) continue
      const ticker = options.marketData.ticker(marketId)
      const text = JSON.stringify({ ...ticker, seq: 0 })
      if (sent.get(marketId) === text) continue
      sent.set(marketId, text)
      const figures = tickerFrame(scale, ticker)
      audience.sendExcept(figuresRoom, marketRoomOf(marketId), 'market_update', figures)
      context.rooms.get(marketId)?.refreshFigures()
    }
  }, secondMs)
  return () => clearInterval(timer)
}

/**
 * Tells subscribers of each market, and users whose number changed, what they have if they missed
 * nothing: the last event before a silence is missed by nobody for longer than this.
 */
function pulse(context: Context): () => void {
  const { audience, rooms, numbers } = context
  const timer = setInterval(() => {
    if (audience.count() === 0 || isShut(context)) return
    for (const room of rooms.values()) room.pulse()
    for (const { userId, no } of numbers.takeDue()) {
      audience.send(userRoomOf(userId), 'own_pulse', ownPulseFrame(no, false))
    }
  }, pulseMs)
  return () => clearInterval(timer)
}

function dropSlow({ audience }: Context): () => void {
  const timer = setInterval(audience.cutSlow, backlogLookMs)
  return () => clearInterval(timer)
}
