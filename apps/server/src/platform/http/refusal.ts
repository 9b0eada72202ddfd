/** A refusal on its way to the caller: code and parameters here, text and status at the edge. */

/** Thrown by routes and services for what is refused before or after the core. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: string, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
