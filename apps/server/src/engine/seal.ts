/**
 * The seal of the journal: each row has an HMAC over all its columns and the seal of the previous row, under
 * a key that the database does not have. A row without the right seal was not written by the engine (H-5).
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { deriveEngineKey } from '../platform/secrets/engine-key.ts'
import { BootRefused } from './recovery/boot-checks.ts'
import { type ChainedRow, hashBytes, type JournalRow, type SealedRow } from './journal.ts'

/** The seal before the first row. */
export const firstSeal: Buffer = Buffer.alloc(32)

const label = Buffer.from('tukar journal row 1\n')
const numberBytes = 8
const what = 'docs/operations.md says under "The seal of the journal" what to do.'

export type Seal = {
  /** The seal of a row that follows the row with the seal `before`. */
  of(row: JournalRow, before: Buffer): Buffer
  /**
   * Returns the seal of a journal row.
   *
   * @throws BootRefused if it is wrong after `before`
   */
  check(row: SealedRow, before: Buffer | null): Buffer
  /** The same for a row that was read with the seal before it. */
  checkChained(row: ChainedRow): Buffer
}

/** The seal under the engine's secret. */
export function createSeal(secret: Uint8Array): Seal {
  const key = createSecretKey(deriveEngineKey(secret, 'journal'))
  const of = (row: JournalRow, before: Buffer): Buffer =>
    createHmac('sha256', key)
      .update(label)
      .update(encodeFigures(row))
      .update(hashBytes(row.hash))
      .update(before)
      .update(row.commands)
      .update(row.events)
      .digest()
  const check = (row: SealedRow, before: Buffer | null): Buffer => {
    const { mac } = row
    if (mac === null) {
      throw new BootRefused(
        `Journal row ${row.row} has no seal: the engine did not write it, or an older version did. ${what}`,
      )
    }
    if (before !== null && isSame(mac, of(row, before))) return mac
    throw new BootRefused(
      `Journal row ${row.row} does not have the engine's seal. Either another program wrote or changed ` +
        `this row or an earlier one, or TUKAR_ENGINE_KEY is not the key that sealed the journal. ${what}`,
    )
  }
  return { of, check, checkChained: (row) => check(row, row.row === 1 ? firstSeal : row.before) }
}

/**
 * The row's numbers and the lengths of its two blocks, eight bytes each, so that no two rows give the same
 * bytes.
 */
function encodeFigures(row: JournalRow): Buffer {
  const { epoch, firstSeq, lastSeq, timeMs, rules, commands, events } = row
  const figures = [row.row, epoch, firstSeq, lastSeq, timeMs, rules, commands.length, events.length]
  const bytes = Buffer.allocUnsafe(figures.length * numberBytes)
  for (const [place, figure] of figures.entries()) bytes.writeDoubleBE(figure, place * numberBytes)
  return bytes
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
