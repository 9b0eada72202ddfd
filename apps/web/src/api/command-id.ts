/**
 * Command ids: a UUIDv7 made once per click from the server's time. A repeat after a network failure
 * reuses it, so that the server never applies a command twice.
 */

/** How far the server's clock is ahead of the device's, learned from answers and heartbeats. */
let serverOffsetMs = 0

/** Sets the server's time, in milliseconds since 1970. */
export function setServerTime(serverMs: number): void {
  if (Number.isFinite(serverMs)) serverOffsetMs = serverMs - Date.now()
}

/** The estimated current time of the server, in milliseconds since 1970. */
export function serverNowMs(): number {
  return Date.now() + serverOffsetMs
}

/** Returns a new id: 48 bits of the server's time, then random bits of `getRandomValues`. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  const nowMs = Math.max(0, Math.trunc(serverNowMs()))
  view.setUint16(0, Math.trunc(nowMs / 2 ** 32))
  view.setUint32(2, nowMs % 2 ** 32)
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f))
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const cuts = [0, 8, 12, 16, 20, 32]
  return cuts
    .slice(1)
    .map((end, index) => hex.slice(cuts[index], end))
    .join('-')
}
