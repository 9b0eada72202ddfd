/** What operators see of cases alike in every wallet, as the wire has it. */
import { type DeskStep, rowNumber, type StepFigures } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'

/** The number of a case in an address; refuses `desk.case_unknown`. */
export function parseCaseId(id: string): number {
  const row = rowNumber(id)
  if (row === null) throw new Refusal('desk.case_unknown')
  return row
}

/** Each word once. */
export function distinctWords(words: readonly (string | null | false)[]): readonly string[] {
  return [...new Set(words.filter((word) => typeof word === 'string'))]
}

/** A step that a transfer took. */
export function stepRow({ atMs, state, cause }: StepFigures): DeskStep {
  return { at: toTimeText(atMs), state, cause }
}

/** A moment. */
export function toTimeText(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
