/**
 * Connections of server-sent events, for networks that block WebSockets. Each gets the same frames as a
 * socket in the same rooms, in the same text format. A client that reconnects gets a whole snapshot,
 * so no server needs to remember it.
 */
import { Readable } from 'node:stream'

/** The maximum backlog of a stream, in bytes. */
const backlogBytesMax = 262_144
/** Some proxies buffer the first bytes of an answer; a comment of this size fills their buffer. */
const paddingBytes = 2_048

/** The connection below a stream, as far as needed here. */
export type Connection = { readonly writableLength: number; destroy(): unknown }

export type Stream<Data> = {
  readonly data: Data
  /** The body of the answer. */
  readonly body: Readable
  join(rooms: string | string[]): void
  leave(room: string): void
  emit(event: string, ...args: readonly unknown[]): void
  /** Closes it without sending the backlog. */
  cut(): void
  /** Whether the backlog of this stream exceeds the limit. */
  isTooSlow(): boolean
}

export type Streams<Data> = {
  /** Opens a stream; `onEnd` is called once when it has ended, for any reason. */
  open(connection: Connection, data: Data, onEnd: () => void): Stream<Data>
  /** Sends to all in a room except those in the other one. */
  send(room: string, except: string | null, event: string, args: readonly unknown[]): void
  isEmpty(room: string): boolean
  /** Removes everyone in a room from these rooms. */
  leave(room: string, rooms: readonly string[]): void
  all(): Iterable<Stream<Data>>
  count(): number
}

/** Encodes an event: the same text as in a socket's packet. */
export function eventText(event: string, args: readonly unknown[]): string {
  return `data: ${JSON.stringify([event, ...args])}\n\n`
}

/** No streams yet. */
export function createStreams<Data>(): Streams<Data> {
  const rooms = new Map<string, Set<Stream<Data>>>()
  const streams = new Set<Stream<Data>>()

  function leave(stream: Stream<Data>, room: string): void {
    const members = rooms.get(room)
    members?.delete(stream)
    if (members?.size === 0) rooms.delete(room)
  }

  function join(stream: Stream<Data>, room: string): void {
    const members = rooms.get(room) ?? new Set()
    members.add(stream)
    rooms.set(room, members)
  }

  return {
    open(connection, data, onEnd) {
      const own = new Set<string>()
      const body = new Readable({ read: () => undefined })
      const stream: Stream<Data> = {
        data,
        body,
        join: (names) => {
          if (!streams.has(stream)) return
          for (const name of typeof names === 'string' ? [names] : names) {
            own.add(name)
            join(stream, name)
          }
        },
        leave: (room) => {
          own.delete(room)
          leave(stream, room)
        },
        emit: (event, ...args) => void body.push(eventText(event, args)),
        cut: () => {
          body.destroy()
          connection.destroy()
        },
        isTooSlow: () => body.readableLength + connection.writableLength > backlogBytesMax,
      }
      streams.add(stream)
      body.push(`:${' '.repeat(paddingBytes)}\n\n`)
      body.once('close', () => {
        streams.delete(stream)
        for (const room of own) leave(stream, room)
        onEnd()
      })
      return stream
    },
    send(room, except, event, args) {
      const members = rooms.get(room)
      if (members === undefined) return
      const text = eventText(event, args)
      const excepted = except === null ? undefined : rooms.get(except)
      for (const stream of members) if (excepted?.has(stream) !== true) stream.body.push(text)
    },
    isEmpty: (room) => !rooms.has(room),
    leave(room, names) {
      for (const stream of rooms.get(room) ?? []) for (const name of names) stream.leave(name)
    },
    all: () => streams,
    count: () => streams.size,
  }
}
