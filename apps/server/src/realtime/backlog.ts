/**
 * The backlog of a socket. A reader that is too slow is disconnected (FLT-24): after reconnecting it gets a
 * whole snapshot, which covers everything it missed.
 */
import type { Socket as Connection } from 'engine.io'

/** The maximum backlog of a socket, in bytes and in frames. */
const backlogBytesMax = 262_144
const backlogFramesMax = 200

/** Whether the backlog of this connection exceeds the limit. */
export function isTooSlow(connection: Connection): boolean {
  const packets = waitingPackets(connection)
  if (packets.length > backlogFramesMax) return true
  let bytes = findWebSocket(connection)?.bufferedAmount ?? 0
  for (const packet of packets) bytes += measureLength(packet)
  return bytes > backlogBytesMax
}

/** Closes a connection without sending its backlog. */
export function cut(connection: Connection): void {
  const socket = findWebSocket(connection)
  if (socket === null) connection.close(true)
  else socket.terminate()
}

type WebSocketLike = { readonly bufferedAmount: number; terminate(): void }

/** The WebSocket of a connection; the library's types do not include it. */
function findWebSocket(connection: Connection): WebSocketLike | null {
  const socket: unknown = Reflect.get(connection.transport, 'socket')
  return isWebSocketLike(socket) ? socket : null
}

function isWebSocketLike(value: unknown): value is WebSocketLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'bufferedAmount' in value &&
    typeof value.bufferedAmount === 'number' &&
    'terminate' in value &&
    typeof value.terminate === 'function'
  )
}

/** Packets in the transport's buffer; the library's types do not include it. */
function waitingPackets(connection: Connection): readonly unknown[] {
  const packets: unknown = Reflect.get(connection, 'writeBuffer')
  return Array.isArray(packets) ? packets : []
}

function measureLength(packet: unknown): number {
  if (typeof packet !== 'object' || packet === null || !('data' in packet)) return 0
  return typeof packet.data === 'string' ? packet.data.length : 0
}
