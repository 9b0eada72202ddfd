/** Demo people of simulation mode: who they are, and being one of them by one click. */
import { queryOptions } from '@tanstack/react-query'
import { type Failure, send } from '../api/request.ts'
import { openSession } from '../api/session.ts'

export type DemoPerson = { readonly name: string; readonly role: 'trader' | 'operator' }

async function loadPeople(): Promise<readonly DemoPerson[]> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/simulation/people' })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.body['data'] as DemoPerson[]
}

export const demoPeopleQuery = queryOptions({ queryKey: ['demo-people'], queryFn: loadPeople })

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
