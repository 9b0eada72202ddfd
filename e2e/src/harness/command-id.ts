/** Command ids as a client creates them: UUIDv7, one per click. */
import { randomBytes } from 'node:crypto'

/** A UUIDv7 for a time in milliseconds since 1970. */
export function createCommandId(timeMs: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(timeMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
