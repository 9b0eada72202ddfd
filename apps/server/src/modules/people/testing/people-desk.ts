/** For tests: the console's calls of users on a real engine, with operators of each role. */
import type { Command } from '@tukar/core'
import type { DeskRole } from '@tukar/wire'
import type { Engine, Outcome } from '../../../engine/index.ts'
import { startTestEngine } from '../../../engine/testing/start.ts'
import { listing as seeds } from '../../../engine/testing/listing.ts'
import { freshId, type Rig, uuidAt } from '../../../engine/testing/rig.ts'
import { createMail } from '../../../platform/mail/mail.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import {
  ask,
  type Desk as TestDesk,
  deskOn,
  giveRole,
  type Lasting,
  type Person,
  personAt,
} from '../../../testing/desk.ts'
import type { Desk } from '../../desk/index.ts'
import { proveUser } from '../../accounts/user-proofs.ts'
import { createListing, type Listing } from '../../markets/index.ts'
import { createFinder } from '../finding.ts'
import { registerPeople } from '../routes.ts'
import { consoleOn } from '../../../testing/operators.ts'

export type PeopleDesk = TestDesk & {
  readonly desk: Desk
  readonly engine: Engine
  readonly listing: Listing
  readonly mail: ReturnType<typeof createMail>
  readonly origin: string
}

/** The general daily withdrawal limit in units of rupiah. */
export const usualDaily = 100_000_000_000

/** The calls on a new database; one bitcoin is worth 1,650,000,000 rupiah there. */
export async function peopleDeskOn(test: Lasting, rig: Rig): Promise<PeopleDesk> {
  const databaseUrl = await rig.database()
  const engine = await startTestEngine({ databaseUrl, seeds })
  test.after(() => engine.stop())
  const own = await deskOn(test, databaseUrl)
  const desk = consoleOn(test, own, { isSimulation: false })
  const deps = {
    ...own,
    desk,
    engine,
    listing: await createListing(engine, own.database, own.keys),
    mail: createMail(testKeys),
    origin: 'https://tukar.example',
  }
  registerPeople(own.http, {
    ...deps,
    finder: createFinder(own.database),
    valueOf: (currencyId, units) => (currencyId === 1 ? units : units * 1_650),
    usualDailyOf: (currencyId) => (currencyId === 1 ? usualDaily : null),
  })
  return deps
}

/** An operator with one role and a second factor. */
export async function operatorOf(desk: TestDesk, name: string, role: DeskRole): Promise<Person> {
  const person = await personAt(desk, name)
  await giveRole(desk.database, person.userId, role)
  await giveFactor(desk, person)
  return person
}

/** Gives a user an active second factor whose seed nobody knows. */
export async function giveFactor(
  { database, keys }: TestDesk,
  { userId }: Pick<Person, 'userId'>,
): Promise<void> {
  await database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [userId],
  )
  await proveUser(database, keys, userId)
}

export type CallOutcome = {
  readonly status: number
  readonly code: unknown
  readonly data: unknown
  /** The whole answer. */
  readonly text: string
}

/** Makes a call and returns the status, code and data of its answer. */
export async function outcomeOf(
  desk: TestDesk,
  call: string,
  { token }: Pick<Person, 'token'>,
  body?: object,
): Promise<CallOutcome> {
  const [method, path = ''] = call.split(' ')
  const asked = { token, ...(body === undefined ? {} : { body }) }
  const answer = await ask(desk, method === 'POST' ? 'POST' : 'GET', path, asked)
  const { code, data } = answer.body
  return { status: answer.status, code, data, text: JSON.stringify(answer.body) }
}

/** Previews a change. */
export function preview(
  desk: TestDesk,
  by: Person,
  kind: string,
  input: object,
): Promise<CallOutcome> {
  return outcomeOf(desk, 'POST /desk/changes/preview', by, { kind, input })
}

/** Proposes a change; returns its id and outcome, or the refusal. */
export async function propose(
  { http }: TestDesk,
  { token }: Person,
  kind: string,
  input: object,
): Promise<{ readonly id: number; readonly came: string }> {
  const answer = await http.inject({
    method: 'POST',
    url: '/desk/changes',
    headers: { jwt: token, 'idempotency-key': uuidAt(Date.now()) },
    payload: { kind, input, reason: 'decided in the meeting' },
  })
  const body = answer.json<{ code: string; data?: { id: number; status: string } }>()
  return { id: body.data?.id ?? 0, came: body.data?.status ?? body.code }
}

/** Confirms a change; returns its outcome, or the refusal. */
export function confirm(desk: TestDesk, by: Person, id: number): Promise<string> {
  return decide(desk, by, id, 'confirm')
}

/** Declines a change; returns its outcome, or the refusal. */
export function decline(desk: TestDesk, by: Person, id: number): Promise<string> {
  return decide(desk, by, id, 'decline')
}

async function decide(
  desk: TestDesk,
  by: Person,
  id: number,
  decision: 'confirm' | 'decline',
): Promise<string> {
  const body = { decision, reason: 'looked at it too' }
  const { code, data } = await outcomeOf(desk, `POST /desk/changes/${id}/decide`, by, body)
  return (data as { status: string } | undefined)?.status ?? String(code)
}

/** The engine's outcome of a command of an account. */
export async function submit({ engine }: PeopleDesk, command: Command): Promise<Outcome> {
  const accountId = 'accountId' in command ? command.accountId : 0
  return engine.submit(command, freshId(accountId, command))
}
