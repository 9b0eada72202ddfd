/**
 * A faulty connection between a page and the server: a proxy on loopback that cuts connections, silences
 * sockets, and drops, repeats and swaps events. Calls pass unharmed while the connection is up, and so do the
 * packets that open and keep a socket.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The share of events with each fault, from 0 to 1. */
export type Faults = {
  readonly drop: number
  readonly repeat: number
  readonly swap: number
  /** Names of events that are never faulted. */
  readonly spares?: readonly string[]
}
/** What the network between page and server lets through. */
export type Network = {
  /** `refuse` answers a socket request with 403; `swallow` opens the socket and drops every frame. */
  readonly sockets: 'pass' | 'refuse' | 'swallow'
  /** `hold` buffers the bodies of event streams, as a proxy does that waits for the end of a response. */
  readonly streams: 'pass' | 'hold'
}
type Fault = 'drop' | 'repeat' | 'swap'

export type FaultyConnection = {
  readonly url: string
  /** Sets the faults of later events; null for none. */
  setFaults(faults: Faults | null): void
  /** Sets what later connections let through. All open connections end. */
  setNetwork(network: Network): void
  /** Ends all connections and refuses new ones until `restore`. */
  cut(): void
  restore(): void
  /** Open sockets stay open, but pass nothing more. */
  silence(): void
  /** How many sockets were opened through this proxy, and when the last one was (`performance.now`). */
  openings(): { readonly count: number; readonly lastAtMs: number }
  /** How many events had each fault. */
  counts(): Readonly<Record<Fault | 'passed', number>>
  close(): Promise<void>
}

const host = '127.0.0.1'
/** The longest time that an event is held to be overtaken. */
const swapHoldMs = 60
const headEnd = '\r\n\r\n'
const switching = 'HTTP/1.1 101'
/** The packet type of socket.io that carries an event. */
const eventPacket = '42'
const textOpcode = 1
const wantsSocket = /\r\nupgrade: *websocket/i
const isEventStream = /\r\ncontent-type: text\/event-stream/i
const forbidden = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** Opens a proxy to the server at this port. `random` decides the fate of each event. */
export async function openFaultyConnection(
  port: number,
  random: () => number,
): Promise<FaultyConnection> {
  const pairs = new Set<{ readonly page: Socket; readonly server: Socket }>()
  const counts = { passed: 0, drop: 0, repeat: 0, swap: 0 }
  let faults: Faults | null = null
  let network: Network = { sockets: 'pass', streams: 'pass' }
  let isDown = false
  let silences = 0
  let opened = { count: 0, lastAtMs: 0 }

  /** Draws the fate of the next event. */
  const fateOf = (frame: Buffer): keyof typeof counts => {
    if (faults === null || faults.spares?.includes(eventName(frame)) === true) return 'passed'
    const { drop, repeat, swap } = faults
    const point = random()
    if (point < drop) return 'drop'
    if (point < drop + repeat) return 'repeat'
    return point < drop + repeat + swap ? 'swap' : 'passed'
  }

  const spoil = (send: (frame: Buffer) => void): ((frame: Buffer) => void) => {
    let held: Buffer | null = null
    let timer: NodeJS.Timeout | null = null
    const release = () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      const frame = held
      held = null
      if (frame !== null) send(frame)
    }
    return (frame) => {
      const fate = fateOf(frame)
      counts[fate] += 1
      if (fate === 'drop') return
      if (fate === 'swap' && held === null) {
        held = frame
        timer = setTimeout(release, swapHoldMs)
        return
      }
      send(frame)
      if (fate === 'repeat') send(frame)
      release()
    }
  }

  const listener = createServer((page) => {
    page.on('error', () => page.destroy())
    if (isDown) return page.resetAndDestroy()
    const server = connect(port, host)
    server.on('error', () => page.destroy())
    const pair = { page, server }
    pairs.add(pair)
    page.setNoDelay(true)
    server.setNoDelay(true)
    page.on('data', (chunk: Buffer) => {
      if (network.sockets === 'refuse' && wantsSocket.test(chunk.toString('latin1'))) {
        page.end(forbidden)
      } else server.write(chunk)
    })
    page.on('end', () => server.end())
    const end = () => {
      pairs.delete(pair)
      page.destroy()
      server.destroy()
    }
    page.on('close', end)
    server.on('close', end)
    followAnswers(server, page, {
      isHeld: (answer) => network.streams === 'hold' && isEventStream.test(answer),
      onOpened: () => {
        opened = { count: opened.count + 1, lastAtMs: performance.now() }
        const bornAt = silences
        const isSwallowed = network.sockets === 'swallow'
        const send = (frame: Buffer) => {
          if (!page.destroyed && silences === bornAt && !isSwallowed) page.write(frame)
        }
        return { send, sendEvent: spoil(send) }
      },
    })
  })
  listener.listen(0, host)
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const dropAll = () => {
    for (const { page, server } of pairs) {
      page.resetAndDestroy()
      server.destroy()
    }
  }
  return {
    url: `http://${host}:${address.port}`,
    setFaults: (next) => {
      faults = next
    },
    setNetwork: (next) => {
      network = next
      dropAll()
    },
    cut: () => {
      isDown = true
      dropAll()
    },
    restore: () => {
      isDown = false
    },
    silence: () => {
      silences += 1
    },
    openings: () => opened,
    counts: () => ({ ...counts }),
    async close() {
      dropAll()
      listener.close()
      await once(listener, 'close')
    },
  }
}

