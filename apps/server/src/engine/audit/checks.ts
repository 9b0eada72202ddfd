/** Checks of the audit: each counts what it looked at, its time, and what it found wrong. */

/** The most differences of one check that are kept and shown. */
const shownMax = 10

/** What a check came to. */
export type Check = {
  readonly name: string
  count: number
  spentMs: number
  wrong: number
  readonly sentences: string[]
}

/** A check that has looked at nothing yet. */
export function newCheck(name: string): Check {
  return { name, count: 0, spentMs: 0, wrong: 0, sentences: [] }
}

/** Notes something wrong; null is nothing. */
export function note(check: Check, sentence: string | null): void {
  if (sentence === null) return
  check.wrong += 1
  if (check.sentences.length < shownMax) check.sentences.push(sentence)
}

/** Does a part of a check and adds its time. */
export async function timed<T>(check: Check, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  try {
    return await work()
  } finally {
    check.spentMs += performance.now() - from
  }
}

/** Prints what a check came to; true if nothing was wrong. */
export function printCheck(check: Check, print: (line: string) => void): boolean {
  const { name, count, spentMs, wrong, sentences } = check
  const figures = `${count.toLocaleString('en-US')} in ${(spentMs / 1_000).toFixed(1)} s`
  print(`${wrong === 0 ? 'ok   ' : 'WRONG'} ${name}: ${figures}`)
  for (const sentence of sentences) print(`      ${sentence}`)
  if (wrong > sentences.length) print(`      and ${wrong - sentences.length} more.`)
  return wrong === 0
}
