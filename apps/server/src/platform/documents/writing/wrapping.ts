/** Wraps a text into lines that fit a width. */

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** How many letters of a long word are tried first. */
const firstTry = 8

/**
 * Breaks a text between words. A word that is too wide breaks between letters, but never between a letter and
 * its marks. Measuring shapes the text again, so the break within a word is found by binary search.
 */
export function wrapped(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const joined = line === '' ? word : `${line} ${word}`
    if (fits(joined)) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const parts = splitParts(word, fits)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ''
  }
  if (line !== '') lines.push(line)
  return lines
}

/** Splits a word into parts that fit, each of at least one letter. */
function splitParts(word: string, fits: (line: string) => boolean): readonly string[] {
  const letters = Array.from(clusters.segment(word), ({ segment }) => segment)
  const parts: string[] = []
  for (let from = 0; from < letters.length; ) {
    const part = (count: number) => letters.slice(from, from + count).join('')
    const left = letters.length - from
    let [most, tooMany] = [1, firstTry]
    while (tooMany <= left && fits(part(tooMany))) [most, tooMany] = [tooMany, tooMany * 2]
    tooMany = Math.min(tooMany, left + 1)
    while (tooMany - most > 1) {
      const middle = Math.floor((most + tooMany) / 2)
      if (fits(part(middle))) most = middle
      else tooMany = middle
    }
    parts.push(part(most))
    from += most
  }
  return parts
}
