/** Whether two writings are of one name. */

/**
 * Banks write names in capitals, without dots, apostrophes and accents, and part words as they like: only
 * letters and digits count, marks only where a script needs them to tell words apart.
 */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

/** Letters that have no accent to leave out, as banks write them. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .replaceAll(/[łøđßæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{M}\p{N}]|\p{Lm}/gu, '')
}
