/**
 * Random changes by an attacker with write access to the database: any row of any table is changed, deleted
 * or duplicated. Every table is listed here, so that none is forgotten.
 */
import { pg } from '../platform/database/driver.ts'
import type { Database } from '../platform/database/pool.ts'

/**
 * The owner of the rows of a table. The engine's tables are the journal and its projections, which a start
 * compares. The outside's tables belong to the simulated banks and mail servers.
 */
type Maker = 'engine' | 'outside' | 'program'

/** All tables of the schema by their owners. */
const tablesBy: Readonly<Record<Maker, readonly string[]>> = {
  engine: namesOf(
    'exchange',
    `balance candle charge_schedule command_answer currency hold journal lease market old_seal orders
     poisoned_command suspended_account trade transfer watermark`,
  ),
  outside: [
    ...namesOf('simulated_bank', 'account callback fault invoice movement payout'),
    'mailbox.message',
  ],
  program: [
    ...namesOf(
      'accounts',
      `code_attempt deletion email_link ended_session factor_reset known_device mail_count one_time_code session
       sign_in_challenge starting_fund suspension two_factor users`,
    ),
    ...namesOf('agreement', 'particulars signature'),
    'bank.account',
    ...namesOf('bonus', 'entry month'),
    ...namesOf(
      'books',
      'break closed_day currency_halt look mark market_mark stopped_market total',
    ),
    'captcha.spent_proof',
    'contact.message',
    ...namesOf(
      'desk',
      'audit_entry audit_head change operator_role passkey role_proposal shown_person visit vote',
    ),
    ...namesOf('kyc', 'file file_chunk finding history person_key record showing verification'),
    'mail.outbox',
    'markets.currency_profile',
    ...namesOf('news', 'announcement article article_version seeding'),
    ...namesOf('notifications', 'notice read_mark'),
    'people.note',
    ...namesOf(
      'public',
      'applied_migration granted_role installation installation_secret maintenance secret_mark',
    ),
    ...namesOf('security', 'event event_seal row_proof tally'),
    'settings.setting',
    'tax.day_sum',
    'uploads.file',
    ...namesOf(
      'wallets',
      `address_floor approval callback chain_address chain_block chain_cursor chain_custody
       chain_custody_verdict chain_deposit chain_house_block chain_key chain_nonce chain_outpoint
       chain_reserve chain_token chain_transaction chain_withdrawal counterparty deposit deposit_file
       old_chain_deposit person_limit signer_book sponsorship step withdrawal`,
    ),
  ],
}

function namesOf(schema: string, names: string): readonly string[] {
  return names.split(/\s+/).map((name) => `${schema}.${name}`)
}

/** All listed tables, by name. */
export const listedTables: readonly string[] = Object.values(tablesBy).flat().toSorted()

/** All tables of the database, by name; partitions count as their table. */
export async function tablesOf(database: Database): Promise<readonly string[]> {
  const found = await database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  return found.rows.map(({ name }) => name).toSorted()
}

type Column = { readonly name: string; readonly type: string; readonly isIdentity: boolean }

/** One change, as SQL. */
export type Tampering = { readonly sql: string; readonly wasRefused: boolean }

/**
 * A change that an attacker who knows the schema would make to one row of a table. `set` is SQL, where
 * `other` is another row of the table. Or a copy of the row with other values in some columns, after the row
 * itself was changed by `afterSet`. Or a whole statement, in which `:row` is the row's ctid.
 */
export type TamperMove =
  | { readonly table: string; readonly set: string }
  | {
      readonly table: string
      readonly copyWith: Readonly<Record<string, string>>
      readonly afterSet?: string
    }
  | { readonly table: string; readonly sql: string }

/**
 * Two thirds of the time a known attack on a random row, otherwise a row of any table is changed, deleted or
 * duplicated. The schema's constraints may refuse it.
 *
 * @param chance uniform below 1; the same numbers make the same changes to the same database
 */
