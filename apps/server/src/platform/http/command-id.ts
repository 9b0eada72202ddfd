/** Command ids of clients: UUIDv7 in the header `Idempotency-Key`. */
import { randomBytes } from 'node:crypto'
import { Refusal } from './refusal.ts'

const uuid7Grammar = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The header's id in lower case; a new id if there is none (then the call cannot be retried). */
export function commandUuid(header: string | readonly string[] | undefined): string {
  if (header === undefined) return newCommandUuid()
  if (typeof header !== 'string' || !uuid7Grammar.test(header)) throw new Refusal('command.bad_id')
  return header.toLowerCase()
}

function newCommandUuid(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The 16 bytes of a UUID, as the tables store it. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}
