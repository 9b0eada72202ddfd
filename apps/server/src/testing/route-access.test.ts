/** Every route of the whole server, called by everybody: guest, user, and each single role of the console. */
import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import { calls, type DeskRole, deskRoles } from '@tukar/wire'
import type { FastifyInstance } from 'fastify'
import { startExchange } from '../main.ts'
import { proveUser } from '../modules/accounts/user-proofs.ts'
import { createSessions } from '../modules/accounts/index.ts'
import { readSettings } from '../platform/config/settings.ts'
import { toProgramUrl } from '../platform/database/embedded.ts'
import { type Database, openDatabase } from '../platform/database/pool.ts'
import { temporaryCluster } from '../platform/database/testing/cluster.ts'
import { createLog } from '../platform/logging/log.ts'
import { testEngineSecret, testKeys, testSecret } from '../platform/secrets/testing/secrets.ts'
import { giveRole, shortly } from './desk.ts'
import { openRoutes, operatorRoutes, sessionRoutes } from './route-access.ts'
import { freePort } from '../platform/database/testing/port-slices.ts'

type Actor = DeskRole | 'guest' | 'user'
type Answer = { readonly status: number; readonly code: string }

const routes: string[] = []
const tokens = new Map<Actor, string>()
const ending = shortly()
let database: Database
let base = ''

/** Files of the web app have both methods at once, and are public. */
function noteRoutes(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    if (typeof method === 'string' && method !== 'HEAD') routes.push(`${method} ${url}`)
  })
}

before(async () => {
  diagnostics.subscribe('fastify.initialization', noteRoutes)
  const cluster = await temporaryCluster()
  ending.after(() => cluster.stop())
  const databaseUrl = await cluster.database()
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const settings = readSettings({
    DATABASE_URL: toProgramUrl(databaseUrl),
    TUKAR_DATABASE_OWNER_URL: databaseUrl,
    PORT: String(port),
    TUKAR_MAKERS: 'off',
    TUKAR_SECRET_KEY: testSecret.toString('base64'),
    TUKAR_ENGINE_KEY: testEngineSecret.toString('base64'),
    TUKAR_LOG_LEVEL: 'error',
  })
  const exchange = await startExchange(settings, {
    step: () => undefined,
    standsBy: () => undefined,
    opens: () => undefined,
  })
  ending.after(() => exchange.stop())
  database = openDatabase(databaseUrl, createLog('fatal'))
  ending.after(() => database.end())
  for (const actor of ['user', ...deskRoles] as const) tokens.set(actor, await enter(actor))
})

after(async () => {
  await ending.end()
  diagnostics.unsubscribe('fastify.initialization', noteRoutes)
})

/** A signed-in person with a second factor and this role alone. */
async function enter(actor: Actor): Promise<string> {
  const email = `${actor}@people.example`
  const created = await database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ($1, $1, $2, $2) returning id`,
    [actor, email],
  )
  const userId = created.rows[0]?.id ?? 0
  await database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [userId],
  )
  await proveUser(database, testKeys, userId)
  if (actor !== 'user' && actor !== 'guest') {
    await giveRole(database, userId, actor)
  }
  return createSessions(database, testKeys, { days: 7 }).open(userId)
}

/** Sends input that no call accepts: the refusal of the caller has to come before the validation. */
async function ask(route: string, actor: Actor): Promise<Answer> {
  const [method = '', url = ''] = route.split(' ')
  const path = url.replace(/:\w+|\*/g, '0')
  const token = tokens.get(actor)
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token !== undefined && { jwt: token }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{"no_such_field":[]}' }),
  })
  const text = await response.text()
  const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
  return { status: response.status, code }
}

type Asking = { readonly route: string; readonly actor: Actor }

/** Calls one route after the other, below the rate limits; returns each wrong answer. */
async function faultsOf(
  askings: readonly Asking[],
  isRight: (answer: Answer, asking: Asking) => boolean,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const asking of askings) {
    const answer = await ask(asking.route, asking.actor)
    if (isRight(answer, asking)) continue
    faults.push(`${asking.route} for ${asking.actor}: ${answer.status} ${answer.code}`)
  }
  return faults
}

const isTheirs = ({ route, actor }: Asking): boolean =>
  operatorRoutes[route]?.some((role) => role === actor) ?? false

/** Each route of the console with each of these. */
const everyAsking = (actors: readonly Actor[]): readonly Asking[] =>
  Object.keys(operatorRoutes).flatMap((route) => actors.map((actor) => ({ route, actor })))

/** Tables that jobs of the server, or visits of operators, change. */
const moving =
  /^(exchange\.(lease|watermark)|accounts\.(session|security_event)|desk\.visit|security\.event_seal|books\.)/

/** The contents of all other tables. */
async function contents(): Promise<ReadonlyMap<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables.rows.filter((table) => !moving.test(table.name))) {
    const { rows } = await database.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
    )
    found.set(name, rows[0]?.hash ?? '')
  }
  return found
}

test('ATT-99: every route of the server is listed once with its callers (testing/route-access.ts)', () => {
  const said = [...Object.keys(operatorRoutes), ...sessionRoutes, ...openRoutes]
  assert.deepEqual(said.length, new Set(said).size, 'a route stands there twice')
  const registered = new Set(routes)
  assert.deepEqual(
    {
      withoutEntry: [...registered].filter((route) => !said.includes(route)),
      noMore: said.filter((route) => !registered.has(route)),
    },
    { withoutEntry: [], noMore: [] },
  )
  const named = Object.values(calls).filter(({ access }) => access === 'operator')
  assert.deepEqual(
    named.map(({ method, path }) => `${method} ${path}`).sort(),
    Object.keys(operatorRoutes).sort(),
    'each call of the console is one of its routes',
  )
})

test('ATT-99 G-25: a caller without the role is refused before the validation, and changes nothing', async () => {
  // The first visit of each operator is recorded.
  for (const actor of tokens.keys()) await ask('GET /desk/me', actor)
  const before = await contents()
  const strangers = everyAsking(['guest', 'user', ...deskRoles]).filter((one) => !isTheirs(one))
  const faults = await faultsOf(strangers, ({ status, code }, { actor }) =>
    actor === 'guest'
      ? status === 401 && code === 'session.invalid'
      : status === 403 && code === 'desk.forbidden',
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(await contents(), before)
})

test('ATT-99: a caller with the role is admitted', async () => {
  const faults = await faultsOf(
    everyAsking(deskRoles).filter(isTheirs),
    ({ status, code }) => status !== 401 && code !== 'desk.forbidden',
  )
  assert.deepEqual(faults, [])
})

test("ROLE-03 ROLE-04: routes of a user's data refuse a guest before the validation", async () => {
  const before = await contents()
  const faults = await faultsOf(
    sessionRoutes.map((route) => ({ route, actor: 'guest' })),
    ({ status, code }) => status === 401 && code === 'session.invalid',
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(await contents(), before)
})
