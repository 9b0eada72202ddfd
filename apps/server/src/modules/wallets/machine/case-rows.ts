/** The parts of cases that are the same for all wallets, in their wire form. */
import { type DeskStep, rowNumber, type StepFigures } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'

/** Parses the case number of a URL; refuses `desk.case_unknown`. */
export function parseCaseId(id: string): number {
  const row = rowNumber(id)
  if (row === null) throw new Refusal('desk.case_unknown')
  return row
}

/** The distinct words of a list. */
export function distinctWords(words: readonly (string | null | false)[]): readonly string[] {
  return [...new Set(words.filter((word) => typeof word === 'string'))]
}

/** A step of a transfer in its wire form. */
export function stepRow({ atMs, state, cause }: StepFigures): DeskStep {
  return { at: toTimeText(atMs), state, cause }
}

/** Converts a time to ISO text. */
export function toTimeText(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
