/** The ids under which commands are remembered. */
import { createHash } from 'node:crypto'
import { type Command, type CommandId, idTimeMs } from '@tukar/core'
import { hashCommand } from './codec/index.ts'
import { uuidWords } from './words.ts'

/** An id is valid this long before and after the engine's time. */
const idLeewayMs = 60_000

/**
 * The id of a command: the client's id, its account and the hash of the command.
 *
 * @param scope the user's account, or 0 for ids that the server derives from its own rows
 * @param uuid 36 characters; a UUIDv7 from clients
 * @throws RangeError for an invalid UUID, CodecError for a command that cannot be encoded
 */
export function createCommandId(scope: number, uuid: string, command: Command): CommandId {
  return { scope, words: uuidWords(uuid), body: hashCommand(command) }
}

/**
 * The id of a command that the server derives from one of its rows: the same row and step give the same id,
 * so each is applied once.
 *
 * @param source names row and step, such as `starting_fund:7`
 */
export function derivedCommandId(source: string): CommandId {
  const digest = createHash('sha256').update(source).digest()
  const word = (place: number): number => digest.readUInt32BE(place * 4)
  return {
    scope: 0,
    words: [word(0), word(1), word(2), word(3)],
    body: [word(4), word(5)],
  }
}

/**
 * Whether an id that is not remembered may have been applied and forgotten, or is from the future: then the
 * tables are checked before the command is applied. Ids that the server derives have no time.
 */
export function mayBeForgotten(id: CommandId, forgottenAt: number, nowMs: number): boolean {
  if (id.scope === 0) return forgottenAt > 0
  const timeMs = idTimeMs(id.words)
  if (timeMs > nowMs + idLeewayMs) return true
  return forgottenAt > 0 && timeMs <= forgottenAt + idLeewayMs
}

/** Whether two body hashes are equal. */
export function sameBody(one: CommandId['body'], other: CommandId['body']): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

/** Whether two ids are equal, regardless of their commands. */
export function isSameId(one: CommandId, other: CommandId): boolean {
  return one.scope === other.scope && one.words.every((word, place) => word === other.words[place])
}
