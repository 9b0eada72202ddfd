/**
 * Checks each statement of the server against the schema without running it, and the row types of the code.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pg } from '../../platform/database/driver.ts'
import { type TestCluster, temporaryCluster } from '../../platform/database/testing/cluster.ts'
import { type Collected, collectStatements } from './collect.ts'
import { faultsOf, type NullableColumns } from './compare.ts'
import { describeStatement } from './describe.ts'

const server = path.resolve(import.meta.dirname, '../../..')

/** Files with statements whose text is known at run time only, and the tests that prove these instead. */
const untold: ReadonlyMap<string, string> = new Map([
  ['engine/audit/compare.ts', 'each projection by its name: engine/audit tests'],
  ['engine/audit/rows.ts', 'each projection by its name and columns: engine/audit tests'],
  [
    'engine/projector/index.ts',
    'what projections hand over, which are collected where they are written',
  ],
  ['modules/accounting/ledger-store.ts', 'conditions of a search: books tests'],
  ['modules/kyc/record/record-store.ts', 'the columns that a move changes: kyc tests'],
  ['platform/database/migrate.ts', 'migrations: they made the schema'],
  ['platform/database/roles.ts', 'rights and quoted names: roles.test'],
  ['platform/lists/merged-page.ts', 'stretches of a list: lists tests'],
])

/** Nullable columns that are never null in these rows, by file and field, with the reason. */
const neverNull: ReadonlyMap<string, string> = new Map([
  ['wire-unproven.ts userId', 'an account.unproven is written with its account'],
  ['modules/wallets/chains/console/steering.ts hash', 'a block is stored with height and hash'],
  [
    'modules/wallets/chains/withdrawals/treasury/consolidation-store.ts height',
    'stored with spent_txid',
  ],
  [
    'modules/wallets/chains/custody/own-reserve.ts proposedBy',
    'a reserve of purpose own has a proposer',
  ],
  ['modules/wallets/chains/custody/own-reserve.ts reason', 'a reserve of purpose own has a reason'],
  ['modules/wallets/chains/voting/signer-rules.ts after', 'these actions are written with it'],
  ['platform/mail/outbox-store.ts sealed', 'removed only once the mail is no longer waiting'],
])

let cluster: TestCluster
let client: pg.Client
let nullable: NullableColumns

before(async () => {
  cluster = await temporaryCluster()
  client = new pg.Client({ connectionString: await cluster.database() })
  await client.connect()
  const columns = await client.query<{ place: string; name: string }>(
    `select attrelid || '.' || attnum as place, attname as name from pg_attribute
     where not attnotnull and attnum > 0 and attrelid >= 16384`,
  )
  nullable = new Map(columns.rows.map(({ place, name }) => [place, name]))
})

after(async () => {
  await client.end()
  await cluster.stop()
})

/**
 * The faults of the collected statements; `allowed` names the fields that are never null, and the used ones.
 */
async function wrongOf(
  { sent }: Collected,
  used: Set<string> = new Set(),
): Promise<{ readonly wrong: readonly string[]; readonly prepared: number }> {
  const wrong = new Set<string>()
  let prepared = 0
  for (const { at, texts, row, values, isRaw } of sent) {
    for (const text of texts.flatMap(statementsOf)) {
      const described = await describeStatement(client, text)
      const line = text.replaceAll(/\s+/g, ' ').trim()
      prepared += 1
      if (!described.ok) {
        if (untold.has(at.replace(/:\d+$/, ''))) continue
        wrong.add(`${at} ${described.why}: ${line}`)
        continue
      }
      if (values !== null && values !== described.parameters) {
        wrong.add(`${at} sends ${values} values for ${described.parameters}`)
      }
      if (row === null) continue
      for (const fault of faultsOf(row, { text, columns: described.columns, isRaw }, nullable)) {
        const field = `${at.replace(/:\d+$/, '')} ${fault.name}`
        if (fault.kind === 'null' && neverNull.has(field)) used.add(field)
        else wrong.add(`${at} ${fault.sentence}: ${line}`)
      }
    }
  }
  return { wrong: [...wrong], prepared }
}

/** Several `set` or `listen` statements are sent as one text, which cannot be prepared as one statement. */
function statementsOf(text: string): readonly string[] {
  return /^(?:set|listen) /.test(text) ? text.split('; ') : [text]
}

test('each statement of the server matches the schema, and returns the rows that the code reads', async () => {
  const collected = collectStatements(path.join(server, 'tsconfig.json'))
  const used = new Set<string>()
  const { wrong, prepared } = await wrongOf(collected, used)
  assert.deepEqual(wrong, [])
  assert.ok(prepared > 900, `${prepared} statements seen`)
  const found = new Set(collected.unknown.map(({ at }) => at.replace(/:\d+$/, '')))
  const surprising = collected.unknown.filter(({ at }) => !untold.has(at.replace(/:\d+$/, '')))
  assert.deepEqual(surprising, [])
  assert.deepEqual(
    [...untold.keys()].filter((file) => !found.has(file)),
    [],
  )
  assert.deepEqual(
    [...neverNull.keys()].filter((field) => !used.has(field)),
    [],
  )
})

const planted = `
import type { Pool } from 'pg'
export async function planted(database: Pool, kind: 'withdrawal' | 'no_table', id: number) {
  await database.query<{ userId: number }>('select id as "userId" from accounts.users')
  await database.query<{ userId: string }>('select id as "userId" from accounts.users')
  await database.query<{ userId: number; email: string }>('select id as "userId" from accounts.users')
  await database.query<{ name: string }>('select demo_name as name from accounts.users')
  await database.query<{ name: string }>(
    'select demo_name as name from accounts.users where demo_name is not null',
  )
  await database.query('select nickname from accounts.user')
  await database.query(\`select id from wallets.\${kind}\`)
  await database.query('select id from accounts.users where id = $1')
  await database.query(\`select \${Date.now()} + \${id} + \${String(Date.now())}\`)
}
`

test('a planted wrong name, type, null, table, value or column is found', async () => {
  const folder = path.join(server, 'planted')
  const config = path.join(folder, 'tsconfig.json')
  const options = { module: 'nodenext', strict: true, types: ['node'], skipLibCheck: true }
  const collected = collectStatements(config, {
    [config]: JSON.stringify({ compilerOptions: options, files: ['planted.ts'] }),
    [path.join(folder, 'planted.ts')]: planted,
  })
  const { wrong } = await wrongOf(collected)
  const place = path.join(folder, 'planted.ts')
  assert.deepEqual(wrong, [
    `${place}:5 gives userId as number, the code reads string: select id as "userId" from accounts.users`,
    `${place}:6 gives no column email: select id as "userId" from accounts.users`,
    `${place}:7 may give null as name, the code reads string: select demo_name as name from accounts.users`,
    `${place}:11 relation "accounts.user" does not exist: select nickname from accounts.user`,
    `${place}:12 relation "wallets.no_table" does not exist: select id from wallets.no_table`,
    `${place}:13 sends 0 values for 1`,
  ])
  assert.deepEqual(
    collected.unknown.map(({ at }) => at),
    [`${place}:14`],
  )
})
