/** The call of the configuration host (API-01, SRV-45): three public identifiers for clients with the key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { calls, type HostConfig } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'

export type ConfigRoutes = {
  readonly guard: Guard
  /** The expected `x-api-key`. Our pages contain it, so it protects nothing else (DEC-62). */
  readonly configKey: string
  readonly templateId: string
  readonly clientId: string
  readonly flowId: string
}

/** Serves `GET /config`; refuses `config.forbidden` without the key. */
export function registerConfigRoutes(http: HttpHost, deps: ConfigRoutes): void {
  const { guard, configKey, templateId, clientId, flowId } = deps
  route(http, guard, calls.hostConfig, async ({ request }) => {
    const key = request.headers['x-api-key']
    if (typeof key !== 'string' || !isSame(key, configKey)) throw new Refusal('config.forbidden')
    return success(request, {
      metaTemplateId: templateId,
      metamapClientId: clientId,
      metamapFlowId: flowId,
    } satisfies HostConfig)
  })
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
