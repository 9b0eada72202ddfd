/** Checks of the audit: each counts its rows, its time and its differences. */

/** The most differences shown per check. */
const shownMax = 10

/** The result of a check. */
export type Check = {
  readonly name: string
  count: number
  spentMs: number
  wrong: number
  readonly sentences: string[]
}

/** A check without results yet. */
export function newCheck(name: string): Check {
  return { name, count: 0, spentMs: 0, wrong: 0, sentences: [] }
}

/** Notes something wrong; null is nothing. */
export function note(check: Check, sentence: string | null): void {
  if (sentence === null) return
  check.wrong += 1
  if (check.sentences.length < shownMax) check.sentences.push(sentence)
}

/** Runs part of a check and adds its time. */
export async function timed<T>(check: Check, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  try {
    return await work()
  } finally {
    check.spentMs += performance.now() - from
  }
}

/** Prints the result of a check; returns whether it found no difference. */
export function printCheck(check: Check, print: (line: string) => void): boolean {
  const { name, count, spentMs, wrong, sentences } = check
  const figures = `${count.toLocaleString('en-US')} in ${(spentMs / 1_000).toFixed(1)} s`
  print(`${wrong === 0 ? 'ok   ' : 'WRONG'} ${name}: ${figures}`)
  for (const sentence of sentences) print(`      ${sentence}`)
  if (wrong > sentences.length) print(`      and ${wrong - sentences.length} more.`)
  return wrong === 0
}
