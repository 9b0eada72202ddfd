/**
 * Sockets: a public room for each market, and a room for each user, which the server chooses by the
 * live token. A client can name neither a room nor an account.
 */
import type { Readable } from 'node:stream'
import { type Language, languages } from '@tukar/i18n/server'
import type { EventName, EventOf } from '@tukar/wire'
import { Server } from 'socket.io'
import { createAudience } from './audience.ts'
import { cut } from './backlog.ts'
import { countByAddress } from './by-address.ts'
import {
  createAdmission,
  guard,
  guardAnswers,
  refuseOtherUpgrades,
  socketPath,
} from './admission.ts'
import { userPulseFrame, tickerFrame } from './frames.ts'
import { createUserSequences } from './user-sequences.ts'
import { startPrivateUpdates } from './private-updates.ts'
import {
  type Choice,
  parseChoice,
  type Client,
  type Context,
  type Data,
  enter,
  figuresRoom,
  onDisconnected,
  greet,
  heartbeat,
  type Io,
  isShut,
  marketRoom,
  languageRoom,
  type RealtimeOptions,
  findRoom,
  userRoom,
  watchersRoom,
} from './rooms.ts'
import { watchSessions } from './session-watch.ts'
import { openStream, type StreamWish, whoIs } from './streams/open-stream.ts'
import { createStreams } from './streams/streams.ts'
import { createSwitching } from './switching.ts'

export type { RealtimeMarket, RealtimeOptions } from './rooms.ts'
export type { Authenticate, FindOwner } from './session-watch.ts'

/** Sends an event to one user; `payloadIn` gives its payload in a language. */
export type NotifyUser = <E extends EventName>(
  userId: number,
  event: E,
  payloadIn: (language: Language) => EventOf<E>,
) => void

export type Realtime = {
  /** Sends a market's book to its room (BOOK-08). */
  readonly emitBook: (marketId: number) => void
  /** Whether anyone is connected. */
  readonly hasWatchers: () => boolean
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to all sockets of a user, to each in its language. */
  readonly notifyUser: NotifyUser
  /** Sends to all connections. */
  readonly broadcast: <E extends EventName>(event: E, payload: EventOf<E>) => void
  /** Opens a stream of the same frames as a socket; throws a `Refusal` if a socket would be refused. */
  readonly openStream: (wish: StreamWish) => Promise<Readable>
  /** Closes all sockets and streams immediately. Call it before closing the HTTP server. */
  close(): Promise<void>
}

const frameBytesMax = 16_384
const secondMs = 1_000
/** How often listeners get the current numbers, to detect missed events. */
const pulseMs = 2_000
const backlogCheckMs = 200
/** How long a client may take to answer the close frame at the end, before its socket is cut. */
const closeGraceMs = 1_000

/** Opens the sockets on the HTTP server, which must not listen yet. */
export function startRealtime(options: RealtimeOptions): Realtime {
  const byAddress = countByAddress(options)
  const streams = createStreams<Data>()
  const countAll = () => io.engine.clientsCount + streams.count()
  const admit = createAdmission({ ...options, byAddress }, countAll)
  const io = openServer(options, { byAddress, admit })
  const endSockets = createClosing(io)
  const audience = createAudience(io, streams)
  const userSequences = createUserSequences()
  const around = { io, streams, audience, admit, byAddress, options, userSequences }
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
    startPrivateUpdates({
      engine: options.engine,
      currencyOf: (currencyId) => options.listing.currency(currencyId),
      isListening: (userId) => !audience.isEmpty(userRoom(userId)),
      send: (userId, event, payload) => {
        if (audience.isEmpty(userRoom(userId)) || isShut(context)) return
        audience.send(userRoom(userId), event, payload, userSequences.next(userId))
      },
    }),
    watchSessions({
      ownerOf: options.ownerOf,
      tokens: audience.tokens,
      close: audience.closeToken,
    }),
  ]
  return {
    emitBook: (marketId) => findRoom(context, marketId)?.emitBook(),
    hasWatchers: () => audience.count() > 0,
    isListening: (userId) => !audience.isEmpty(userRoom(userId)),
    notifyUser: (userId, event, payloadIn) => {
      if (audience.isEmpty(userRoom(userId)) || isShut(context)) return
      const no = userSequences.next(userId)
      for (const language of languages) {
        const readers = languageRoom(userId, language)
        if (!audience.isEmpty(readers)) audience.send(readers, event, payloadIn(language), no)
      }
    },
    broadcast(event, payload) {
      if (!isShut(context)) audience.send(watchersRoom, event, payload)
    },
    openStream: (wish) => openStream(context, wish),
    async close() {
      for (const stop of stops) stop()
      for (const room of context.rooms.values()) room.stop()
      for (const timer of context.greetings.values()) clearTimeout(timer)
      for (const stream of streams.all()) stream.cut()
      endSockets()
    },
  }
}

