/** The transport over a socket. */
import { io } from 'socket.io-client'
import { isRecord, textAt } from '../../api/json.ts'
import type { OpenTransport } from './way.ts'

const openTimeoutMs = 5_000

/** Opens a socket; the token is sent in the handshake only. */
export const openSocket: OpenTransport = ({ base, token, language }, handlers) => {
  const socket = io(base === '' ? self.location.origin : base, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: openTimeoutMs,
    auth: token === null ? {} : { token, language },
  })
  const close = () => {
    socket.removeAllListeners()
    socket.io.removeAllListeners()
    socket.disconnect()
  }
  socket.on('connect', handlers.onOpen)
  socket.on('connect_error', (error: Error & { readonly data?: unknown }) => {
    close()
    handlers.onLost(isRecord(error.data) ? textAt(error.data, 'code') : null)
  })
  socket.on('disconnect', () => {
    close()
    handlers.onLost(null)
  })
  socket.onAny(handlers.onEvent)
  return {
    send: (name, payload) => {
      if (socket.connected) socket.emit(name, payload)
    },
    measure: (name, onMeasured) => {
      if (!socket.connected) return
      const startedAt = performance.now()
      socket.volatile.emit(name, () => onMeasured(Math.round(performance.now() - startedAt)))
    },
    close,
  }
}
