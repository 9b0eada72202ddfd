/** A refusal: services set code and parameters, and the HTTP layer adds text and status. */
import type { ErrorCode, ErrorParam, ErrorParams, RequiredParams } from '@tukar/wire'

type Params = Readonly<Record<string, ErrorParam>>
/** For a code without parameters. */
type NoParams = Readonly<Record<string, never>>

/**
 * The arguments after the code: its parameters, and when a retry may succeed; none if the code needs none.
 */
type Details<Code extends ErrorCode> = [RequiredParams<Code>] extends [never]
  ? readonly [
      params?: keyof ErrorParams<Code> extends never ? NoParams : ErrorParams<Code>,
      retryAfterSeconds?: number | null,
    ]
  : readonly [params: ErrorParams<Code>, retryAfterSeconds?: number | null]

/**
 * Thrown by routes and services for refusals before or after the core; `retryAfterSeconds` if it is known
 * when a retry may succeed.
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

/** A refusal by the core, whose types define the parameters of each code. */
export function refusalOfCore(code: ErrorCode, params: Params): Refusal {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core gives each code its parameters
  return new Refusal(code, params as never)
}
