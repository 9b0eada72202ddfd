/** What a closed day says, as the text that its hash is of: pure. */
import { createHash } from 'node:crypto'
import { compareGroups } from './accounts.ts'

/** One line of a currency: units. */
export type ClosedLine = {
  /** An account's number, `traders` or `users`. */
  readonly group: string
  readonly currencyId: number
  readonly opening: number
  /** By kind: `trade`, `fee`, `deposit`… */
  readonly moves: Readonly<Record<string, number>>
  readonly closing: number
}

/** What moved on a line within a day. */
export type Move = {
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
 * The lines of a day: what the day before closed with, and what moved since.
 *
 * @throws RangeError where a figure is more than can be counted exactly
 */
export function closeLines(
  before: readonly ClosedLine[],
  moves: readonly Move[],
): readonly ClosedLine[] {
  const lines = new Map<
    string,
    { group: string; currencyId: number; opening: number; of: Move[] }
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
      if (!Number.isSafeInteger(closing)) throw new RangeError(`${group} closes with ${closing}`)
      const moves = Object.fromEntries(sorted.map(({ kind, amount }) => [kind, amount]))
      return { group, currencyId, opening, moves, closing }
    })
}

/** The text of a day, always the same for the same lines. */
export function bodyOf(lines: readonly ClosedLine[]): string {
  return JSON.stringify(lines)
}

/** The lines of a text. */
export function linesOf(body: string): readonly ClosedLine[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- we wrote it, and its hash says so
  return JSON.parse(body) as readonly ClosedLine[]
}

/** The hash of a day: of the day before, and of all that this one says. */
export function hashOfDay(
  before: Buffer,
  { no, day, fromMs, toMs, body }: Omit<ClosedDay, 'hash'>,
): Buffer {
  return createHash('sha256')
    .update(before)
    .update(JSON.stringify([no, day, fromMs, toMs, body]))
    .digest()
}

/** The first day that is not as it was closed; null where all are. */
export function brokenDayOf(days: readonly ClosedDay[]): string | null {
  let before: Buffer = firstHash
  for (const [place, day] of days.entries()) {
    if (day.no !== place + 1 || !hashOfDay(before, day).equals(day.hash)) return day.day
    before = day.hash
  }
  return null
}
