/** Command ids of clients: UUIDv7 in the header `Idempotency-Key`. */
import { randomBytes } from 'node:crypto'
import type { Command, CommandId } from '@tukar/core'
import { hashCommand } from '../../engine/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'

const uuid7Grammar = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The 16 bytes of the header's id; of a new one where there is none (then the call cannot be retried). */
export function commandIdBytes(header: string | readonly string[] | undefined): Buffer {
  if (header === undefined) return newCommandIdBytes()
  if (typeof header !== 'string' || !uuid7Grammar.test(header)) throw new Refusal('command.bad_id')
  return Buffer.from(header.replaceAll('-', ''), 'hex')
}

function newCommandIdBytes(): Buffer {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes
}

/** The id as the core remembers it: scoped to its user, with the hash of the decoded command. */
export function toCommandId(userId: number, bytes: Buffer, command: Command): CommandId {
  const word = (place: number): number => bytes.readUInt32BE(place * 4)
  return {
    scope: userId,
    words: [word(0), word(1), word(2), word(3)],
    body: hashCommand(command),
  }
}

/** The bytes as a UUID is written. */
export function commandIdText(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  const cuts = [0, 8, 12, 16, 20, 32] as const
  return cuts
    .slice(1)
    .map((end, at) => hex.slice(cuts[at], end))
    .join('-')
}
