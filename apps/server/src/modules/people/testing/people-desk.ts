/** For tests: the console's calls about people on a real engine, with operators of each role. */
import type { DeskRole } from '@tukar/wire'
import type { Engine } from '../../../engine/index.ts'
import { engineFor, type Rig } from '../../../engine/testing/rig.ts'
import { ask, type Desk as TestDesk, deskOn, type Person, personAt } from '../../../testing/desk.ts'
import { createDesk, type Desk } from '../../desk/index.ts'
import { createListing, type Listing } from '../../markets/index.ts'
import { registerPeople } from '../routes.ts'

export type PeopleDesk = TestDesk & {
  readonly desk: Desk
  readonly engine: Engine
  readonly listing: Listing
}

type Context = Parameters<typeof engineFor>[0]

/** The calls on a fresh database; one whole bitcoin is worth 1,650,000,000 rupiah there. */
export async function peopleDeskOn(test: Context, rig: Rig): Promise<PeopleDesk> {
  const databaseUrl = await rig.database()
  const engine = await engineFor(test, databaseUrl)
  const own = await deskOn(test, databaseUrl)
  const desk = createDesk({ ...own, isSimulation: false, executorEmails: [] })
  const listing = await createListing(engine, own.database)
  registerPeople(own.http, {
    desk,
    database: own.database,
    listing,
    valueOf: (currencyId, units) => (currencyId === 1 ? units : units * 1_650),
  })
  return { ...own, desk, engine, listing }
}

/** An operator with one role and a second factor. */
export async function operatorOf(desk: TestDesk, name: string, role: DeskRole): Promise<Person> {
  const person = await personAt(desk, name)
  await desk.database.query('insert into desk.operator_role (user_id, role) values ($1, $2)', [
    person.userId,
    role,
  ])
  await desk.database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [person.userId],
  )
  return person
}

/** Makes a call of the console and gives its answer's status, code and data. */
export async function told(
  desk: TestDesk,
  call: string,
  { token }: Pick<Person, 'token'>,
  body?: object,
) {
  const [method, path = ''] = call.split(' ')
  const asked = { token, ...(body === undefined ? {} : { body }) }
  const answer = await ask(desk, method === 'POST' ? 'POST' : 'GET', path, asked)
  const { code, data } = answer.body
  return { status: answer.status, code, data, text: JSON.stringify(answer.body) }
}
