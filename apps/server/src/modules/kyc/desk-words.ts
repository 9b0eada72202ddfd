/**
 * What operators write stands in the record of the console for ever, and so outlives what it is about:
 * names and numbers are taken out of it first.
 */

const mark = '•••'
/** So many digits are a number of somebody, whatever stands between them. */
const digitsMin = 5
const number = new RegExp(`\\d(?:[\\s./-]{0,2}\\d){${digitsMin - 1},}`, 'gu')
const address = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/gu
/** Shorter words stand in many others. */
const wordLengthMin = 3

/**
 * The text without the person's own values, without e-mail addresses and without long numbers.
 *
 * @param values what is known of the person; each of its words is taken out, in any case
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
    (told, word) => told.replaceAll(new RegExp(escaped(word), 'giu'), mark),
    plain,
  )
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
}
