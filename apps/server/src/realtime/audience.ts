/** All listeners, over sockets and streams: a message to a room reaches both. */
import type { EventName, EventOf } from '@tukar/wire'
import type { Server } from 'socket.io'
import { cut, isTooSlow } from './backlog.ts'
import type { Streams } from './streams/streams.ts'

/** Events of any name; `frames` creates their payloads. */
export type Events = Record<string, (...args: readonly unknown[]) => void>

export type Audience = {
  /** `no` is the number of a user's own event; other events have none. */
  send<E extends EventName>(room: string, event: E, payload: EventOf<E>, no?: number): void
  /** Sends to listeners in the first room who are not in the second. */
  sendExcept<E extends EventName>(room: string, except: string, event: E, payload: EventOf<E>): void
  readonly isEmpty: (room: string) => boolean
  /** Removes everyone in a room from these rooms. */
  leave(room: string, rooms: string[]): void
  count(): number
  /** Tokens of all listeners. */
  readonly tokens: () => Iterable<string>
  /** Ends all connections of a token. */
  readonly closeToken: (token: string) => void
  /** Cuts off everybody. */
  cutAll(): void
  /** Disconnects listeners that do not read. */
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
      const args = no === undefined ? [payload] : [payload, no]
      io.to(room).emit(event, ...args)
      streams.send(room, null, event, args)
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
      // Closes the connection instead of the socket, so that browsers reconnect on their own afterwards.
      for (const { conn } of io.sockets.sockets.values()) cut(conn)
      for (const stream of streams.all()) stream.cut()
    },
    cutSlow() {
      for (const { conn } of io.sockets.sockets.values()) if (isTooSlow(conn)) cut(conn)
      for (const stream of streams.all()) if (stream.isTooSlow()) stream.cut()
    },
  }
}
