/** Six boxes of one digit each, as pure rules for typing, pasting and erasing. */
import { codeLength, toDigits } from './code.ts'

/** A digit or an empty text for each box. */
export type Boxes = readonly string[]

/** The boxes, and the index of the box to focus next. */
export type Filled = { readonly boxes: Boxes; readonly focus: number }

export const emptyBoxes: Boxes = Array.from({ length: codeLength }, () => '')
const last = codeLength - 1

/** Returns the complete code; null while a box is empty. */
export function codeIn(boxes: Boxes): string | null {
  const code = boxes.join('')
  return code.length === codeLength ? code : null
}

/**
 * Applies input to a box: `text` is the whole new content of the box. A digit replaces the old one and moves
 * the focus to the next box (OTP-06).
 */
export function typedInto(boxes: Boxes, at: number, text: string): Filled {
  const before = boxes[at] ?? ''
  const digits = toDigits(text)
  if (digits === '') return { boxes: boxes.with(at, ''), focus: at }
  if (digits.length === codeLength) return pastedInto(boxes, at, digits)
  // The old digit, before or after the new one.
  const isBeside = before !== '' && digits.length > 1
  return pastedInto(boxes, at, isBeside ? digits.replace(before, '') : digits)
}

/**
 * Applies a paste. A complete code fills all boxes from any box (OTP-08); a shorter text fills from the
 * focused box.
 */
export function pastedInto(boxes: Boxes, at: number, text: string): Filled {
  const digits = toDigits(text)
  const from = digits.length === codeLength ? 0 : at
  const filled = boxes.map((digit, index) => digits[index - from] ?? digit)
  return { boxes: filled, focus: Math.min(from + digits.length, last) }
}

/** Backspace: clears this box; if it is empty, clears the previous one and focuses it (OTP-07). */
export function erasedAt(boxes: Boxes, at: number): Filled {
  const target = boxes[at] === '' ? Math.max(at - 1, 0) : at
  return { boxes: boxes.with(target, ''), focus: target }
}

/** Returns the box that an arrow key, Home or End moves to; null for any other key. */
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
