/** The content of a closed day, as the text that is hashed: pure. */
import { createHash } from 'node:crypto'
import { compareGroups } from './accounts.ts'

/** One line of a currency, in units. */
export type ClosedLine = {
  /** An account's number, `traders` or `users`. */
  readonly group: string
  readonly currencyId: number
  readonly opening: number
  /** Amounts by kind: `trade`, `fee`, `deposit`… */
  readonly moves: Readonly<Record<string, number>>
  readonly closing: number
}

/** The movements on a line within a day. */
export type LineMovement = {
  readonly group: string
  readonly currencyId: number
  readonly kind: string
  readonly amount: number
}

export type ClosedDay = {
  readonly no: number
  readonly day: string
  readonly fromMs: number
  readonly toMs: number
  readonly body: string
  readonly hash: Buffer
}

/** The hash before the first day. */
export const firstHash = Buffer.alloc(32)

/**
 * The lines of a day: the closing balances of the day before, and the movements since.
 *
 * @throws RangeError if a figure is too large to be exact
 */
export function closeLines(
  before: readonly ClosedLine[],
  moves: readonly LineMovement[],
): readonly ClosedLine[] {
  const lines = new Map<
    string,
    { group: string; currencyId: number; opening: number; of: LineMovement[] }
  >()
  const lineOf = (group: string, currencyId: number) => {
    const key = `${currencyId} ${group}`
    const line = lines.get(key) ?? { group, currencyId, opening: 0, of: [] }
    lines.set(key, line)
    return line
  }
  for (const { group, currencyId, closing } of before) lineOf(group, currencyId).opening = closing
  for (const move of moves) lineOf(move.group, move.currencyId).of.push(move)
  return [...lines.values()]
    .toSorted((one, other) => {
      return one.currencyId - other.currencyId || compareGroups(one.group, other.group)
    })
    .map(({ group, currencyId, opening, of }) => {
      const sorted = of.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
      const closing = of.reduce((sum, { amount }) => sum + amount, opening)
      if (!Number.isSafeInteger(closing))
        throw new RangeError(`closing balance of ${group} is not exact: ${closing}`)
      const moves = Object.fromEntries(sorted.map(({ kind, amount }) => [kind, amount]))
      return { group, currencyId, opening, moves, closing }
    })
}

/** The text of a day; equal lines give equal text. */
export function bodyOf(lines: readonly ClosedLine[]): string {
  return JSON.stringify(lines)
}

/** Parses the lines of a text. */
export function linesOf(body: string): readonly ClosedLine[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- we wrote it, and its hash says so
  return JSON.parse(body) as readonly ClosedLine[]
}

/** The hash of a day, over the hash of the day before and the content of this day. */
export function hashOfDay(
  before: Buffer,
  { no, day, fromMs, toMs, body }: Omit<ClosedDay, 'hash'>,
): Buffer {
  return createHash('sha256')
    .update(before)
    .update(JSON.stringify([no, day, fromMs, toMs, body]))
    .digest()
}

/** The first day that differs from its hash; null if all match. */
export function brokenDayOf(days: readonly ClosedDay[]): string | null {
  let before: Buffer = firstHash
  for (const [place, day] of days.entries()) {
    if (day.no !== place + 1 || !hashOfDay(before, day).equals(day.hash)) return day.day
    before = day.hash
  }
  return null
}
