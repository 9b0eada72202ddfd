/**
 * The similarity of a typed name and a recognized one: case, marks and word order do not count, recognition
 * errors count little.
 */

/** Longer names are cut: comparing costs the square of the length. */
const lettersMax = 120

/** Words below this likeness are different words. */
const wordLikenessMin = 0.6

/**
 * The similarity of two names, 0 to 1: the share of letters in words that have a match in the other name.
 * Words that were merged or split are compared as one text.
 */
export function nameLikeness(one: string, other: string): number {
  const ours = splitWords(one)
  const theirs = splitWords(other)
  if (ours.length === 0 || theirs.length === 0) return 0
  return Math.max(likenessByWords(ours, theirs), likeness(ours.join(''), theirs.join('')))
}

/** The similarity of two words, 0 to 1: 1 minus the edit distance divided by the longer length. */
export function likeness(one: string, other: string): number {
  const length = Math.max(one.length, other.length)
  return length === 0 ? 1 : 1 - editsBetween(one, other) / length
}

/** Only lower-case letters and digits, without marks. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function splitWords(name: string): readonly string[] {
  // An apostrophe or a dot joins a word: Ma'ruf; M.Nur remains two words.
  return folded(name.slice(0, lettersMax).replaceAll(/['’`]/g, '')).split(' ').filter(Boolean)
}

function likenessByWords(ours: readonly string[], theirs: readonly string[]): number {
  const pairs = ours
    .flatMap((one, i) => theirs.map((other, j) => ({ i, j, like: likeness(one, other) })))
    .filter(({ like }) => like >= wordLikenessMin)
    .sort((a, b) => b.like - a.like)
  const usedOurs = new Set<number>()
  const usedTheirs = new Set<number>()
  let shared = 0
  for (const { i, j, like } of pairs) {
    if (usedOurs.has(i) || usedTheirs.has(j)) continue
    usedOurs.add(i)
    usedTheirs.add(j)
    shared += like * ((ours[i]?.length ?? 0) + (theirs[j]?.length ?? 0))
  }
  return shared / (ours.join('').length + theirs.join('').length)
}

/** Levenshtein's distance, row by row. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
