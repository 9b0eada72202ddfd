/**
 * For tests of tampering: limits and identities. Settings, personal limits, invalid sessions and roles keep
 * their set values, whatever their rows say.
 */
import assert from 'node:assert/strict'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { hashOf } from '../../../platform/security/opaque-tokens.ts'
import type { TestAnswer, Person } from '../../../testing/desk.ts'
import type { TamperMove } from '../../../testing/tampering.ts'
import { createSessions } from '../../accounts/index.ts'
import { provenRoles } from '../../desk/role-proofs.ts'
import { openLiveSettings, unprovenSettings } from '../../settings/index.ts'
import { upsertSetting } from '../../settings/store.ts'
import { type CoinOutDesk, withdrawAs } from '../chains/testing/coin-out-desk.ts'
import { setPersonLimit, unprovenLimits } from '../person-limits.ts'
import { liveRupiahLimits, type RupiahDefaults } from '../rupiah/settings.ts'
import { ether } from './coin-money.ts'
import type { Side } from './side.ts'

const limitedName = 'Lina'
/** SQL: the user with the limit, and the user who wants a role. */
export const limitedId = `(select id from accounts.users where nickname = '${limitedName}')`

/** Units of ether: her daily limit, and a withdrawal above it. */
const daily = 3_000_000
const beyond = 5_000_000
/** Rupiah from which on operators must approve. */
const reviewFrom = 75_000_000
const defaults: RupiahDefaults = {
  depositMin: 10_000,
  depositMax: 200_000_000,
  depositHours: 24,
  withdrawalMin: 50_000,
  withdrawalMax: 250_000_000,
  withdrawalDaily: 1_000_000_000,
  withdrawalReviewFrom: 100_000_000,
  payoutFee: 5_000,
  holdHours: 24,
  firstTimeHolds: { newDeviceSeconds: 0, newReceiverSeconds: 0 },
}

/** A token that was never issued. */
const madeUp = 'A'.repeat(43)

const longer = `expires_at = now() + interval '30 days', lasts_until = now() + interval '30 days'`
const setsOf = (table: string, sets: readonly string[]): readonly TamperMove[] =>
  sets.map((set) => ({ table, set }))

/** Replays an earlier proof of a limit or setting. */
function saidAgain(kind: string, says: string): TamperMove {
  return {
    table: 'security.row_proof',
    sql: `insert into security.row_proof (kind, subject, no, mac, says)
      select kind, subject, no + 1, mac, ${says} from security.row_proof
      where kind = '${kind}' and :row is not null order by no desc limit 1`,
  }
}

const moves: readonly TamperMove[] = [
  ...setsOf('wallets.person_limit', [
    'daily = t.daily * 1000',
    'user_id = t.user_id + 1',
    'daily = t.daily * 1000, change_id = t.change_id + 1',
  ]),
  saidAgain('person_limit', `regexp_replace(says, '"daily":[0-9]+', '"daily":900000000')`),
  ...setsOf('settings.setting', [
    `value = '9000000000'`,
    `value = '9000000000', change_id = t.change_id + 1`,
    `key = 'rupiah.withdrawal_daily'`,
  ]),
  {
    table: 'settings.setting',
    copyWith: { key: `'rupiah.withdrawal_max'`, value: `'9000000000'::json` },
  },
  saidAgain('setting', `regexp_replace(says, '"value":[0-9]+', '"value":9000000000')`),
  ...setsOf('accounts.session', [
    longer,
    `${longer}, seal = other.seal`,
    `${longer}, client_hash = null`,
    'user_id = other.user_id',
    'user_id = other.user_id, seal = other.seal, lasts_until = other.lasts_until',
  ]),
  {
    table: 'accounts.session',
    copyWith: { token_hash: `'\\x${hashOf(madeUp).toString('hex')}'::bytea` },
  },
  { table: 'desk.operator_role', copyWith: { user_id: limitedId } },
  { table: 'desk.operator_role', set: `user_id = ${limitedId}` },
  { table: 'desk.operator_role', copyWith: { user_id: limitedId, role: `'admin'` } },
]

/** Requests a withdrawal above her limit; returns the refusal, or null if she cannot even request a code. */
async function askBeyond(desk: CoinOutDesk, person: Person): Promise<TestAnswer | null> {
  const fields = {
    chain_id: 1,
    currency: 'ETH',
    ccurrency_table_id: ether.currencyId,
    withdraw_to: ether.receivers[0],
    amount: (beyond / 10 ** ether.decimals).toFixed(ether.decimals),
    to_name: limitedName,
    to_home_address: 'Jalan Kenanga 3, Bandung',
  }
  // Without her session she gets no code.
  return withdrawAs(desk, person, ether.path, fields).catch(() => null)
}

