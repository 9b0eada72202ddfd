/** Demo people of simulation mode: who they are, and being one of them by one click. */
import { type Failure, send } from '../api/request.ts'
import { createResource } from '../api/resource.ts'
import { enterBy } from './account-calls.ts'
import { readDemoPeople } from './wire-reading.ts'

export type DemoPerson = { readonly name: string; readonly role: 'trader' | 'operator' }

async function loadPeople(): Promise<readonly DemoPerson[]> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/simulation/people' })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readDemoPeople(outcome.body)
}

/** The demo people, traders first. */
export const demoPeople = createResource(loadPeople)

/** Signs in as a demo person; null is the first of them. Returns null where it went well. */
export async function enterAsDemo(name: string | null): Promise<Failure | null> {
  const path = '/simulation/enter'
  return enterBy(await send({ host: 'api', method: 'POST', path, body: { name } }))
}
