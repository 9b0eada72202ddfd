/**
 * Settings that operators change: they apply at once, without a restart, and only within the console's rules.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskRole, DeskSetting, DeskSettings, SettingValue } from '@tukar/wire'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { type TestAnswer, ask, deskOn, giveRole, type Person } from '../../testing/desk.ts'
import { bonusAmount, bonusSwitch } from '../bonus/index.ts'
import { liveRupiahLimits } from '../wallets/index.ts'
import { companySettingsOf, openLiveSettings, registerSettingsDesk } from './index.ts'
import { proveEarlierSettings, unprovenSettings } from './store.ts'
import { untilWaiting } from '../../testing/waiting.ts'
import { consoleOn, operatorAt } from '../../testing/operators.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const defaults = {
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

async function consoleOf(test: TestContext) {
  const own = await deskOn(test, await cluster.database())
  const { database, keys } = own
  const desk = consoleOn(test, own)
  const open = async () => {
    const live = await openLiveSettings(database, keys)
    const company = companySettingsOf('Tukar')
    for (const one of [company.name, company.address, company.npwp]) live.register(one)
    live.register(bonusSwitch)
    live.register(bonusAmount)
    return { live, company, limits: liveRupiahLimits(live, defaults) }
  }
  const { live, company, limits } = await open()
  registerSettingsDesk(own.http, desk, live)
  const operator = (name: string, role: DeskRole) => operatorAt(own, name, role)
  const set = ({ token }: Person, key: string, value: SettingValue) =>
    ask(own, 'POST', '/desk/changes', {
      token,
      body: { kind: 'setting.set', input: { key, value }, reason: 'as was agreed' },
    })
  const confirm = ({ token }: Person, answer: TestAnswer) => {
    const { id } = answer.body['data'] as { id: number }
    const body = { decision: 'confirm', reason: 'looked at it' }
    return ask(own, 'POST', `/desk/changes/${id}/decide`, { token, body })
  }
  const listed = async ({ token }: Person, key: string): Promise<DeskSetting | undefined> => {
    const { body } = await ask(own, 'GET', '/desk/settings', { token })
    return (body['data'] as DeskSettings).groups
      .flatMap(({ settings }) => settings)
      .find((one) => one.key === key)
  }
  const [fina, feri, susi] = [
    await operator('Fina', 'finance'),
    await operator('Feri', 'finance'),
    await operator('Susi', 'support'),
  ]
  return { ...own, live, company, limits, open, set, confirm, listed, fina, feri, susi }
}

const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]
const statusOf = ({ body }: TestAnswer) => (body['data'] as { status?: string }).status

test('CONST-26 INV-22: a money limit applies when a second operator confirms it, at once and after a restart', async (t) => {
  const { limits, set, confirm, listed, fina, feri, open } = await consoleOf(t)
  assert.equal(limits.reviewFrom, 10_000_000_000)
  const proposed = await set(fina, 'rupiah.review_from', 75_000_000)
  assert.equal(statusOf(proposed), 'waiting')
  assert.equal(limits.reviewFrom, 10_000_000_000)
  assert.equal(statusOf(await confirm(feri, proposed)), 'applied')
  assert.equal(limits.reviewFrom, 7_500_000_000)
  assert.equal((await open()).limits.reviewFrom, 7_500_000_000)
  const row = await listed(feri, 'rupiah.review_from')
  assert.deepEqual(row?.said, {
    en: 'Rp\u00a075.000.000 (seventy-five million rupiah)',
    id: 'Rp\u00a075.000.000 (tujuh puluh lima juta rupiah)',
  })
  assert.equal(row.default_said.id, 'Rp\u00a0100.000.000 (seratus juta rupiah)')
  assert.deepEqual([row.is_default, row.changed_by, row.value], [false, 'Fina', 75_000_000])
})

test('a value returns to the configured default, and an unchanged value is refused', async (t) => {
  const { limits, set, confirm, listed, fina, feri } = await consoleOf(t)
  assert.deepEqual(codeOf(await set(fina, 'rupiah.deposit_min', null)), [409, 'setting.unchanged'])
  await confirm(feri, await set(fina, 'rupiah.deposit_min', 20_000))
  assert.equal(limits.depositMin, 2_000_000)
  assert.deepEqual(codeOf(await set(fina, 'rupiah.deposit_min', 20_000)), [
    409,
    'setting.unchanged',
  ])
  await confirm(feri, await set(fina, 'rupiah.deposit_min', null))
  assert.deepEqual(
    [limits.depositMin, (await listed(fina, 'rupiah.deposit_min'))?.is_default],
    [1_000_000, true],
  )
})

test('an invalid or conflicting value, or one of another role, is refused', async (t) => {
  const { limits, set, listed, fina, susi, database } = await consoleOf(t)
  const refused = async (key: string, value: SettingValue) => codeOf(await set(fina, key, value))
  assert.deepEqual(await refused('rupiah.lost', 1), [404, 'setting.unknown'])
  assert.deepEqual(await refused('rupiah.deposit_min', -1), [400, 'setting.invalid'])
  assert.deepEqual(await refused('rupiah.deposit_min', 1.5), [400, 'setting.invalid'])
  assert.deepEqual(await refused('rupiah.deposit_min', '10000'), [400, 'setting.invalid'])
  assert.deepEqual(await refused('rupiah.deposit_min', 300_000_000), [400, 'setting.too_high'])
  assert.deepEqual(await refused('rupiah.withdrawal_max', 10_000), [400, 'setting.too_low'])
  assert.deepEqual(await refused('rupiah.payout_fee', 50_000), [400, 'setting.too_high'])
  assert.deepEqual(await refused('company.npwp', '12'), [400, 'setting.invalid'])
  // Invisible or unprintable characters would appear on documents.
  for (const name of ['PT\u0007', 'PT \u{1f98a}', 'PT\u2028Tukar', '\u3164', '']) {
    assert.deepEqual(await refused('company.name', name), [400, 'setting.invalid'])
    if (name !== '') {
      assert.deepEqual(await refused('company.address', name), [400, 'setting.invalid'])
    }
  }
  assert.deepEqual(codeOf(await set(susi, 'bonus.is_on', true)), [403, 'desk.forbidden'])
  assert.equal((await listed(susi, 'bonus.is_on'))?.is_mine_to_set, false)
  const stored = await database.query<{ changes: number }>(
    'select count(*)::int as changes from desk.change',
  )
  assert.deepEqual([stored.rows[0]?.changes, limits.depositMin], [0, 1_000_000])
})

test('two waiting limits that conflict cannot both be confirmed', async (t) => {
  const { limits, set, confirm, fina, feri } = await consoleOf(t)
  const least = await set(fina, 'rupiah.deposit_min', 5_000_000)
  const most = await set(fina, 'rupiah.deposit_max', 4_000_000)
  assert.equal(statusOf(await confirm(feri, least)), 'applied')
  assert.deepEqual(codeOf(await confirm(feri, most)), [400, 'setting.too_low'])
  assert.deepEqual([limits.depositMin, limits.depositMax], [500_000_000, 20_000_000_000])
})

test('two limits that restrict each other cannot cross, even if confirmed at the same moment', async (t) => {
  const { limits, set, confirm, database, fina, feri } = await consoleOf(t)
  const proposed = [
    await set(fina, 'rupiah.deposit_min', 5_000_000),
    await set(fina, 'rupiah.deposit_max', 4_000_000),
  ]
  // This lock holds both after their checks, and before either is written.
  const lock = await database.connect()
  await lock.query('begin; lock table settings.setting in exclusive mode')
  const answers = Promise.all(proposed.map((one) => confirm(feri, one)))
  await untilWaiting(database, proposed.length)
  await lock.query('commit')
  lock.release()
  const codes = (await answers).map(({ body }) => body['code'])
  assert.ok(limits.depositMin <= limits.depositMax, JSON.stringify(codes))
  assert.match(codes.join(' '), /setting\.too_(low|high)/)
  const { rows } = await database.query<{ status: string }>(
    'select status from desk.change order by status',
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['applied', 'failed'],
  )
})

test('ATT-101: a proposal of an operator who lost the role of this very setting cannot be confirmed', async (t) => {
  const { live, set, confirm, database, fina, feri } = await consoleOf(t)
  await giveRole(database, fina.userId, 'risk')
  const proposed = await set(fina, 'bonus.amount', 50_000)
  assert.equal(statusOf(proposed), 'waiting')
  // Other settings are still allowed for risk, the bonus is not.
  await database.query(`delete from desk.operator_role where user_id = $1 and role = 'finance'`, [
    fina.userId,
  ])
  assert.deepEqual(codeOf(await confirm(feri, proposed)), [409, 'desk.proposer_without_role'])
  assert.equal(live.value(bonusAmount), 0)
})

test('DEC-128: switching the bonus on needs two operators and off one, and one names the company', async (t) => {
  const { live, company, set, confirm, fina, feri } = await consoleOf(t)
  assert.equal(live.value(bonusSwitch), false)
  const on = await set(fina, 'bonus.is_on', true)
  assert.equal(statusOf(on), 'waiting')
  await confirm(feri, on)
  assert.equal(live.value(bonusSwitch), true)
  assert.equal(statusOf(await set(feri, 'bonus.is_on', false)), 'applied')
  assert.equal(live.value(bonusSwitch), false)
  assert.equal(live.value(company.name), 'Tukar')
  assert.equal(statusOf(await set(fina, 'company.name', ' PT Tukar Digital ')), 'applied')
  assert.equal(statusOf(await set(fina, 'company.npwp', '0123456789012345')), 'applied')
  assert.deepEqual(
    [live.value(company.name), live.value(company.npwp)],
    ['PT Tukar Digital', '0123456789012345'],
  )
})

test('a stored value that this version no longer accepts is ignored', async (t) => {
  const { database, keys, open, fina } = await consoleOf(t)
  await database.query(
    `insert into settings.setting (key, value, changed_by, change_id)
     values ('rupiah.deposit_min', '"much"', $1, 1)`,
    [fina.userId],
  )
  await proveEarlierSettings(database, keys)
  assert.equal((await open()).limits.depositMin, 1_000_000)
})

/** The changes that an attacker makes to the row of a limit. */
const tamperings = [
  `update settings.setting set value = '9000000'`,
  'delete from settings.setting',
  `insert into settings.setting (key, value, changed_by, change_id)
   select 'rupiah.withdrawal_daily', '9000000000', min(id), 99 from accounts.users`,
  `insert into security.row_proof (kind, subject, no, mac, says)
   select kind, subject, no + 1, mac, replace(says, '"value":4000000', '"value":9000000')
   from security.row_proof where kind = 'setting' and no = 2`,
  `insert into security.row_proof (kind, subject, no, mac, says)
   select kind, subject, no + 5, mac, says from security.row_proof where kind = 'setting' and no = 1`,
]

test('H-1 ATT-97: a limit stays as two operators set it, whatever its row says, and the changed row is found', async (t) => {
  const { database, keys, open, set, confirm, fina, feri } = await consoleOf(t)
  const [key, looser] = ['rupiah.deposit_max', 5_000_000]
  await confirm(feri, await set(fina, key, looser))
  await confirm(feri, await set(fina, key, 4_000_000))
  assert.deepEqual(await unprovenSettings(database, keys), [])
  for (const tampering of tamperings) {
    await database.query(tampering)
    const { limits } = await open()
    assert.deepEqual(
      [limits.depositMax, limits.withdrawalDaily],
      [400_000_000, 100_000_000_000],
      tampering,
    )
  }
  assert.deepEqual((await unprovenSettings(database, keys)).toSorted(), [
    key,
    'rupiah.withdrawal_daily',
  ])
  // An inserted row with a high number does not prevent a later change.
  await database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, subject, unnest(array[3, 2147483647]), sha256(mac), says from security.row_proof
     where kind = 'setting' and subject = $1 and no = 2 limit 2`,
    [key],
  )
  await confirm(feri, await set(fina, key, 3_000_000))
  assert.equal((await open()).limits.depositMax, 300_000_000)
})
