/** Texts of others in what we send and print: nothing in them that acts, or turns the reading around. */

/** Controls, ends of lines, halves of letters, marks of direction. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const actingRuns = new RegExp(`${acting.source}+`, 'gu')
const actingButLines =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text on one line, for people: what acts is a blank, several in a row one. */
export function oneSeenLine(text: string): string {
  return text.replaceAll(actingRuns, ' ')
}

/** The same with its lines. */
export function seenLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(actingButLines, ' ')
}

/** A line for a terminal: what acts is written as its number, `\u001b`. */
export function terminalLine(text: string): string {
  return text.replaceAll(acting, numbered)
}

/** Lines of JSON for a terminal; they mean the same as before. */
export function terminalJson(lines: string): string {
  return lines.replaceAll(actingButLines, numbered)
}

const numbered = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
