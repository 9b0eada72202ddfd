/** Everybody who listens, over sockets and streams: what is sent to a room reaches both alike. */
import type { EventName, EventOf } from '@tukar/wire'
import type { Server } from 'socket.io'
import { cut, isTooSlow } from './backlog.ts'
import type { Streams } from './streams/streams.ts'

/** Events of any name; what they carry is made in `frames`. */
export type Events = Record<string, (...parts: readonly unknown[]) => void>

export type Audience = {
  /** With the number of an own event, which its owner alone gets. */
  send<E extends EventName>(room: string, event: E, payload: EventOf<E>, no?: number): void
  /** Sends to those in the first room who are not in the second. */
  sendExcept<E extends EventName>(room: string, except: string, event: E, payload: EventOf<E>): void
  readonly isEmpty: (room: string) => boolean
  /** Takes all that are in a room out of these rooms. */
  leave(room: string, rooms: string[]): void
  count(): number
  /** Tokens of all that listen. */
  readonly tokens: () => Iterable<string>
  /** Ends all connections of a token. */
  readonly closeToken: (token: string) => void
  /** Cuts off everybody. */
  cutAll(): void
  /** Cuts off who does not read. */
  readonly cutSlow: () => void
}

type Known = { readonly token?: string }

/** Joins sockets and streams. */
export function createAudience<Data extends Known>(
  io: Server<Events, Events, Events, Data>,
  streams: Streams<Data>,
): Audience {
  return {
    send(room, event, payload, no) {
      const parts = no === undefined ? [payload] : [payload, no]
      io.to(room).emit(event, ...parts)
      streams.send(room, null, event, parts)
    },
    sendExcept(room, except, event, payload) {
      io.to(room).except(except).emit(event, payload)
      streams.send(room, except, event, [payload])
    },
    isEmpty: (room) =>
      (io.sockets.adapter.rooms.get(room)?.size ?? 0) === 0 && streams.isEmpty(room),
    leave(room, rooms) {
      io.in(room).socketsLeave(rooms)
      streams.leave(room, rooms)
    },
    count: () => io.engine.clientsCount + streams.count(),
    *tokens() {
      for (const { data } of io.sockets.sockets.values())
        if (data.token !== undefined) yield data.token
      for (const { data } of streams.all()) if (data.token !== undefined) yield data.token
    },
    closeToken(token) {
      for (const socket of io.sockets.sockets.values()) {
        if (socket.data.token === token) socket.disconnect(true)
      }
      for (const stream of streams.all()) if (stream.data.token === token) stream.cut()
    },
    cutAll() {
      // The connection, not the socket: so that browsers come back by themselves when it is over.
      for (const { conn } of io.sockets.sockets.values()) cut(conn)
      for (const stream of streams.all()) stream.cut()
    },
    cutSlow() {
      for (const { conn } of io.sockets.sockets.values()) if (isTooSlow(conn)) cut(conn)
      for (const stream of streams.all()) if (stream.isTooSlow()) stream.cut()
    },
  }
}
