/** The definition of a call: its route, access, input and answer. */
import type * as z from 'zod/mini'
import type { Envelope } from '../envelope.ts'

/** The configured base URLs of calls (API-01). */
export const hostNames = ['api', 'realtime', 'sync', 'evm', 'payment', 'config', 'proxy'] as const
export type HostName = (typeof hostNames)[number]

export type Method = 'GET' | 'POST'

/** Method, path and host, separated by spaces. A parameter of the path is `:id`. */
export type Route = `${Method} ${string} ${HostName}`

/** Method, path and host of a route. */
export function partsOf(route: Route): readonly [Method, string, HostName] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a route has these three
  return route.split(' ') as [Method, string, HostName]
}

type Access = 'open' | 'session' | 'operator'

/** The call answers with a file instead of the envelope. */
export const file = 'file'

/** The fields of an answer beside the envelope: a strict object, or a union of such objects. */
export type Described = z.ZodMiniObject | z.ZodMiniUnion<readonly z.ZodMiniObject[]>

/** The answer of a call. */
export type Gives = Described | typeof file

export type Call = {
  readonly route: Route
  readonly method: Method
  /** A parameter is `:id`. */
  readonly path: string
  readonly host: HostName
  /** `operator`: a console session; the server requires a role for each call. */
  readonly access: Access
  /** The body of a POST, the query of a GET. */
  readonly takes: z.ZodMiniType
  readonly gives: Gives
}

/** The parsed input of a call's handler. */
export type InputOf<C extends Call> = z.output<C['takes']>

/** The body or query that a client sends. */
export type SentOf<C extends Call> = z.input<C['takes']>

/** zod gives an object without fields a record type; no other schema has one. */
type AnswerFields<Output> = string extends keyof Output ? unknown : Output

/** The answer's fields beside the envelope. */
export type OutputOf<C extends Pick<Call, 'gives'>> = C['gives'] extends Described
  ? AnswerFields<z.output<C['gives']>>
  : Readonly<Record<string, unknown>>

/** The complete answer of a successful call. */
export type AnswerOf<C extends Pick<Call, 'gives'>> = Envelope & OutputOf<C>

/** The call with a route, among some calls. */
export type CallOf<R extends Route, All extends Call> = Extract<All, { readonly route: R }>

type At<R extends Route, A extends Access, Takes, G> = {
  readonly route: R
  readonly method: Method
  readonly path: string
  readonly host: HostName
  readonly access: A
  readonly takes: Takes
  readonly gives: G
}

/** A call without a session. */
export function open<R extends Route, Takes extends z.ZodMiniType, const G extends Gives>(
  route: R,
  takes: Takes,
  gives: G,
): At<R, 'open', Takes, G> {
  const [method, path, host] = partsOf(route)
  return { route, method, path, host, access: 'open', takes, gives }
}

/** A call that requires a session. */
export function own<R extends Route, Takes extends z.ZodMiniType, const G extends Gives>(
  route: R,
  takes: Takes,
  gives: G,
): At<R, 'session', Takes, G> {
  const [method, path, host] = partsOf(route)
  return { route, method, path, host, access: 'session', takes, gives }
}

/** A call that requires an operator. */
export function desk<R extends Route, Takes extends z.ZodMiniType, const G extends Gives>(
  route: R,
  takes: Takes,
  gives: G,
): At<R, 'operator', Takes, G> {
  const [method, path, host] = partsOf(route)
  return { route, method, path, host, access: 'operator', takes, gives }
}