export async function tamper(
  database: Database,
  moves: readonly TamperMove[],
  chance: () => number,
): Promise<Tampering> {
  const pick = pickerOf(chance)
  const move = chance() < 2 / 3 ? pick(moves) : null
  const table = move?.table ?? pick(await filledTables(database))
  const rows = await database.query<{ place: string }>(
    `select ctid::text as place from ${table} order by ctid`,
  )
  if (rows.rows.length === 0) return { sql: `-- ${table} is empty`, wasRefused: true }
  const [row, other] = [pick(rows.rows), pick(rows.rows)]
  const where = `where ctid = '${row.place}'`
  if (move !== null) {
    const sql = sqlOf(move, await columnsOf(database, table), { row, other })
    return tryTo(database, sql)
  }
  const columns = await columnsOf(database, table)
  const column = pick(columns)
  const otherValue = `(select ${column.name} from ${table} where ctid = '${other.place}')`
  const change = { column, value: pick(valuesFor(column, otherValue)), where }
  const how = chance()
  if (how < 0.7) {
    return tryTo(database, `update ${table} set ${column.name} = ${change.value} ${where}`)
  }
  if (how < 0.85) return tryTo(database, `delete from ${table} ${where}`)
  return tryTo(database, copied(table, columns, { [column.name]: change.value }, where))
}

type RowLocation = { readonly place: string }

function sqlOf(
  move: TamperMove,
  columns: readonly Column[],
  { row, other }: { readonly row: RowLocation; readonly other: RowLocation },
): string {
  const { table } = move
  if ('sql' in move) return move.sql.replaceAll(':row', `'${row.place}'::tid`)
  if ('set' in move) {
    return `update ${table} t set ${move.set} from ${table} other
      where t.ctid = '${row.place}' and other.ctid = '${other.place}'`
  }
  const { copyWith, afterSet } = move
  const where = `where ctid = '${row.place}'`
  if (afterSet === undefined) return copied(table, columns, copyWith, where)
  // The copy has the values before the change, because it is read first.
  const change = `update ${table} set ${afterSet} ${where} returning 1`
  const from = `(select t.* from ${table} t, changed where t.ctid = '${row.place}') as was`
  return `with changed as (${change}) ${copied(from, columns, copyWith, '', table)}`
}

function pickerOf(chance: () => number) {
  return <T>(from: readonly T[]): T => {
    const one = from[Math.floor(chance() * from.length)]
    if (one === undefined) throw new Error('there is nothing to pick from')
    return one
  }
}

async function tryTo(database: Database, sql: string): Promise<Tampering> {
  try {
    await database.query(sql)
    return { sql, wasRefused: false }
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { sql, wasRefused: true }
    throw error
  }
}

async function filledTables(database: Database): Promise<readonly string[]> {
  const found = await database.query<{ name: string }>(
    tablesBy.program
      .map((table) => `select '${table}' as name where exists (select from ${table})`)
      .join(' union all '),
  )
  return found.rows.map(({ name }) => name)
}

async function columnsOf(database: Database, table: string): Promise<readonly Column[]> {
  const found = await database.query<Column>(
    `select attname as name, format_type(atttypid, null) as type, attidentity <> '' as "isIdentity"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' order by attnum`,
    [table],
  )
  return found.rows
}

/** The possible values of a column; `other` is the value of another row. */
function valuesFor({ name, type }: Column, other: string): readonly string[] {
  const any = ['null', other]
  if (/^(integer|bigint|smallint|numeric)/.test(type)) {
    return [...any, `${name} + 1`, `${name} * 10`, `${name} - 1`, '0', '1']
  }
  if (type === 'boolean') return [`not ${name}`, 'true', 'false']
  if (type.startsWith('timestamp')) {
    return [...any, 'now()', `now() - interval '30 days'`, `now() + interval '30 days'`]
  }
  if (type === 'bytea') return [...any, `sha256('x')`]
  if (type === 'uuid') return [...any, 'gen_random_uuid()']
  return type === 'text' ? [...any, `'x'`] : any
}

/** A copy of a row with other values in some columns. */
function copied(
  table: string,
  columns: readonly Column[],
  values: Readonly<Record<string, string>>,
  where: string,
  into: string = table,
): string {
  const own = columns.filter(({ isIdentity }) => !isIdentity)
  const names = own.map(({ name }) => name)
  const selected = names.map((name) => values[name] ?? name)
  return `insert into ${into} (${names.join(', ')}) select ${selected.join(', ')} from ${table} ${where}`
}
