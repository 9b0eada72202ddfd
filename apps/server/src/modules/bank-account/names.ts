/** Whether two writings are of one name. */

/** Banks write names in capitals and without dots: case, blanks and punctuation make no difference. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
