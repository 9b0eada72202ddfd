/** The errors of a form field: one code for each fault. */
import type { ErrorCodeWith, PlainErrorCode } from '@tukar/wire'
import { Refusal } from '../http/refusal.ts'
import type { ParsedLine } from './plain-text.ts'

/** The codes of a field's faults: empty or too short, too long, a letter that is not allowed. */
export type FaultCodes = {
  readonly empty: PlainErrorCode
  readonly long: ErrorCodeWith<'max'>
  readonly letter: ErrorCodeWith<'letter'>
}

/** The parsed text of at most `max` characters; refuses its fault, with `max` or the `letter`. */
export function acceptedText(read: ParsedLine, codes: FaultCodes, max: number): string {
  if (read.ok) return read.text
  const { fault } = read
  if (fault.kind === 'letter') throw new Refusal(codes.letter, { letter: fault.letter })
  throw fault.kind === 'long' ? new Refusal(codes.long, { max }) : new Refusal(codes.empty)
}