type SocketSink = {
  readonly send: (frame: Buffer) => void
  readonly sendEvent: (frame: Buffer) => void
}

/** Forwards responses as they arrive; after an upgrade to a socket, frame by frame. */
function followAnswers(
  server: Socket,
  page: Socket,
  {
    onOpened,
    isHeld,
  }: { readonly onOpened: () => SocketSink; readonly isHeld: (answer: string) => boolean },
): void {
  let rest = Buffer.alloc(0)
  let sink: SocketSink | null = null
  let isPlain = false
  /** The response is held back, and everything after it on this connection. */
  let isStuck = false
  server.on('data', (chunk: Buffer) => {
    if (isPlain) {
      isStuck ||= isHeld(chunk.toString('latin1'))
      if (!isStuck) page.write(chunk)
      return
    }
    rest = Buffer.concat([rest, chunk])
    if (sink === null) {
      if (rest.length >= switching.length && !rest.subarray(0, 12).equals(Buffer.from(switching))) {
        isPlain = true
        isStuck = isHeld(rest.toString('latin1'))
        if (!isStuck) page.write(rest)
        return
      }
      const end = rest.indexOf(headEnd)
      if (end < 0) return
      page.write(rest.subarray(0, end + headEnd.length))
      rest = rest.subarray(end + headEnd.length)
      sink = onOpened()
    }
    for (let size = frameSize(rest); size !== null; size = frameSize(rest)) {
      const frame = rest.subarray(0, size)
      rest = rest.subarray(size)
      if (isEvent(frame)) sink.sendEvent(frame)
      else sink.send(frame)
    }
  })
}

/** The length of the first frame with head and payload; null if it is incomplete (RFC 6455, 5.2; no mask). */
function frameSize(bytes: Buffer): number | null {
  const head = headSize(bytes)
  if (head === null || bytes.length < head) return null
  const short = (bytes[1] ?? 0) & 0x7f
  const payload =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  return bytes.length < head + payload ? null : head + payload
}

function headSize(bytes: Buffer): number | null {
  if (bytes.length < 2) return null
  const short = (bytes[1] ?? 0) & 0x7f
  return short === 127 ? 10 : short === 126 ? 4 : 2
}

function isEvent(frame: Buffer): boolean {
  const head = headSize(frame) ?? 0
  const isText = ((frame[0] ?? 0) & 0x0f) === textOpcode
  return isText && frame.toString('latin1', head, head + eventPacket.length) === eventPacket
}

/** The name of a frame's event, the first item of its JSON list. */
function eventName(frame: Buffer): string {
  const start = (headSize(frame) ?? 0) + eventPacket.length
  const [, name = ''] = /^\["([^"]*)"/.exec(frame.toString('latin1', start, start + 64)) ?? []
  return name
}
