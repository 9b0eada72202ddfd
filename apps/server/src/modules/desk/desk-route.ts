/** Serves the calls of the console: each names its roles, and is refused to everybody else. */
import type { DeskRole } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import type { HttpHost } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  type RouteRequest,
  type Handled,
  type OperatorCall,
  routeOperator,
} from '../../platform/http/route.ts'
import type { Desk } from './desk.ts'
import type { Operator } from './operator.ts'

/** A request of an operator whose role was checked. */
export type DeskRequest<C extends OperatorCall> = RouteRequest<C> & { readonly operator: Operator }

/**
 * Serves a call of the console to operators with one of these roles. Refuses everybody else with 401
 * `session.invalid` or 403 `desk.forbidden` before the input is validated.
 *
 * @param role one role, or several of which any is enough
 */
// oxlint-disable-next-line max-params -- as any route reads: which call, who may, what it does
export function deskRoute<C extends OperatorCall>(
  http: HttpHost,
  desk: Desk,
  call: C,
  role: DeskRole | readonly DeskRole[],
  handler: (asked: DeskRequest<C>) => Promise<Handled<C>>,
): void {
  const allowedRoles: readonly DeskRole[] = typeof role === 'string' ? [role] : role
  const operators = new WeakMap<FastifyRequest, Operator>()
  const guard = {
    async requireOperator(request: FastifyRequest): Promise<number> {
      const operator = await desk.admit(request)
      if (!operator.roles.some((own) => allowedRoles.includes(own)))
        throw new Refusal('desk.forbidden')
      operators.set(request, operator)
      return operator.operatorId
    },
  }
  routeOperator(http, guard, call, async (asked) => {
    const operator = operators.get(asked.request)
    if (operator === undefined) throw new Refusal('desk.forbidden')
    return handler({ ...asked, operator })
  })
}

/** Refuses `desk.own_case`: an operator must not decide about their own money. */
export function refuseOwnCase({ operatorId }: Operator, userId: number): void {
  if (operatorId === userId) throw new Refusal('desk.own_case')
}
