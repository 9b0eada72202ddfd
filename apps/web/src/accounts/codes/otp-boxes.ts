/** Six boxes of one digit each, as pure rules: what typing, pasting and erasing make of them. */
import { codeLength, toDigits } from './code.ts'

/** A digit or nothing for each box. */
export type Boxes = readonly string[]

/** What the boxes hold, and the box that the keyboard is in next. */
export type Filled = { readonly boxes: Boxes; readonly focus: number }

export const emptyBoxes: Boxes = Array.from({ length: codeLength }, () => '')
const last = codeLength - 1

/** Returns the whole code, null while a box is empty. */
export function codeIn(boxes: Boxes): string | null {
  const code = boxes.join('')
  return code.length === codeLength ? code : null
}

/**
 * What was typed into a box, or filled in by the browser: `text` is all that the box holds now. A digit
 * takes the place of the one before and leads on to the next box (OTP-06).
 */
export function typedInto(boxes: Boxes, at: number, text: string): Filled {
  const before = boxes[at] ?? ''
  const digits = toDigits(text)
  if (digits === '') return { boxes: boxes.with(at, ''), focus: at }
  if (digits.length === codeLength) return pastedInto(boxes, at, digits)
  // The digit that stood there, before or behind the new one.
  const isBeside = before !== '' && digits.length > 1
  return pastedInto(boxes, at, isBeside ? digits.replace(before, '') : digits)
}

/** What was pasted: a whole code fills all boxes wherever it was pasted (OTP-08), a part from there on. */
export function pastedInto(boxes: Boxes, at: number, text: string): Filled {
  const digits = toDigits(text)
  const from = digits.length === codeLength ? 0 : at
  const filled = boxes.map((digit, index) => digits[index - from] ?? digit)
  return { boxes: filled, focus: Math.min(from + digits.length, last) }
}

/** Backspace: empties this box, or where it is empty the one before, and goes there (OTP-07). */
export function erasedAt(boxes: Boxes, at: number): Filled {
  const target = boxes[at] === '' ? Math.max(at - 1, 0) : at
  return { boxes: boxes.with(target, ''), focus: target }
}

/** Where an arrow, Home or End leads from a box; null for any other key. */
export function boxAfterKey(key: string, at: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(at - 1, 0)
    case 'ArrowRight':
      return Math.min(at + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