/**
 * Returns a function that closes all sockets. A client that does not answer the close frame, such as a phone that
 * sleeps, is cut after a second: the library would wait 30 s, and the HTTP server with it.
 */
function createClosing(io: Io): () => void {
  const connections = new Set<Client['conn']>()
  io.engine.on('connection', (connection: Client['conn']) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
  })
  return () => {
    const left = [...connections]
    io.disconnectSockets(true)
    io.engine.close()
    setTimeout(() => left.forEach(cut), closeGraceMs).unref()
  }
}

/** The socket server with its admission, its connection count per address and its frame limits. */
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

/** Reads the token of the handshake: without one it is a guest, with an invalid one it is refused. */
async function signIn(
  options: RealtimeOptions,
  socket: Client,
  next: (error?: Error) => void,
): Promise<void> {
  const wanted: unknown = socket.handshake.auth['language']
  const { cookie } = socket.handshake.headers
  const identity = await whoIs(options, { token: socket.handshake.auth['token'], cookie }, wanted)
  if (typeof identity === 'string') return next(refusal(identity))
  socket.data = identity
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
    const choice = parseChoice(options, wanted)
    if (choice !== null) switching.choose(choice)
    if (typeof answer === 'function') answer(subscribed(choice))
  })
  socket.on('disconnect', () => {
    switching.stop()
    onDisconnected(context, socket.data)
  })
  socket.on('ping', (answer) => {
    if (typeof answer === 'function') answer()
  })
  socket.on('error', () => cut(socket.conn))
}

/** The answer to a client that asks for the result of `subscribe`. */
function subscribed(choice: Choice | null) {
  return choice === null ? { success: 0, code: 'request.malformed' } : { success: 1, code: '' }
}

function followMarkets(context: Context): () => void {
  return context.options.marketData.onChange((change) => {
    findRoom(context, change.marketId)?.onChange(change)
  })
}

/**
 * Each second: a heartbeat to all, and changed figures of each market to all who want them. Subscribers of a
 * market usually have them already; they get here the changes caused by time alone.
 */
function beat(context: Context): () => void {
  const { audience, options } = context
  const sent = new Map<number, string>()
  const timer = setInterval(() => {
    if (audience.count() === 0) return
    if (isShut(context)) return
    audience.send(watchersRoom, 'heartbeat', heartbeat(options))
    for (const { marketId, scale } of options.listing.markets()) {
      // A market listed just now has no figures yet.
      if (!options.marketData.knows(marketId)) continue
      const ticker = options.marketData.ticker(marketId)
      const text = JSON.stringify({ ...ticker, seq: 0 })
      if (sent.get(marketId) === text) continue
      sent.set(marketId, text)
      const figures = tickerFrame(scale, ticker)
      audience.sendExcept(figuresRoom, marketRoom(marketId), 'market_update', figures)
      context.rooms.get(marketId)?.refreshFigures()
    }
  }, secondMs)
  return () => clearInterval(timer)
}

/**
 * Sends the current numbers to subscribers of each market, and to users whose number changed. So a lost last
 * event is noticed within this interval.
 */
function pulse(context: Context): () => void {
  const { audience, rooms, userSequences } = context
  const timer = setInterval(() => {
    if (audience.count() === 0 || isShut(context)) return
    for (const room of rooms.values()) room.pulse()
    for (const { userId, no } of userSequences.takeDue()) {
      audience.send(userRoom(userId), 'own_pulse', userPulseFrame(no, false))
    }
  }, pulseMs)
  return () => clearInterval(timer)
}

function dropSlow({ audience }: Context): () => void {
  const timer = setInterval(audience.cutSlow, backlogCheckMs)
  return () => clearInterval(timer)
}
