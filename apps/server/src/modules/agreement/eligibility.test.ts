import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { deskOn, type Person, personAt } from '../../testing/desk.ts'
import { verify, verifyAndAgree } from '../../testing/verified.ts'
import { proveEarlierApprovals, unprovenApprovals } from '../kyc/index.ts'
import {
  agreeForDemoPerson,
  createEligibility,
  openToDemoPeople,
  proveEarlierSignatures,
  unprovenSignatures,
} from './index.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const passages = ['trade', 'deposit', 'withdraw'] as const

async function setUp(context: TestContext, tradesBeforeKyc: boolean) {
  const desk = await deskOn(context, await rig.database())
  const deps = { database: desk.database, keys: testKeys }
  const gate = createEligibility({ ...deps, tradesBeforeKyc })
  /** The refusal of each action; null if it is allowed. */
  const seenBy = async ({ userId }: Person) => {
    const seen: (string | null)[] = []
    for (const passage of passages) {
      const code = await gate.requireFor(userId, passage).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      seen.push(code)
    }
    return seen
  }
  return { desk, deps, gate, seenBy, dewi: await personAt(desk, 'Dewi') }
}

test('SRV-50 ATT-51 R-42: in live mode all three actions wait for approval and agreement', async (t) => {
  const { deps, seenBy, dewi } = await setUp(t, false)
  assert.deepEqual(await seenBy(dewi), ['kyc.required', 'kyc.required', 'kyc.required'])
  await verify(deps, dewi.userId, 'Dewi')
  const left = 'agreement.required'
  assert.deepEqual(await seenBy(dewi), [left, left, left])
  await verifyAndAgree(deps, dewi.userId, 'Dewi')
  assert.deepEqual(await seenBy(dewi), [null, null, null])
})

test('SRV-50 R-42 ATT-51: in a simulation trading is allowed at once, deposits and withdrawals are not', async (t) => {
  const { deps, seenBy, dewi } = await setUp(t, true)
  assert.deepEqual(await seenBy(dewi), [null, 'kyc.required', 'kyc.required'])
  await verifyAndAgree(deps, dewi.userId, 'Dewi')
  assert.deepEqual(await seenBy(dewi), [null, null, null])
})

test('ATT-51: only the approved state makes a user eligible', async (t) => {
  const { deps, desk, seenBy, dewi } = await setUp(t, false)
  await verifyAndAgree(deps, dewi.userId, 'Dewi')
  for (const state of ['draft', 'submitted', 'in_review', 'rejected']) {
    await desk.database.query('update kyc.record set state = $1', [state])
    assert.deepEqual(new Set(await seenBy(dewi)), new Set(['kyc.required']), state)
  }
})

test('R-42: an eligible user is not looked up again; trading needs no lookup where everybody may trade', async (t) => {
  const { deps, desk, gate, dewi } = await setUp(t, true)
  let count = 0
  desk.database.on('acquire', () => {
    count += 1
  })
  await gate.requireFor(dewi.userId, 'trade')
  assert.equal(count, 0)
  await verifyAndAgree(deps, dewi.userId, 'Dewi')
  await gate.requireFor(dewi.userId, 'withdraw')
  count = 0
  for (const passage of passages) await gate.requireFor(dewi.userId, passage)
  assert.equal(count, 0)
})

test('R-43: demo people may do everything from the start, and a second start changes nothing', async (t) => {
  const { deps, desk, seenBy } = await setUp(t, false)
  const people: Person[] = []
  for (const name of ['Sari', 'Budi', 'Ratna', 'Bayu']) {
    const person = await personAt(desk, name)
    await desk.database.query('update accounts.users set demo_name = $2 where id = $1', [
      person.userId,
      name,
    ])
    people.push(person)
  }
  await openToDemoPeople({ ...deps, isSimulation: true, clock: Date.now })
  const records = await desk.database.query('select * from kyc.record order by user_id')
  await openToDemoPeople({ ...deps, isSimulation: true, clock: Date.now })
  const again = await desk.database.query('select * from kyc.record order by user_id')
  assert.deepEqual(again.rows, records.rows)
  for (const person of people) assert.deepEqual(await seenBy(person), [null, null, null])
})

test('M-4: an inserted approval or signature has no effect, and raises an alarm', async (t) => {
  const { deps, desk, seenBy, dewi } = await setUp(t, false)
  const { database, keys } = deps
  const hasAlarm = async () => {
    const found = await database.query(
      `select from security.event where kind = 'account.unproven' and account_id = $1`,
      [dewi.userId],
    )
    return found.rows.length > 0
  }
  await database.query(
    `insert into kyc.record (user_id, kind, step, state) values ($1, 'indonesia', 3, 'approved')`,
    [dewi.userId],
  )
  assert.deepEqual(new Set(await seenBy(dewi)), new Set(['kyc.required']))
  assert.ok(await hasAlarm())
  assert.deepEqual(await unprovenApprovals(database, keys), [`${dewi.userId}`])

  const rudi = await personAt(desk, 'Rudi')
  await verify(deps, rudi.userId, 'Rudi')
  await database.query(
    `insert into agreement.signature (user_id, text_version, language) values ($1, 'x', 'en')`,
    [rudi.userId],
  )
  // A proof is valid for one user and one purpose.
  await database.query(
    `insert into security.row_proof (kind, subject, no, says, mac)
     select 'agreement', subject, no, says, mac from security.row_proof
     where kind = 'verified' and subject = $1`,
    [`${rudi.userId}`],
  )
  assert.deepEqual(new Set(await seenBy(rudi)), new Set(['agreement.required']))
  assert.deepEqual(await unprovenSignatures(database, keys), [`${rudi.userId}`])
  await agreeForDemoPerson({ ...deps, isSimulation: true }, rudi.userId)
  assert.deepEqual(await seenBy(rudi), [null, null, null])
  assert.deepEqual(await unprovenSignatures(database, keys), [])
})

test('M-4: users who were approved and had agreed before there were proofs stay eligible once they are proven', async (t) => {
  const { deps, seenBy, dewi } = await setUp(t, false)
  const { database, keys } = deps
  await verifyAndAgree(deps, dewi.userId, 'Dewi')
  // Rows from before there were proofs: nothing proves them.
  await database.query('alter table security.row_proof disable trigger proof_is_final')
  await database.query(`delete from security.row_proof where kind in ('verified', 'agreement')`)
  assert.deepEqual(new Set(await seenBy(dewi)), new Set(['kyc.required']))
  await proveEarlierApprovals(database, keys)
  await proveEarlierSignatures(database, keys)
  assert.deepEqual(await seenBy(dewi), [null, null, null])
})
