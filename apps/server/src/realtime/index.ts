/**
 * Sockets: a room for each market, open to all, and one for each user, entered by a live token
 * alone and chosen by the server. Nothing that a client sends names a room or an account.
 */
import type { Server as HttpServer } from 'node:http'
import { isLanguage, type Language, languages } from '@tukar/i18n/server'
import type { MarketScale } from '@tukar/wire'
import { Server, type Socket } from 'socket.io'
import type { Engine } from '../engine/port.ts'
import type { MarketData } from '../market-data/port.ts'
import { cut, isTooSlow } from './backlog.ts'
import { type AddressLimits, countByAddress } from './by-address.ts'
import { admission, guard, guardAnswers, refuseOtherUpgrades, socketPath } from './door.ts'
import {
  type CurrencyScale,
  heartbeatFrame,
  ownPulseFrame,
  tableFrame,
  tickerFrame,
} from './frames.ts'
import { createMarketRoom, type MarketRoom } from './market-room.ts'
import { createOwnNumbers, type OwnNumbers } from './own-numbers.ts'
import { startPrivateNews } from './private-news.ts'
import { type Authenticate, type OwnerOf, watchSessions } from './session-watch.ts'
import { type MarketEvent, marketEvents, readSubscription } from './subscription.ts'
import { createSwitching } from './switching.ts'

export type { Authenticate, OwnerOf } from './session-watch.ts'

export type RealtimeMarket = { readonly marketId: number; readonly scale: MarketScale }

