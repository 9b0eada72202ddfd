/**
 * Makes calls to the server. Schemas in `packages/wire` type the input and the answer of each call; only
 * method, path and host reach the browser (ADR 0054).
 */
import {
  type AnswerOf,
  type CallOf,
  type calls,
  type Envelope,
  partsOf,
  type Route,
  type SentOf,
} from '@tukar/wire'
import { type Failure, unreadable } from './answer.ts'
import { type RequestPlan, send } from './request.ts'

type Called<R extends Route> = CallOf<R, (typeof calls)[keyof typeof calls]>

/** The complete answer of a successful call. */
export type Answer<R extends Route> = AnswerOf<Called<R>>

/** The outcome of a call. */
export type Outcome<Body> = { readonly ok: true; readonly body: Body } | Failure

/** All values of a query are sent as texts. */
type Sent<R extends Route> = R extends `GET ${string}`
  ? { readonly [Key in keyof SentOf<Called<R>>]: SentOf<Called<R>>[Key] | number | undefined }
  : SentOf<Called<R>>

type Input<R extends Route> =
  unknown extends SentOf<Called<R>>
    ? unknown
    : undefined extends SentOf<Called<R>>
      ? { readonly input?: Sent<R> }
      : { readonly input: Sent<R> }

/** The input of a call: body or query as `input`, and the path's parameter as `id`. */
export type CallPlan<R extends Route> = Omit<
  RequestPlan,
  'host' | 'method' | 'path' | 'query' | 'body'
> &
  Input<R> & { readonly id?: string | number }

/** Node, which runs the tests, does not have `import.meta.env`. */
const isDevelopment = typeof import.meta.env === 'object' && import.meta.env.DEV

/** Makes a call. */
export async function call<R extends Route>(
  route: R,
  plan: CallPlan<R>,
): Promise<Outcome<Answer<R>>> {
  const outcome = await send(buildRequest(route, plan))
  if (outcome.ok && isDevelopment) {
    const { check } = await import('./check-answer.ts')
    check(route, outcome.body)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the server is compiled
  return outcome as Outcome<Answer<R>>
}

/**
 * Makes a call and reads its answer; an answer that cannot be read is the failure `broken`. Only for reads
 * and repeatable calls: the call itself may have been carried out.
 */
export async function callAs<R extends Route, Value>(
  route: R,
  plan: CallPlan<R>,
  read: (answer: Answer<R>) => Value,
): Promise<Outcome<Value>> {
  const outcome = await call(route, plan)
  if (!outcome.ok) return outcome
  try {
    return { ok: true, body: read(outcome.body) }
  } catch {
    return unreadable(outcome.body)
  }
}

/** The result of a call that answers with a message only; `message` is the server's text. */
export type MessageResult = { readonly ok: true; readonly message: string } | Failure

/** Reduces an outcome to its message. */
export function toMessageResult(outcome: Outcome<Envelope>): MessageResult {
  return outcome.ok ? { ok: true, message: outcome.body.msg } : outcome
}

/** The error of a failed read. */
export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message || failure.kind)
    this.failure = failure
  }
}

/** Makes a call and reads its answer; throws `CallFailed` without a readable answer. */
export async function load<R extends Route, Value>(
  route: R,
  plan: CallPlan<R>,
  read: (answer: Answer<R>) => Value,
): Promise<Value> {
  const outcome = await callAs(route, plan, read)
  if (!outcome.ok) throw new CallFailed(outcome)
  return outcome.body
}

/** The path of a call with its parameter filled in. */
export function buildPath(route: Route, id: string | number = ''): string {
  return partsOf(route)[1].replace(':id', encodeURIComponent(id))
}

type LoosePlan = Omit<CallPlan<Route>, 'id'> & {
  readonly id?: string | number
  readonly input?: unknown
}

function buildRequest(route: Route, plan: LoosePlan): RequestPlan {
  const { input, id, ...rest } = plan
  const [method, , host] = partsOf(route)
  const to = { ...rest, method, host, path: buildPath(route, id) }
  if (method === 'POST') return { ...to, body: input }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the plan's input says so
  return { ...to, query: input as RequestPlan['query'] }
}
