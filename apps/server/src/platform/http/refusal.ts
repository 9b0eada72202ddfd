/** A refusal on its way to the caller: code and parameters here, text and status at the edge. */
import type { ErrorCode, ErrorParam, ErrorParams, RequiredParams } from '@tukar/wire'

type Params = Readonly<Record<string, ErrorParam>>
/** Of a code without parameters. */
type NoParams = Readonly<Record<string, never>>

/** What follows the code: its parameters, and when the same may succeed; nothing where nothing has to. */
type Details<Code extends ErrorCode> = [RequiredParams<Code>] extends [never]
  ? readonly [
      params?: keyof ErrorParams<Code> extends never ? NoParams : ErrorParams<Code>,
      retryAfterSeconds?: number | null,
    ]
  : readonly [params: ErrorParams<Code>, retryAfterSeconds?: number | null]

/**
 * Thrown by routes and services for what is refused before or after the core; `retryAfterSeconds` where it
 * is known when the same may succeed.
 */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly params: Params

  readonly retryAfterSeconds: number | null

  constructor(code: Code, ...[params, retryAfterSeconds]: Details<Code>) {
    super(code)
    this.retryAfterSeconds = retryAfterSeconds ?? null
    this.code = code
    this.params = params ?? {}
  }
}

/** A refusal by the core, whose own types hold the parameters of each of its codes. */
export function refusalOfCore(code: ErrorCode, params: Params): Refusal {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core gives each code its parameters
  return new Refusal(code, params as never)
}
