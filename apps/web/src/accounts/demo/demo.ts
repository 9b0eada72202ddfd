/** Demo people of simulation mode: who they are, and being one of them by one click. */
import { routes } from '@tukar/wire'
import { call, load } from '../../api/call.ts'
import type { Failure } from '../../api/request.ts'
import { createResource } from '../../api/resource.ts'
import { openSessionFrom } from '../account-calls.ts'
import type { DemoPerson, RoleTrial } from './demo-types.ts'
import { readDemoPeople, readRoleTrials } from '../account-wire.ts'

export type DemoCast = {
  /** Traders first. */
  readonly people: readonly DemoPerson[]
  readonly trials: readonly RoleTrial[]
}

function loadCast(): Promise<DemoCast> {
  return load(routes.demoPeople, {}, ({ data, roles }) => ({
    people: readDemoPeople(data),
    trials: readRoleTrials(roles),
  }))
}

/** The demo people, and the operators of one role each. */
export const demoCast = createResource(loadCast)

/** Signs in as a demo person; null is the first of them. Returns null where it went well. */
export async function enterAsDemo(name: string | null): Promise<Failure | null> {
  return openSessionFrom(await call(routes.enterAsDemo, { input: { name } }))
}
