/**
 * The connection for market figures. A socket that joined no market gets the figures of all markets once a
 * second. The connection is open while a component shows figures; its library loads after the page is
 * drawn.
 */
import type { Socket } from 'socket.io-client'
import { clientConfig } from '../app/client-config.ts'
import { createResource } from '../api/resource.ts'
import { loadMarkets } from './market-calls.ts'
import { applyNews } from './wire.ts'

/** The listed markets. */
export const marketList = createResource(loadMarkets)

/** The key of the same list in the query cache. */
export const marketsKey = ['markets'] as const

/** Whether figures come: not yet, now, or not any more. */
export type ConnectionState = 'connecting' | 'live' | 'lost'

let socket: Socket | null = null
let connection: ConnectionState = 'connecting'
const listeners = new Set<() => void>()

/**
 * Runs a function within a second, at a random time: all pages hear of a change at once and must not all send
 * requests at once.
 */
export function soon(run: () => void): void {
  setTimeout(run, Math.random() * 1_000)
}

/** The current state of the connection. */
export function marketConnection(): ConnectionState {
  return connection
}

function setConnection(next: ConnectionState): void {
  connection = next
  for (const listener of listeners) listener()
}

/** Opens the connection for the first listener and closes it after the last one. */
export function watchMarkets(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) open().catch(() => setConnection('lost'))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) close()
  }
}

async function open(): Promise<void> {
  const { io } = await import('socket.io-client')
  if (socket !== null || listeners.size === 0) return
  const opened = io(clientConfig.hosts.realtime, {
    transports: ['websocket'],
    reconnectionDelay: 300,
    reconnectionDelayMax: 15_000,
    randomizationFactor: 0.5,
  })
  socket = opened
  let connections = 0
  opened.on('connect', () => {
    setConnection('live')
    connections += 1
    // Each connection starts with all figures; markets listed in between must be loaded.
    if (connections > 1 || marketList.read().state === 'error') marketList.reload()
  })
  opened.on('disconnect', () => setConnection('lost'))
  opened.on('connect_error', () => setConnection('lost'))
  opened.on('markets', () => soon(marketList.reload))
  opened.on('market_update', (message: unknown) => {
    marketList.change((markets) => applyNews(markets, message))
  })
}

function close(): void {
  socket?.disconnect()
  socket = null
  connection = 'connecting'
}