type Dead = {
  /** Tokens of an ended session, an expired one, one without its cookie, and an invented one. */
  readonly tokens: readonly string[]
  /** Restores the row of the ended session. */
  readonly putBack: TamperMove
}

/** Creates invalid tokens. */
async function deadTokens(desk: CoinOutDesk, userId: number): Promise<Dead> {
  const { database, keys, sessions } = desk
  const ended = await sessions.open(userId)
  const row = await database.query<{ text: string }>(
    'select to_jsonb(s)::text as text from accounts.session s where token_hash = $1',
    [hashOf(ended)],
  )
  await sessions.close(ended)
  const over = await createSessions(database, keys, { days: -1 }).open(userId)
  const place = { address: '', device: '', deviceSinceMs: null, secret: 'of-her-browser' }
  const putBack: TamperMove = {
    table: 'accounts.session',
    sql: `insert into accounts.session overriding system value
      select (jsonb_populate_record(null::accounts.session, '${row.rows[0]?.text}'::jsonb)).*
      where :row is not null`,
  }
  return { tokens: [ended, over, await sessions.open(userId, place), madeUp], putBack }
}

async function limitsOf({ database, keys }: CoinOutDesk): Promise<string> {
  return JSON.stringify(liveRupiahLimits(await openLiveSettings(database, keys), defaults))
}

/** The displayed rows of settings and limits, by name. */
async function shownRows({ database }: CoinOutDesk): Promise<ReadonlyMap<string, string>> {
  const found = await database.query<{ name: string; text: string }>(
    `select key as name, row(value, changed_by, change_id)::text as text from settings.setting
     union all
     select user_id::text, string_agg(row(currency_id, daily)::text, ',' order by currency_id)
     from wallets.person_limit group by user_id`,
  )
  return new Map(found.rows.map(({ name, text }) => [name, text]))
}

/** A user with a personal limit, a setting that operators changed, and invalid sessions. */
export async function limitSide(desk: CoinOutDesk, operator: Person): Promise<Side> {
  const { database, keys } = desk
  const person = await desk.person(limitedName)
  const { userId } = person
  const dead = await deadTokens(desk, userId)
  const known: { limits: string; shown: ReadonlyMap<string, string> } = {
    limits: '',
    shown: new Map(),
  }
  return {
    currencyId: null,
    moves: [...moves, dead.putBack],
    async live() {
      await desk.fund(person, ether.currencyId, ether.fund)
      const limit = { userId, currencyId: ether.currencyId, daily, changeId: 1 }
      await inTransaction(database, (transaction) => setPersonLimit(transaction, keys, limit))
      const by = { changeId: 1, operatorId: operator.userId }
      await upsertSetting(database, keys, { key: 'rupiah.review_from', value: reviewFrom }, by)
      const answer = await askBeyond(desk, person)
      assert.equal(answer?.body['code'], 'coin.daily', JSON.stringify(answer?.body))
      known.limits = await limitsOf(desk)
      known.shown = await shownRows(desk)
    },
    settle: () => Promise.resolve(),
    async faults() {
      const faults: string[] = []
      const answer = await askBeyond(desk, person)
      if (answer?.status === 200) faults.push(`account ${userId} may send more than its own limit`)
      if ((await limitsOf(desk)) !== known.limits) faults.push('a setting is what nobody set')
      const reported = [
        ...(await unprovenSettings(database, keys)),
        ...(await unprovenLimits(database, keys)),
      ]
      const changed = [...(await shownRows(desk))].filter(
        ([name, text]) => known.shown.get(name) !== text,
      )
      faults.push(
        ...changed
          .filter(([name]) => !reported.includes(name))
          .map(([name]) => `no alarm says that ${name} was changed`),
      )
      // A new cache without earlier lookups.
      const fresh = createSessions(database, keys, { days: 7 })
      for (const token of dead.tokens) {
        if ((await fresh.authenticate(token)) !== null) faults.push('a dead session lives')
      }
      const own = await fresh.authenticate(person.token)
      if (own !== null && own.userId !== userId) faults.push('a session is of somebody else')
      const roles = (await provenRoles(database, keys, [userId])).get(userId) ?? []
      if (roles.length > 0) faults.push(`account ${userId} has the roles ${roles.join()}`)
      return faults
    },
    completed: () => Promise.resolve(0),
  }
}
