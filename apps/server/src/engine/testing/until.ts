/** Waits for a condition, with a limit. */

const pollMs = 10
const defaultWithinMs = 60_000

/**
 * Polls until the condition holds.
 *
 * @throws Error with `what` if it does not hold in time
 */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = defaultWithinMs,
): Promise<void> {
  for (const end = performance.now() + withinMs; !(await isTrue()); ) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