export type RealtimeOptions = AddressLimits & {
  readonly server: HttpServer
  readonly engine: Engine
  readonly marketData: MarketData
  readonly listing: {
    markets(): readonly RealtimeMarket[]
    market(marketId: number): RealtimeMarket | undefined
    marketOfPair(symbol: string): RealtimeMarket | undefined
    currency(currencyId: number): CurrencyScale | undefined
  }
  /** Full rows of all markets, as `/markets` lists them: what a new socket gets (DEC-75). */
  readonly marketRows: () => readonly object[]
  readonly authenticate: Authenticate
  /** Whether a socket that was let in may stay. */
  readonly ownerOf: OwnerOf
  /** Origins besides our own whose pages may open sockets. */
  readonly allowedOrigins: readonly string[]
  /** Whether the exchange is in maintenance: nobody connects then, and who is there is sent away. */
  readonly isClosed: () => boolean
  /** What every answer to a browser carries, by lower-case names (ATT-114). */
  readonly guardHeaders: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export type Realtime = {
  /** Sends a market's book to its room (BOOK-08). */
  readonly emitBook: (marketId: number) => void
  /** Whether anybody is connected. */
  readonly hasWatchers: () => boolean
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to the sockets of that user alone, to each in the language it named. */
  readonly tell: (userId: number, event: string, payloadIn: (language: Language) => object) => void
  /** Sends to everybody who is connected. */
  readonly tellAll: (event: string, payload: object) => void
  /** Closes all sockets at once: to be called before the HTTP server closes. */
  close(): Promise<void>
}

/** A market that a socket watches, and which of its events. */
type Choice = { readonly marketId: number; readonly events: readonly MarketEvent[] }
type Data = { token?: string; userId?: number; language?: Language; choice?: Choice }
type Events = Record<string, (...parts: readonly unknown[]) => void>
type Io = Server<Events, Events, Events, Data>
type Client = Socket<Events, Events, Events, Data>

const frameBytesMax = 16_384
const tokenLengthMax = 256
const secondMs = 1_000
/** How often everybody is told what he has if he missed nothing. */
const pulseMs = 2_000
const backlogLookMs = 200
const greetDelayMs = 5
const watchersRoom = 'watchers'
/** Those of the watchers who want the figures of all markets. */
const figuresRoom = 'figures'
const marketRoomOf = (marketId: number) => `market:${marketId}`
const newcomersOf = (marketId: number) => `newcomers:${marketId}`
/** Those in the room of a market, or among its newcomers, who want this event. */
const listenersOf = (room: string, event: MarketEvent) => `${room}:${event}`
const userRoomOf = (userId: number) => `user:${userId}`
const readersOf = (userId: number, language: Language) => `user:${userId}:${language}`

type Context = {
  readonly io: Io
  readonly options: RealtimeOptions
  readonly rooms: Map<number, MarketRoom>
  readonly numbers: OwnNumbers
  /** Markets whose newcomers will be greeted in a moment, all together. */
  readonly greetings: Map<number, NodeJS.Timeout>
}

/** Opens the sockets on the HTTP server, which must not listen yet. */
export function startRealtime(options: RealtimeOptions): Realtime {
  const io = openServer(options)
  const numbers = createOwnNumbers()
  const context: Context = { io, options, rooms: new Map(), numbers, greetings: new Map() }
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
      isListening: (userId) => !isEmpty(io, userRoomOf(userId)),
      send: (userId, event, payload) => {
        if (isEmpty(io, userRoomOf(userId)) || isShut(context)) return
        io.to(userRoomOf(userId)).emit(event, payload, numbers.next(userId))
      },
    }),
    watchSessions({
      ownerOf: options.ownerOf,
      tokens: () => tokensOf(io),
      close: (token) => closeToken(io, token),
    }),
  ]
  return {
    emitBook: (marketId) => roomOf(context, marketId)?.emitBook(),
    hasWatchers: () => io.engine.clientsCount > 0,
    isListening: (userId) => !isEmpty(io, userRoomOf(userId)),
    tell: (userId, event, payloadIn) => {
      if (isEmpty(io, userRoomOf(userId)) || isShut(context)) return
      const no = numbers.next(userId)
      for (const language of languages) {
        const readers = readersOf(userId, language)
        if (!isEmpty(io, readers)) io.to(readers).emit(event, payloadIn(language), no)
      }
    },
    tellAll(event, payload) {
      if (!isShut(context)) io.to(watchersRoom).emit(event, payload)
    },
    async close() {
      for (const stop of stops) stop()
      for (const room of context.rooms.values()) room.stop()
      for (const timer of context.greetings.values()) clearTimeout(timer)
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/** The socket server with what stands before it: who is let in, how many of an address, what frames may be. */
function openServer(options: RealtimeOptions): Io {
  const byAddress = countByAddress(options)
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
    allowRequest: admission({ ...options, byAddress }, () => io.engine.clientsCount),
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
  const token: unknown = socket.handshake.auth['token']
  if (token === undefined || token === null || token === '') return next()
  if (typeof token !== 'string' || token.length > tokenLengthMax) {
    return next(refusal('session.invalid'))
  }
  // A page of ours brings the cookie of its session, as every call of it does (M-5).
  const { cookie } = socket.handshake.headers
  const user = await options.authenticate(token, cookie).catch(() => undefined)
  if (user === undefined) return next(refusal('server.maintenance'))
  if (user === null) return next(refusal('session.invalid'))
  const wanted: unknown = socket.handshake.auth['language']
  socket.data = { token, userId: user.userId, language: isLanguage(wanted) ? wanted : 'en' }
  next()
}

function refusal(code: string): Error {
  return Object.assign(new Error(code), { data: { code } })
}

function welcome(context: Context, socket: Client): void {
  const { options } = context
  if (isShut(context)) return
  const { userId, language = 'en' } = socket.data
  const own = userId === undefined ? [] : [userRoomOf(userId), readersOf(userId, language)]
  void socket.join([watchersRoom, figuresRoom, ...own])
  if (userId !== undefined) {
    socket.emit('own_pulse', ownPulseFrame(context.numbers.greet(userId), true))
  }
  socket.emit('heartbeat', heartbeat(options))
  socket.emit('market_update', tableFrame(options.marketRows()))
  const switching = createSwitching((choice: Choice) => enter(context, socket, choice))
  socket.on('subscribe', (wanted, answer) => {
    const choice = choiceOf(options, wanted)
    if (choice !== null) switching.choose(choice)
    if (typeof answer === 'function') answer(subscribed(choice))
  })
  socket.on('disconnect', () => {
    switching.stop()
    if (userId !== undefined && isEmpty(context.io, userRoomOf(userId))) {
      context.numbers.forget(userId)
    }
  })
  socket.on('ping', (answer) => {
    if (typeof answer === 'function') answer()
  })
  socket.on('error', () => cut(socket.conn))
}

/** The market that a client named by its pair, and its events; anything else names none. */
function choiceOf({ listing }: RealtimeOptions, wanted: unknown): Choice | null {
  const subscription = readSubscription(wanted)
  const market = subscription === null ? undefined : listing.marketOfPair(subscription.pair)
  if (subscription === null || market === undefined) return null
  return { marketId: market.marketId, events: subscription.events }
}

/** What a client is told who asks whether he subscribed. */
function subscribed(choice: Choice | null) {
  return choice === null ? { success: 0, code: 'request.malformed' } : { success: 1, code: '' }
}

/** Joins the market for the events that are wanted, and leaves the one before. */
function enter(context: Context, socket: Client, choice: Choice): void {
  const { marketId, events } = choice
  const former = socket.data.choice
  if (former !== undefined) {
    for (const room of roomsOf(marketRoomOf(former.marketId), former.events))
      void socket.leave(room)
  }
  socket.data.choice = choice
  const own = roomsOf(marketRoomOf(marketId), events)
  void socket.join([...own, ...roomsOf(newcomersOf(marketId), events)])
  // Whoever does not want the figures of his market does not want those of all others, either.
  if (events.includes('market_update')) void socket.join(figuresRoom)
  else void socket.leave(figuresRoom)
  greetSoon(context, marketId)
}

/** A room, and the rooms in it of those who want these events. */
function roomsOf(room: string, events: readonly MarketEvent[]): string[] {
  return [room, ...events.map((event) => listenersOf(room, event))]
}

/** Whoever came within the same few milliseconds is greeted by one picture, written out once. */
function greetSoon(context: Context, marketId: number): void {
  if (context.greetings.has(marketId)) return
  const timer = setTimeout(() => {
    context.greetings.delete(marketId)
    const newcomers = newcomersOf(marketId)
    if (!isEmpty(context.io, newcomers)) roomOf(context, marketId)?.greet(newcomers)
    // Of the newcomers alone: without their room all that are connected would be looked at.
    context.io.in(newcomers).socketsLeave(roomsOf(newcomers, marketEvents))
  }, greetDelayMs)
  context.greetings.set(marketId, timer)
}

function roomOf(context: Context, marketId: number): MarketRoom | undefined {
  const known = context.rooms.get(marketId)
  if (known !== undefined) return known
  const { io, options } = context
  const listed = options.listing.market(marketId)
  if (listed === undefined || !options.marketData.knows(marketId)) return undefined
  const room = createMarketRoom({
    marketId,
    room: marketRoomOf(marketId),
    marketData: options.marketData,
    scaleOf: () => options.listing.market(marketId)?.scale ?? listed.scale,
    broadcast(to, event, payload) {
      if (!isShut(context)) io.to(listenersOf(to, event)).emit(event, payload)
    },
    isEmpty: (name) => isEmpty(io, name),
  })
  context.rooms.set(marketId, room)
  return room
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
  const { io, options } = context
  const sent = new Map<number, string>()
  const timer = setInterval(() => {
    if (io.engine.clientsCount === 0) return
    if (isShut(context)) return
    io.to(watchersRoom).emit('heartbeat', heartbeat(options))
    for (const { marketId, scale } of options.listing.markets()) {
      // One that was listed this moment has no figures yet.
      if (!options.marketData.knows(marketId)) continue
      const ticker = options.marketData.ticker(marketId)
      const text = JSON.stringify({ ...ticker, seq: 0 })
      if (sent.get(marketId) === text) continue
      sent.set(marketId, text)
      const others = io.to(figuresRoom).except(marketRoomOf(marketId))
      others.emit('market_update', tickerFrame(scale, ticker))
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
  const { io, rooms, numbers } = context
  const timer = setInterval(() => {
    if (io.engine.clientsCount === 0 || isShut(context)) return
    for (const room of rooms.values()) room.pulse()
    for (const { userId, no } of numbers.takeDue()) {
      io.to(userRoomOf(userId)).emit('own_pulse', ownPulseFrame(no, false))
    }
  }, pulseMs)
  return () => clearInterval(timer)
}

/** Looked at before anything is sent: once the exchange is closed, everybody is sent away and hears no more. */
function isShut({ io, options }: Context): boolean {
  if (!options.isClosed()) return false
  // The connection, not the socket: so that browsers come back by themselves when it is over.
  for (const { conn } of io.sockets.sockets.values()) cut(conn)
  return true
}

function heartbeat({ engine, clock }: RealtimeOptions): object {
  const { lastSeq, state } = engine.status()
  return heartbeatFrame(lastSeq, clock(), state)
}

function dropSlow({ io }: Context): () => void {
  const timer = setInterval(() => {
    for (const { conn } of io.sockets.sockets.values()) if (isTooSlow(conn)) cut(conn)
  }, backlogLookMs)
  return () => clearInterval(timer)
}

function isEmpty(io: Io, room: string): boolean {
  return (io.sockets.adapter.rooms.get(room)?.size ?? 0) === 0
}

function* tokensOf(io: Io): Generator<string> {
  for (const { data } of io.sockets.sockets.values()) if (data.token !== undefined) yield data.token
}

function closeToken(io: Io, token: string): void {
  for (const socket of io.sockets.sockets.values()) {
    if (socket.data.token === token) socket.disconnect(true)
  }
}
