/**
 * Removes names and numbers from operators' texts: the audit log is permanent and outlives the personal data.
 */

const mark = '•••'
/** This many digits count as someone's number, whatever separates them. */
const digitsMin = 5
const number = new RegExp(`\\d(?:[\\s./-]{0,2}\\d){${digitsMin - 1},}`, 'gu')
const address = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/gu
/** Shorter words occur within many others. */
const wordLengthMin = 3

/**
 * The text without the user's values, e-mail addresses and long numbers.
 *
 * @param values the user's known values; each of their words is removed, in any case of letters
 */
export function withoutPersonalData(
  text: string,
  values: readonly (string | null | undefined)[],
): string {
  const words = values
    .flatMap((value) => (value ?? '').split(/[\s,./-]+/u))
    .filter((word) => Array.from(word).length >= wordLengthMin)
    .toSorted((one, other) => other.length - one.length)
  const plain = text.replaceAll(address, mark).replaceAll(number, mark)
  return [...new Set(words)].reduce(
    (redacted, word) => redacted.replaceAll(new RegExp(escaped(word), 'giu'), mark),
    plain,
  )
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
}
