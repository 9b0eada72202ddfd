/** Broken promises of the core itself: always a bug, never an answer. */

/** Thrown when the core finds itself in a state that must not exist; the writer stops (style §7). */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}

/** Throws unless the claim holds. Active in production. */
export function assertThat(claim: boolean, what: string): asserts claim {
  if (!claim) throw new InvariantViolation(what)
}
