/** Demo people of simulation mode: who they are, and being one of them by one click. */
import { type Failure, send } from '../api/request.ts'
import { createResource } from '../api/resource.ts'
import { enterBy } from './account-calls.ts'
import type { DemoPerson, RoleTrial } from './demo-types.ts'
import { readDemoPeople, readRoleTrials } from './wire-reading.ts'

export type DemoCast = {
  /** Traders first. */
  readonly people: readonly DemoPerson[]
  readonly trials: readonly RoleTrial[]
}

async function loadCast(): Promise<DemoCast> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/simulation/people' })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return { people: readDemoPeople(outcome.body), trials: readRoleTrials(outcome.body) }
}

/** The demo people, and the operators of one role each. */
export const demoCast = createResource(loadCast)

/** Signs in as a demo person; null is the first of them. Returns null where it went well. */
export async function enterAsDemo(name: string | null): Promise<Failure | null> {
  const path = '/simulation/enter'
  return enterBy(await send({ host: 'api', method: 'POST', path, body: { name } }))
}
