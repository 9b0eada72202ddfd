/** A refusal on its way to the caller: code and parameters here, text and status at the edge. */

/**
 * Thrown by routes and services for what is refused before or after the core; `retryAfterSeconds` where it
 * is known when the same may succeed.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  readonly retryAfterSeconds: number | null

  constructor(
    code: string,
    params: Readonly<Record<string, string | number>> = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(code)
    this.retryAfterSeconds = retryAfterSeconds
    this.code = code
    this.params = params
  }
}
