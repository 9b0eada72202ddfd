/** Demo people of simulation mode: who they are, and being one of them by one click. */
import { type Failure, send } from '../api/request.ts'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { createResource } from '../api/resource.ts'
import { openSession } from '../api/session.ts'

export type DemoPerson = { readonly name: string; readonly role: 'trader' | 'operator' }

function readPerson(row: JsonRecord): DemoPerson {
  return { name: textAt(row, 'name'), role: row['role'] === 'operator' ? 'operator' : 'trader' }
}

async function loadPeople(): Promise<readonly DemoPerson[]> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/simulation/people' })
  if (!outcome.ok) throw new Error(outcome.code)
  const people: unknown = outcome.body['data']
  return Array.isArray(people) ? people.filter(isRecord).map(readPerson) : []
}

/** The demo people, traders first. */
export const demoPeople = createResource(loadPeople)

/** Signs in as a demo person; null names the first trader. Returns null where it went well. */
export async function enterAsDemo(name: string | null): Promise<Failure | null> {
  const outcome = await send({
    host: 'api',
    method: 'POST',
    path: '/simulation/enter',
    body: { name },
  })
  if (!outcome.ok) return outcome
  openSession(String(outcome.body['token']), String(outcome.body['usid']))
  return null
}
