/**
 * Registers calls as `packages/wire` lists them. Path, access and input come from that table, so no route is
 * served without the session that its call requires (deny by default).
 */
import type { Readable } from 'node:stream'
import type { AnswerOf, Call, Described, InputOf } from '@tukar/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpHost } from './host.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call of `packages/wire`, in contrast to pages, files, health and metrics. */
    isCall?: boolean
  }
}

/** Returns the user of a request; refuses `session.invalid` without a valid session. */
export type Guard = { require(request: FastifyRequest): Promise<number> }

/** A request whose session and input are checked. */
export type RouteRequest<C extends Call> = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The user's id; null for calls that are open to everybody. */
  readonly userId: C['access'] extends 'open' ? null : number
  readonly input: InputOf<C>
  /** The parameter `:id` of the path; empty if there is none. */
  readonly id: string
}

/** An answer in the envelope, as the call describes it, or a file that is streamed. */
export type Handled<C extends Call> = C['gives'] extends Described
  ? Readonly<AnswerOf<C>>
  : Readonly<Record<string, unknown>> | Readable

type Handler<C extends Call> = (call: RouteRequest<C>) => Promise<Handled<C>>

/** Calls that are open to everybody, or need only a session. */
type PublicCall = Call & { readonly access: 'open' | 'session' }
/** Calls of the operator console: a session alone must never serve them. */
export type OperatorCall = Call & { readonly access: 'operator' }

/**
 * Returns the operator of a request; refuses `session.invalid` or `desk.forbidden`. The method has a
 * different name, so that a guard of sessions is not passed by mistake.
 */
export type OperatorGuard = { requireOperator(request: FastifyRequest): Promise<number> }

/** Serves a call; the handler returns the whole answer, or throws a `Refusal`. */
export function route<C extends PublicCall>(
  http: HttpHost,
  guard: Guard,
  call: C,
  handler: Handler<C>,
): void {
  serve(http, call, call.access === 'session' ? (request) => guard.require(request) : null, handler)
}

/** Serves a call of operators. */
export function routeOperator<C extends OperatorCall>(
  http: HttpHost,
  guard: OperatorGuard,
  call: C,
  handler: Handler<C>,
): void {
  serve(http, call, (request) => guard.requireOperator(request), handler)
}

/** Null admits everybody; otherwise returns the user, or refuses before the input is read. */
type Admit = ((request: FastifyRequest) => Promise<number>) | null

function serve<C extends Call>(
  http: HttpHost,
  { method, path, access, takes }: C,
  admit: Admit,
  handler: Handler<C>,
): void {
  if (admit === null && access !== 'open') throw new Error(`${path} would be open to everybody`)
  http.route({
    method,
    url: path,
    config: { isCall: true },
    async handler(request, reply) {
      const userId = admit === null ? null : await admit(request)
      const parsed = takes.safeParse(method === 'GET' ? request.query : request.body)
      if (!parsed.success) throw new Refusal('request.malformed')
      const id = idOf(request)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- access and takes say so
      const call = { request, reply, userId, input: parsed.data, id } as RouteRequest<C>
      // Awaited here: returning the promise would cost three turns of the microtask queue instead of one.
      return await handler(call)
    },
  })
}

function idOf({ params }: FastifyRequest): string {
  const isNamed = typeof params === 'object' && params !== null && 'id' in params
  return isNamed && typeof params.id === 'string' ? params.id : ''
}
