/** Polling for a condition, always with a limit. */
import { setTimeout as wait } from 'node:timers/promises'

/** How long a test waits for one condition. Only a failing test waits this long: a loaded machine is slow. */
export const patienceMs = 60_000

export type UntilOptions = { readonly withinMs?: number; readonly everyMs?: number }

/**
 * Repeats a call until its result is neither null, undefined nor false, and returns it. After the limit it
 * throws with the name of the condition and the last error.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  { withinMs = patienceMs, everyMs = 25 }: UntilOptions = {},
): Promise<Exclude<T, null | undefined | false>> {
  const end = performance.now() + withinMs
  let last: unknown = null
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== null && answer !== undefined && answer !== false) {
        return answer as Exclude<T, null | undefined | false>
      }
      last = answer
    } catch (error) {
      last = error
    }
    if (performance.now() > end) {
      throw new Error(`waited ${withinMs} ms for: ${what}; last: ${describe(last)}`)
    }
    await wait(everyMs)
  }
}

/** Waits until work has ended, successfully or not, for at most `withinMs`. */
export async function endedOrLate(work: Promise<unknown>, withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs)
  })
  await Promise.race([Promise.allSettled([work]), limit]).finally(() => clearTimeout(timer))
}

function describe(value: unknown): string {
  if (value instanceof Error) return value.message
  return JSON.stringify(value) ?? String(value)
}
