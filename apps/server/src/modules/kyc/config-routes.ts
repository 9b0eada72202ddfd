/** The call of the configuration host (API-01, SRV-45): three public identifiers, for whoever has the key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { calls, type HostConfig } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'

export type ConfigRoutes = {
  readonly guard: Guard
  /** What `x-api-key` must be. Our pages know it, so it opens nothing but this (DEC-62). */
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

/** Compares in a time that does not tell how much of it is right. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
