/** For tests of the console: its calls on a test host, and operators. */
import type { DeskRole } from '@tukar/wire'
import {
  createDesk,
  type Desk as Console,
  registerDeskRoutes,
  watchChain,
} from '../modules/desk/index.ts'
import { type Desk, giveRole, type Lasting, type Person, personAt } from './desk.ts'

type Options = Partial<Pick<Parameters<typeof createDesk>[0], 'isSimulation' | 'voting'>>

/** The console, by default of a simulation, where nobody has a bank account; it ends with the test. */
export function consoleOn(test: Lasting, own: Desk, options: Options = {}): Console {
  const desk = createDesk({ ...own, isSimulation: true, executorEmails: [], ...options })
  const chain = watchChain(own.database, own.log)
  test.after(() => chain.stop())
  const nobody = async () => null
  registerDeskRoutes(own.http, { desk, chain, bankAccountOf: nobody, payoutAccountOf: nobody })
  return desk
}

/** A demo operator, whose name the console shows. */
export async function operatorAt(own: Desk, name: string, role: DeskRole): Promise<Person> {
  const person = await personAt(own, name)
  await giveRole(own.database, person.userId, role)
  await own.database.query('update accounts.users set demo_name = $2 where id = $1', [
    person.userId,
    name,
  ])
  return person
}
