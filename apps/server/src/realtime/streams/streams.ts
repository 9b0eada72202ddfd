/**
 * Connections of server-sent events, for networks that let no sockets through: each gets the frames that a
 * socket in the same rooms gets, as the text of a socket's event. A client that comes back gets a whole
 * picture, so that no server has to remember it.
 */
import { Readable } from 'node:stream'

/** What may wait for one stream, in bytes. */
const backlogBytesMax = 262_144
/** Some proxies hold back the first bytes of an answer; a comment of this size passes them. */
const paddingBytes = 2_048

/** What is below a stream, as far as it is needed here. */
export type Connection = { readonly writableLength: number; destroy(): unknown }

export type Stream<Data> = {
  readonly data: Data
  /** What is sent as the body of the answer. */
  readonly body: Readable
  join(rooms: string | string[]): void
  leave(room: string): void
  emit(event: string, ...parts: readonly unknown[]): void
  /** Cuts it off without waiting for what is still to be sent. */
  cut(): void
  /** Whether more waits for this stream than may. */
  isTooSlow(): boolean
}

export type Streams<Data> = {
  /** Opens one; `onEnd` is called once when it has ended, by whomever. */
  open(connection: Connection, data: Data, onEnd: () => void): Stream<Data>
  /** Sends to all in a room, but not to those in the other one. */
  send(room: string, except: string | null, event: string, parts: readonly unknown[]): void
  isEmpty(room: string): boolean
  /** Takes all that are in a room out of these rooms. */
  leave(room: string, rooms: readonly string[]): void
  all(): Iterable<Stream<Data>>
  count(): number
}

/** An event as it is sent: the same text as in a socket's packet. */
export function eventText(event: string, parts: readonly unknown[]): string {
  return `data: ${JSON.stringify([event, ...parts])}\n\n`
}

/** Streams of nobody yet. */
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
        emit: (event, ...parts) => void body.push(eventText(event, parts)),
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
    send(room, except, event, parts) {
      const members = rooms.get(room)
      if (members === undefined) return
      const text = eventText(event, parts)
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
