/** Whether two spellings are the same name. */

/**
 * Banks write names in capitals, without dots, apostrophes and accents, and split words freely. So only
 * letters and digits are compared; accents count only in scripts that need them to tell words apart.
 */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

/** Letters without a removable accent, as banks write them. */
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
