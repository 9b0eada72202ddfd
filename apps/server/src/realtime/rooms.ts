/** The rooms of markets and users: who is in which, and how newcomers are greeted. */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Language } from '@tukar/i18n/server'
import type { EventName, EventOf, HeartbeatFrame, MarketScale } from '@tukar/wire'
import type { Server, Socket } from 'socket.io'
import type { Engine } from '../engine/port.ts'
import type { MarketData } from '../market-data/port.ts'
import type { Audience, Events } from './audience.ts'
import type { AddressLimits, SocketsByAddress } from './by-address.ts'
import type { Admission } from './door.ts'
import { type CurrencyScale, heartbeatFrame, ownPulseFrame, tableFrame } from './frames.ts'
import { createMarketRoom, type MarketRoom } from './market-room.ts'
import type { OwnNumbers } from './own-numbers.ts'
import type { Authenticate, OwnerOf } from './session-watch.ts'
import { type MarketEvent, marketEvents, readSubscription } from './subscription.ts'
import type { Streams } from './streams/streams.ts'

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
  /** Whether a socket or stream that was let in may stay. */
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

/** A market that a socket watches, and which of its events. */
export type Choice = { readonly marketId: number; readonly events: readonly MarketEvent[] }
export type Data = { token?: string; userId?: number; language?: Language; choice?: Choice }
export type Io = Server<Events, Events, Events, Data>
export type Client = Socket<Events, Events, Events, Data>
/** A socket or a stream, as far as both are alike. */
export type Listener = {
  data: Data
  join(rooms: string | string[]): unknown
  leave(room: string): unknown
  emit<E extends EventName>(event: E, payload: EventOf<E>): unknown
}

const greetDelayMs = 5
export const watchersRoom = 'watchers'
/** Those of the watchers who want the figures of all markets. */
export const figuresRoom = 'figures'
export const marketRoomOf = (marketId: number) => `market:${marketId}`
const newcomersOf = (marketId: number) => `newcomers:${marketId}`
/** Those in the room of a market, or among its newcomers, who want this event. */
const listenersOf = (room: string, event: MarketEvent) => `${room}:${event}`
export const userRoomOf = (userId: number) => `user:${userId}`
export const readersOf = (userId: number, language: Language) => `user:${userId}:${language}`

export type Context = {
  readonly io: Io
  readonly streams: Streams<Data>
  readonly audience: Audience
  /** Whether somebody may come in now, and what counts him. */
  readonly admit: (request: IncomingMessage) => Admission
  readonly byAddress: SocketsByAddress
  readonly options: RealtimeOptions
  readonly rooms: Map<number, MarketRoom>
  readonly numbers: OwnNumbers
  /** Markets whose newcomers will be greeted in a moment, all together. */
  readonly greetings: Map<number, NodeJS.Timeout>
}

/** Joins the rooms of everybody and of its user, and tells how things stand. */
export function greet({ numbers, options }: Context, listener: Listener): void {
  const { userId, language = 'en' } = listener.data
  const own = userId === undefined ? [] : [userRoomOf(userId), readersOf(userId, language)]
  void listener.join([watchersRoom, figuresRoom, ...own])
  if (userId !== undefined) {
    listener.emit('own_pulse', ownPulseFrame(numbers.greet(userId), true))
  }
  listener.emit('heartbeat', heartbeat(options))
  listener.emit('market_update', tableFrame(options.marketRows()))
}

/** Forgets the numbers of a user who listens no longer. */
export function gone({ audience, numbers }: Context, { userId }: Data): void {
  if (userId !== undefined && audience.isEmpty(userRoomOf(userId))) numbers.forget(userId)
}

/** The market that a client named by its pair, and its events; anything else names none. */
export function choiceOf({ listing }: RealtimeOptions, wanted: unknown): Choice | null {
  const subscription = readSubscription(wanted)
  const market = subscription === null ? undefined : listing.marketOfPair(subscription.pair)
  if (subscription === null || market === undefined) return null
  return { marketId: market.marketId, events: subscription.events }
}

/** Joins the market for the events that are wanted, and leaves the one before. */
export function enter(context: Context, socket: Listener, choice: Choice): void {
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
    if (!context.audience.isEmpty(newcomers)) roomOf(context, marketId)?.greet(newcomers)
    // Of the newcomers alone: without their room all that are connected would be looked at.
    context.audience.leave(newcomers, roomsOf(newcomers, marketEvents))
  }, greetDelayMs)
  context.greetings.set(marketId, timer)
}

export function roomOf(context: Context, marketId: number): MarketRoom | undefined {
  const known = context.rooms.get(marketId)
  if (known !== undefined) return known
  const { audience, options } = context
  const listed = options.listing.market(marketId)
  if (listed === undefined || !options.marketData.knows(marketId)) return undefined
  const room = createMarketRoom({
    marketId,
    room: marketRoomOf(marketId),
    marketData: options.marketData,
    scaleOf: () => options.listing.market(marketId)?.scale ?? listed.scale,
    broadcast(to, event, payload) {
      if (!isShut(context)) audience.send(listenersOf(to, event), event, payload)
    },
    isEmpty: audience.isEmpty,
  })
  context.rooms.set(marketId, room)
  return room
}

/** Looked at before anything is sent: once the exchange is closed, everybody is sent away and hears no more. */
export function isShut({ audience, options }: Context): boolean {
  if (!options.isClosed()) return false
  audience.cutAll()
  return true
}

export function heartbeat({ engine, clock }: RealtimeOptions): HeartbeatFrame {
  const { lastSeq, state } = engine.status()
  return heartbeatFrame(lastSeq, clock(), state)
}
