/** What a call is: where it is sent, who may make it, what it takes and what it gives. */
import type * as z from 'zod/mini'
import type { Envelope } from '../envelope.ts'

/** The configured bases that calls are sent to (API-01). */
export const hostNames = ['api', 'realtime', 'sync', 'evm', 'payment', 'config', 'proxy'] as const
export type HostName = (typeof hostNames)[number]

export type Method = 'GET' | 'POST'

/** Method, path and host with spaces between. The path has `:id` where it has a parameter. */
export type Route = `${Method} ${string} ${HostName}`

/** Method, path and host of a route. */
export function partsOf(route: Route): readonly [Method, string, HostName] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a route has these three
  return route.split(' ') as [Method, string, HostName]
}

type Access = 'open' | 'session' | 'operator'

/** The call answers with a file, not with the envelope. */
export const file = 'file'

/** What an answer carries beside the envelope: a strict object, or a union of them. */
export type Described = z.ZodMiniObject | z.ZodMiniUnion<readonly z.ZodMiniObject[]>

/** What a call gives. */
export type Gives = Described | typeof file

export type Call = {
  readonly route: Route
  readonly method: Method
  /** With `:id` where the path has a parameter. */
  readonly path: string
  readonly host: HostName
  /** `operator`: a session of the console, with a role that the server names for each call. */
  readonly access: Access
  /** Of a POST the body, of a GET the query. */
  readonly takes: z.ZodMiniType
  readonly gives: Gives
}

/** What a call's handler is given of body or query. */
export type InputOf<C extends Call> = z.output<C['takes']>

/** What is sent to a call as body or query. */
export type SentOf<C extends Call> = z.input<C['takes']>

/** An object without fields is a record of none for zod, which nothing else could be. */
type FieldsOf<Output> = string extends keyof Output ? unknown : Output

/** What a call gives beside the envelope. */
export type OutputOf<C extends Pick<Call, 'gives'>> = C['gives'] extends Described
  ? FieldsOf<z.output<C['gives']>>
  : Readonly<Record<string, unknown>>

/** The whole answer to a call that succeeded. */
export type AnswerOf<C extends Pick<Call, 'gives'>> = Envelope & OutputOf<C>

/** The call that is sent to a route, of some calls. */
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

/** A call that anybody may make. */
export function open<R extends Route, Takes extends z.ZodMiniType, const G extends Gives>(
  route: R,
  takes: Takes,
  gives: G,
): At<R, 'open', Takes, G> {
  const [method, path, host] = partsOf(route)
  return { route, method, path, host, access: 'open', takes, gives }
}

/** A call that wants a session. */
export function own<R extends Route, Takes extends z.ZodMiniType, const G extends Gives>(
  route: R,
  takes: Takes,
  gives: G,
): At<R, 'session', Takes, G> {
  const [method, path, host] = partsOf(route)
  return { route, method, path, host, access: 'session', takes, gives }
}

/** A call of operators. */
export function desk<R extends Route, Takes extends z.ZodMiniType, const G extends Gives>(
  route: R,
  takes: Takes,
  gives: G,
): At<R, 'operator', Takes, G> {
  const [method, path, host] = partsOf(route)
  return { route, method, path, host, access: 'operator', takes, gives }
}
