/** For tests of modules: a database with the schema, a host to inject calls into, users with sessions. */
import type { DeskRole } from '@tukar/wire'
import { beginSuspension, createSessions, type Sessions } from '../modules/accounts/index.ts'
import { proveUser } from '../modules/accounts/user-proofs.ts'
import { readHead } from '../modules/desk/audit-chain.ts'
import type { VotePass } from '../modules/desk/operator.ts'
import { grantRole as giveProvenRole } from '../modules/desk/role-proofs.ts'
import { type Database, openDatabase } from '../platform/database/pool.ts'
import { createHttpHost, type HttpHost } from '../platform/http/host.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { createLog, type Log } from '../platform/logging/log.ts'
import type { Keys } from '../platform/secrets/keys.ts'
import { testKeys } from '../platform/secrets/testing/secrets.ts'
import { checkAnswers } from './judged-answers.ts'

export type Desk = {
  readonly database: Database
  readonly databaseUrl: string
  readonly http: HttpHost
  readonly sessions: Sessions
  readonly log: Log
  readonly keys: Keys
}

export type Person = { readonly userId: number; readonly token: string; readonly email: string }

/** The lifetime of a fixture: a test, or an explicit end. */
export type Lasting = { readonly after: (end: () => void | Promise<void>) => unknown }

/** For fixtures that end before the test; the last one started ends first. */
export function shortly(): Lasting & { readonly end: () => Promise<void> } {
  const ends: (() => void | Promise<void>)[] = []
  return {
    after: (end) => ends.unshift(end),
    async end() {
      for (const one of ends) await one()
    },
  }
}

/** A rig on this database; everything ends with the test. */
export async function deskOn(test: Lasting, databaseUrl: string): Promise<Desk> {
  const log = createLog('fatal')
  const database = openDatabase(databaseUrl, log)
  const http = await createHttpHost({
    log,
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
  test.after(async () => {
    await http.close()
    await database.end()
  })
  checkAnswers(test, http)
  const keys = testKeys
  const sessions = createSessions(database, keys, { days: 7 })
  return { database, databaseUrl, http, sessions, log, keys }
}

/** The credentials of operators in tests: they have no passkeys, and need no code. */
export const testPass: VotePass = {
  shown: null,
  code: null,
  isDemo: false,
  sessionAgeSeconds: 0,
  rules: {
    rpId: 'localhost',
    origin: 'http://localhost:3000',
    isPasskeyNeeded: false,
    isCodeNeeded: false,
  },
}

/** Gives a role at the console, with its proof. */
export async function giveRole(database: Database, userId: number, role: DeskRole): Promise<void> {
  await giveProvenRole(
    database,
    testKeys,
    { userId, role, givenBy: null },
    await readHead(database),
  )
}

/** Suspends an account, as a change of the console does. */
export async function suspend(database: Database, keys: Keys, userId: number): Promise<void> {
  await inTransaction(database, (transaction) => beginSuspension(transaction, keys, userId, userId))
}

/** A signed-in user. */
export async function personAt({ database, keys, sessions }: Desk, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@people.example`
  const created = await database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ($1, $1, $2, $2) returning id`,
    [name, email],
  )
  const userId = created.rows[0]?.id ?? 0
  await proveUser(database, keys, userId)
  return { userId, email, token: await sessions.open(userId) }
}

export type TestAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

export type Ask = {
  readonly token?: string
  readonly language?: 'en' | 'id'
  readonly body?: object
  readonly address?: string
  /** The `User-Agent` header. */
  readonly agent?: string
}

/** Makes a call and returns its answer. */
export async function ask(
  { http }: Pick<Desk, 'http'>,
  method: 'GET' | 'POST',
  url: string,
  { token, language = 'en', body, address, agent }: Ask = {},
): Promise<TestAnswer> {
  const answer = await http.inject({
    method,
    url,
    headers: {
      'accept-language': language,
      ...(token === undefined ? {} : { jwt: token }),
      ...(agent === undefined ? {} : { 'user-agent': agent }),
    },
    ...(body === undefined ? {} : { payload: body }),
    ...(address === undefined ? {} : { remoteAddress: address }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
