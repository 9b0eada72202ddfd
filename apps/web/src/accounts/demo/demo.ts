/** Demo accounts of simulation mode: the list, and sign-in by one click. */
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

/** The demo accounts, and one operator per role. */
export const demoCast = createResource(loadCast)

/** Signs in as a demo account; null is the first one. Returns null on success. */
export async function enterAsDemo(name: string | null): Promise<Failure | null> {
  return openSessionFrom(await call(routes.enterAsDemo, { input: { name } }))
}
