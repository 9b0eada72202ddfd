/** Foreign texts in our output: without control characters and direction marks. */

/** Controls, ends of lines, halves of letters, marks of direction. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const actingRuns = new RegExp(`${acting.source}+`, 'gu')
const actingButLines =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text on one line: control characters become spaces, several spaces become one. */
export function toVisibleLine(text: string): string {
  return text.replaceAll(actingRuns, ' ')
}

/** The same with its lines. */
export function seenLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(actingButLines, ' ')
}

/** A line for a terminal: control characters are written as their numbers, `\u001b`. */
export function terminalLine(text: string): string {
  return text.replaceAll(acting, numbered)
}

/** Lines of JSON for a terminal; they mean the same as before. */
export function terminalJson(lines: string): string {
  return lines.replaceAll(actingButLines, numbered)
}

const numbered = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
