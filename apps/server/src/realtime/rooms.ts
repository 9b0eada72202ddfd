/** The rooms of markets and users: their members, and the first messages to new members. */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Language } from '@tukar/i18n/server'
import type { EventName, EventOf, HeartbeatFrame, MarketScale } from '@tukar/wire'
import type { Server, Socket } from 'socket.io'
import type { Engine } from '../engine/port.ts'
import type { MarketData } from '../market-data/port.ts'
import type { Audience, Events } from './audience.ts'
import type { AddressLimits, SocketsByAddress } from './by-address.ts'
import type { Admission } from './admission.ts'
import { type CurrencyScale, heartbeatFrame, userPulseFrame, tableFrame } from './frames.ts'
import { createMarketRoom, type MarketRoom } from './market-room.ts'
import type { UserSequences } from './user-sequences.ts'
import type { Authenticate, FindOwner } from './session-watch.ts'
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
  /** Full rows of all markets, as in `/markets`: the first message to a new socket (DEC-75). */
  readonly marketRows: () => readonly object[]
  readonly authenticate: Authenticate
  /** Whether an open socket or stream is still allowed. */
  readonly ownerOf: FindOwner
  /** Foreign origins whose pages may open sockets. */
  readonly allowedOrigins: readonly string[]
  /** Whether the exchange is in maintenance: connections are refused and existing ones are closed. */
  readonly isClosed: () => boolean
  /** Headers of every answer to a browser, by lower-case names (ATT-114). */
  readonly guardHeaders: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A market that a socket watches, and which of its events. */
export type Choice = { readonly marketId: number; readonly events: readonly MarketEvent[] }
export type Data = { token?: string; userId?: number; language?: Language; choice?: Choice }
export type Io = Server<Events, Events, Events, Data>
export type Client = Socket<Events, Events, Events, Data>
/** The common interface of sockets and streams. */
export type Listener = {
  data: Data
  join(rooms: string | string[]): unknown
  leave(room: string): unknown
  emit<E extends EventName>(event: E, payload: EventOf<E>): unknown
}

const greetDelayMs = 5
export const watchersRoom = 'watchers'
/** Listeners who want the figures of all markets. */
export const figuresRoom = 'figures'
export const marketRoom = (marketId: number) => `market:${marketId}`
const newcomersRoom = (marketId: number) => `newcomers:${marketId}`
/** Members of a market's room, or its new members, who want this event. */
const eventRoom = (room: string, event: MarketEvent) => `${room}:${event}`
export const userRoom = (userId: number) => `user:${userId}`
export const languageRoom = (userId: number, language: Language) => `user:${userId}:${language}`

export type Context = {
  readonly io: Io
  readonly streams: Streams<Data>
  readonly audience: Audience
  /** Decides whether a connection is accepted. */
  readonly admit: (request: IncomingMessage) => Admission
  readonly byAddress: SocketsByAddress
  readonly options: RealtimeOptions
  readonly rooms: Map<number, MarketRoom>
  readonly userSequences: UserSequences
  /** Markets whose new members will get their first messages in a moment, all together. */
  readonly greetings: Map<number, NodeJS.Timeout>
}

/** Joins the general rooms and the user's rooms, and sends the current state. */
export function greet({ userSequences, options }: Context, listener: Listener): void {
  const { userId, language = 'en' } = listener.data
  const own = userId === undefined ? [] : [userRoom(userId), languageRoom(userId, language)]
  void listener.join([watchersRoom, figuresRoom, ...own])
  if (userId !== undefined) {
    listener.emit('own_pulse', userPulseFrame(userSequences.greet(userId), true))
  }
  listener.emit('heartbeat', heartbeat(options))
  listener.emit('market_update', tableFrame(options.marketRows()))
}

/** Drops the sequence of a user without connections. */
export function onDisconnected({ audience, userSequences }: Context, { userId }: Data): void {
  if (userId !== undefined && audience.isEmpty(userRoom(userId))) userSequences.forget(userId)
}

/** The market and events of a client's `subscribe`; null for anything else. */
export function parseChoice({ listing }: RealtimeOptions, wanted: unknown): Choice | null {
  const subscription = readSubscription(wanted)
  const market = subscription === null ? undefined : listing.marketOfPair(subscription.pair)
  if (subscription === null || market === undefined) return null
  return { marketId: market.marketId, events: subscription.events }
}

/** Joins the market for the wanted events, and leaves the previous one. */
export function enter(context: Context, socket: Listener, choice: Choice): void {
  const { marketId, events } = choice
  const former = socket.data.choice
  if (former !== undefined) {
    for (const room of eventRooms(marketRoom(former.marketId), former.events))
      void socket.leave(room)
  }
  socket.data.choice = choice
  const own = eventRooms(marketRoom(marketId), events)
  void socket.join([...own, ...eventRooms(newcomersRoom(marketId), events)])
  // A listener that does not want the figures of its own market does not want those of others either.
  if (events.includes('market_update')) void socket.join(figuresRoom)
  else void socket.leave(figuresRoom)
  greetSoon(context, marketId)
}

/** A room, and its sub-rooms for these events. */
function eventRooms(room: string, events: readonly MarketEvent[]): string[] {
  return [room, ...events.map((event) => eventRoom(room, event))]
}

/** Listeners that joined within a few milliseconds share one encoded snapshot. */
function greetSoon(context: Context, marketId: number): void {
  if (context.greetings.has(marketId)) return
  const timer = setTimeout(() => {
    context.greetings.delete(marketId)
    const newcomers = newcomersRoom(marketId)
    if (!context.audience.isEmpty(newcomers)) findRoom(context, marketId)?.greet(newcomers)
    // Only for new members: without their own room, leaving would iterate over all connections.
    context.audience.leave(newcomers, eventRooms(newcomers, marketEvents))
  }, greetDelayMs)
  context.greetings.set(marketId, timer)
}

export function findRoom(context: Context, marketId: number): MarketRoom | undefined {
  const known = context.rooms.get(marketId)
  if (known !== undefined) return known
  const { audience, options } = context
  const listed = options.listing.market(marketId)
  if (listed === undefined || !options.marketData.knows(marketId)) return undefined
  const room = createMarketRoom({
    marketId,
    room: marketRoom(marketId),
    marketData: options.marketData,
    scaleOf: () => options.listing.market(marketId)?.scale ?? listed.scale,
    broadcast(to, event, payload) {
      if (!isShut(context)) audience.send(eventRoom(to, event), event, payload)
    },
    isEmpty: audience.isEmpty,
  })
  context.rooms.set(marketId, room)
  return room
}

/** Checked before anything is sent: once maintenance begins, all connections are closed. */
export function isShut({ audience, options }: Context): boolean {
  if (!options.isClosed()) return false
  audience.cutAll()
  return true
}

export function heartbeat({ engine, clock }: RealtimeOptions): HeartbeatFrame {
  const { lastSeq, state } = engine.status()
  return heartbeatFrame(lastSeq, clock(), state)
}
