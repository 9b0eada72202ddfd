import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { deskOn, type Person, personAt } from '../../testing/desk.ts'
import { verify, verifyAndAgree } from '../../testing/verified.ts'
import { createGate, openToDemoPeople } from './index.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const passages = ['trade', 'deposit', 'withdraw'] as const

async function setUp(context: TestContext, tradesBeforeKyc: boolean) {
  const desk = await deskOn(context, await rig.database())
  const parts = { database: desk.database, keys: testKeys }
  const gate = createGate({ ...parts, tradesBeforeKyc })
  /** What each passage is refused with; null where it is open. */
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
  return { desk, parts, gate, seenBy, dewi: await personAt(desk, 'Dewi') }
}

test('SRV-50 ATT-51 R-42: live, all three wait for approval and agreement', async (t) => {
  const { parts, seenBy, dewi } = await setUp(t, false)
  assert.deepEqual(await seenBy(dewi), ['kyc.required', 'kyc.required', 'kyc.required'])
  await verify(parts, dewi.userId, 'Dewi')
  const left = 'agreement.required'
  assert.deepEqual(await seenBy(dewi), [left, left, left])
  await verifyAndAgree(parts, dewi.userId, 'Dewi')
  assert.deepEqual(await seenBy(dewi), [null, null, null])
})

test('SRV-50 R-42 ATT-51: in a simulation trading is open at once, deposits and withdrawals are not', async (t) => {
  const { parts, seenBy, dewi } = await setUp(t, true)
  assert.deepEqual(await seenBy(dewi), [null, 'kyc.required', 'kyc.required'])
  await verifyAndAgree(parts, dewi.userId, 'Dewi')
  assert.deepEqual(await seenBy(dewi), [null, null, null])
})

test('ATT-51: no state of the check but the approved one opens the gate', async (t) => {
  const { parts, desk, seenBy, dewi } = await setUp(t, false)
  await verifyAndAgree(parts, dewi.userId, 'Dewi')
  for (const state of ['draft', 'submitted', 'in_review', 'rejected']) {
    await desk.database.query('update kyc.record set state = $1', [state])
    assert.deepEqual(new Set(await seenBy(dewi)), new Set(['kyc.required']), state)
  }
})

test('R-42: who passed is asked about no more; before, trading asks nothing where it is open to all', async (t) => {
  const { parts, desk, gate, dewi } = await setUp(t, true)
  let count = 0
  desk.database.on('acquire', () => {
    count += 1
  })
  await gate.requireFor(dewi.userId, 'trade')
  assert.equal(count, 0)
  await verifyAndAgree(parts, dewi.userId, 'Dewi')
  await gate.requireFor(dewi.userId, 'withdraw')
  count = 0
  for (const passage of passages) await gate.requireFor(dewi.userId, passage)
  assert.equal(count, 0)
})

test('R-43: demo people may do everything from their beginning, and a second start changes nothing', async (t) => {
  const { parts, desk, seenBy } = await setUp(t, false)
  const people: Person[] = []
  for (const name of ['Sari', 'Budi', 'Ratna', 'Bayu']) {
    const person = await personAt(desk, name)
    await desk.database.query('update accounts.users set demo_name = $2 where id = $1', [
      person.userId,
      name,
    ])
    people.push(person)
  }
  await openToDemoPeople({ ...parts, isSimulation: true, clock: Date.now })
  const records = await desk.database.query('select * from kyc.record order by user_id')
  await openToDemoPeople({ ...parts, isSimulation: true, clock: Date.now })
  const again = await desk.database.query('select * from kyc.record order by user_id')
  assert.deepEqual(again.rows, records.rows)
  for (const person of people) assert.deepEqual(await seenBy(person), [null, null, null])
})
