/** Lines that operators write for users, in both languages; each fault has its own code. */
import { Refusal } from '../../platform/http/refusal.ts'
import { parseLine } from '../../platform/text/plain-text.ts'

const faults = {
  title: { empty: 'content.title', long: 'content.title_long', letter: 'content.title_letter' },
  text: { empty: 'content.text', long: 'content.text_long', letter: 'content.text_letter' },
} as const

/** The line to store, at most `max` characters; refuses with the codes of its field. */
export function writtenLine(
  field: keyof typeof faults,
  text: string,
  language: 'en' | 'id',
  max: number,
): string {
  const read = parseLine(text, max)
  if (read.ok) return read.text
  const { fault } = read
  const codes = faults[field]
  const named = { language: language.toUpperCase() }
  if (fault.kind === 'letter') throw new Refusal(codes.letter, { ...named, letter: fault.letter })
  throw fault.kind === 'long'
    ? new Refusal(codes.long, { ...named, max })
    : new Refusal(codes.empty, named)
}
