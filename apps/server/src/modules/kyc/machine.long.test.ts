import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pg } from '../../platform/database/driver.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { openParams } from '../../platform/mail/mail.ts'
import { type Lasting, type Person, shortly } from '../../testing/desk.ts'
import { decide } from './record/decide.ts'
import { findingsOf } from './finding-store.ts'
import { identityOf, kycStateOf, verifiedNameOf } from './identity.ts'
import { checkRecord } from './record/check-record.ts'
import { historyOf } from './record/record-store.ts'
import {
  type HandedIn,
  handedInOnce,
  machineAt,
  personAtStep,
  type StepSettings,
  stepOf,
  type StepsDesk,
  stepsDesk,
} from './testing/steps-desk.ts'

let rig: Rig
let prepared: HandedIn

before(async () => {
  rig = await startRig()
  prepared = await handedInOnce(rig)
})

after(() => rig.stop())

type SentNotifications = { readonly notices: readonly string[]; readonly mails: readonly string[] }

/** The notices of a user so far. */
async function notificationsOf(
  { database }: StepsDesk,
  { userId, email }: Person,
): Promise<SentNotifications> {
  const notices = await database.query<{ kind: string }>(
    'select kind from notifications.notice where account_id = $1 order by id',
    [userId],
  )
  const mails = await database.query<{ template: string }>(
    'select template from mail.outbox where recipient = $1 order by created_at',
    [email],
  )
  return {
    notices: notices.rows.map(({ kind }) => kind),
    mails: mails.rows.map(({ template }) => template),
  }
}

const decided = ({ deps }: StepsDesk, { userId }: Person) =>
  until('it is decided', async () => (await kycStateOf(deps, userId)) !== 'submitted')

type World = { readonly desk: StepsDesk; readonly person: Person }

/** A user who has submitted everything, and a running worker. */
async function handedIn(t: Lasting, rules: StepSettings = {}): Promise<World> {
  const desk = await stepsDesk(t, await prepared.database(), rules)
  return { desk, person: prepared.person }
}

test('R-42 SRV-41: in a simulation the automatic check approves, and the user is notified at once', async (t) => {
  const { desk, person } = await handedIn(t)
  const listener = new pg.Client({ connectionString: desk.databaseUrl })
  await listener.connect()
  t.after(() => listener.end())
  const heard: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query('listen tukar_own_event')
  machineAt(t, desk)
  await decided(desk, person)
  assert.equal(await kycStateOf(desk.deps, person.userId), 'approved')
  assert.equal(await verifiedNameOf(desk.deps, person.userId), 'Dewi Lestari')
  await until('the change is announced', () => heard.length > 0)
  assert.deepEqual(heard, [`${person.userId}:kyc_status:verified`])
  assert.deepEqual(await notificationsOf(desk, person), {
    notices: ['kyc_approved'],
    mails: ['kyc_approved'],
  })
  const steps = await historyOf(desk.database, person.userId)
  assert.deepEqual(
    steps.map(({ from, to, actor }) => [from, to, actor]),
    [
      ['draft', 'submitted', 'user'],
      ['submitted', 'approved', 'machine'],
    ],
  )
  // The typed details went to the check, and the e-mail contains only the name of them.
  const [asked] = desk.server.asked
  assert.match(asked?.fields['expected'] ?? '', /Dewi Lestari/)
  const mails = await desk.database.query<{ id: string; sealed: Buffer }>(
    'select mail_id as id, sealed from mail.outbox',
  )
  for (const { id, sealed } of mails.rows) {
    const text = JSON.stringify(openParams(desk.deps.keys, id, sealed))
    assert.doesNotMatch(text, /3273014107|Bandung|8123456/)
  }
})

test('R-42: in live mode a clear case waits for an operator', async (t) => {
  const { desk, person } = await handedIn(t, { machineApproves: false })
  machineAt(t, desk)
  await decided(desk, person)
  assert.equal(await kycStateOf(desk.deps, person.userId), 'in_review')
  const [finding] = await findingsOf(desk.deps, person.userId)
  assert.deepEqual(finding?.verdict, { decision: 'approve', reasons: [] })
  assert.equal(finding?.findings.face?.probability, 0.94)
  assert.deepEqual((await notificationsOf(desk, person)).notices, ['kyc_review'])
})

test('R-42: an unclear case is reviewed by an operator, with the reason', async (t) => {
  const no = { name: 1, number: true, birthDate: true }
  const cases: readonly [string, (desk: StepsDesk) => void][] = [
    ['unreadable', (desk) => desk.server.findDocument('Extraction Failed.')],
    ['number_differs', (desk) => desk.server.findDocument({ dataCheck: { ...no, number: false } })],
    ['name_differs', (desk) => desk.server.findDocument({ dataCheck: { ...no, name: 0.5 } })],
    ['suspicious', (desk) => desk.server.findDocument({ dataCheck: { ...no, birthDate: false } })],
    [
      'no_face',
      (desk) => desk.server.findFace({ refusal: 'Face verification failed. FACE_NOT_FOUND' }),
    ],
    ['face_differs', (desk) => desk.server.findFace({ probability: 0.2 })],
    [
      'face_differs',
      (desk) => desk.server.findFace({ refusal: 'Face verification failed', probability: 0.1 }),
    ],
  ]
  for (const [reason, find] of cases) {
    const { desk, person } = await handedIn(t)
    find(desk)
    machineAt(t, desk)
    await decided(desk, person)
    const { state, reason: shownReason, kyc_step } = await stepOf(desk, person)
    // Only the reviewer sees the reason.
    assert.deepEqual([state, shownReason, kyc_step], ['in_review', null, 3])
    const stored = await desk.database.query(
      'select reason_code as reason from kyc.record where user_id = $1',
      [person.userId],
    )
    assert.deepEqual(stored.rows, [{ reason }])
  }
})

test('FLT-37: while the identity check fails in any way, the record stays submitted; then it is decided', async (t) => {
  const { desk, person } = await handedIn(t)
  const faults = ['error', 'busy', 'junk', 'wrong_shape', 'disconnect', 'unauthorized'] as const
  for (const fault of faults) {
    for (const operation of ['create', 'document', 'face'] as const) {
      desk.server.fail(operation, fault)
      assert.equal(await checkRecord(desk.deps, person.userId), 'later', `${operation} ${fault}`)
      const { state, kyc_step } = await stepOf(desk, person)
      assert.deepEqual([state, kyc_step], ['submitted', 3])
    }
  }
  assert.deepEqual((await notificationsOf(desk, person)).notices, [])
  for (const operation of ['create', 'face', 'document'] as const) {
    desk.server.fail(operation, 'error', 2)
  }
  machineAt(t, desk)
  await decided(desk, person)
  assert.equal(await kycStateOf(desk.deps, person.userId), 'approved')
})

test('FLT-37: a check that is never answered leads to a review, and blocks nobody', async (t) => {
  const { desk, person } = await handedIn(t)
  const { userId } = person
  desk.server.fail('document', 'error', 100)
  await desk.database.query('update kyc.record set attempts = 14 where user_id = $1', [userId])
  assert.equal(await checkRecord(desk.deps, userId), 'later')
  await desk.database.query('update kyc.record set attempts = 15 where user_id = $1', [userId])
  assert.equal(await checkRecord(desk.deps, userId), 'decided')
  assert.equal(await kycStateOf(desk.deps, userId), 'in_review')
  const [finding] = await findingsOf(desk.deps, userId)
  assert.equal(finding?.findings.document, null)
})

test('FLT-37: a lost verification begins again within the check', async (t) => {
  const { desk, person } = await handedIn(t)
  desk.server.fail('face', 'lost')
  desk.server.fail('document', 'lost')
  assert.equal(await checkRecord(desk.deps, person.userId), 'decided')
  const begun = desk.server.asked.filter(({ operation }) => operation === 'create')
  assert.equal(begun.length, 3)
  assert.equal(await kycStateOf(desk.deps, person.userId), 'approved')
})

test('SRV-39: a number that was not typed is taken from the document, and belongs to one account alone', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const extraction = {
    fullName: 'DEWI LESTARI',
    documentNumber: '3273 0141 0790 0003',
    birthDate: '1990-07-01',
    confidence: 0.9,
  }
  const dataCheck = { name: 1, number: null, birthDate: true }
  desk.server.findDocument({ extraction, dataCheck })
  const [first, second] = [
    await personAtStep(desk, 3, 'id', { orang_nik: '' }),
    await personAtStep(desk, 3, 'id', { orang_nik: '' }),
  ]
  assert.equal(await checkRecord(desk.deps, first.userId), 'decided')
  assert.equal(await checkRecord(desk.deps, second.userId), 'decided')
  assert.equal((await identityOf(desk.deps, first.userId))?.number, '3273014107900003')
  assert.equal(await kycStateOf(desk.deps, first.userId), 'approved')
  assert.equal((await stepOf(desk, second)).state, 'in_review')
  const approval = { decision: 'approve', reason: null, actor: 7, userId: second.userId } as const
  const approved = inTransaction(desk.database, (transaction) =>
    decide(transaction, desk.deps, approval),
  )
  await assert.rejects(approved, { code: 'kyc.number_used' }, 'nor by a reviewer')
})

test('SRV-39: if the typed number differs from the document, both are checked', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const shown = '3273014107900003'
  const owner = await personAtStep(desk, 3, 'id', { orang_nik: shown })
  assert.equal(await checkRecord(desk.deps, owner.userId), 'decided')
  const extraction = {
    fullName: 'DEWI LESTARI',
    documentNumber: shown,
    birthDate: '1990-07-01',
    confidence: 0.9,
  }
  const dataCheck = { name: 1, number: false, birthDate: true }
  desk.server.findDocument({ extraction, dataCheck })
  const other = await personAtStep(desk, 3)
  assert.equal(await checkRecord(desk.deps, other.userId), 'decided')
  const [finding] = await findingsOf(desk.deps, other.userId)
  assert.deepEqual(finding?.verdict.reasons, ['number_used', 'number_differs'])
  // Only the reviewer sees why the case waits: the user would learn that the number is taken.
  const { state, reason } = await stepOf(desk, other)
  assert.deepEqual([state, reason], ['in_review', null])
})

test("INV-20 SRV-41: an operator's decision during a check stays, and is notified once", async (t) => {
  const { desk, person } = await handedIn(t)
  const { check } = desk.deps
  const meanwhile = {
    ...check,
    async checkFace(asked: Parameters<typeof check.checkFace>[0]) {
      const { userId } = person
      const rejection = { userId, decision: 'reject', reason: 'expired', actor: 7 } as const
      await inTransaction(desk.database, (transaction) => decide(transaction, desk.deps, rejection))
      return check.checkFace(asked)
    },
  }
  assert.equal(await checkRecord({ ...desk.deps, check: meanwhile }, person.userId), 'nothing')
  const { state, reason } = await stepOf(desk, person)
  assert.deepEqual([state, reason], ['rejected', 'expired'])
  assert.deepEqual(await notificationsOf(desk, person), {
    notices: ['kyc_rejected'],
    mails: ['kyc_rejected'],
  })
  assert.deepEqual(await findingsOf(desk.deps, person.userId), [])
})

/** A database whose connections break at the n-th statement of a check, as if the process died. */
function dyingAt(desk: StepsDesk, statements: number) {
  let left = statements
  const dead = (): void => {
    if (left-- <= 0) throw new Error('the process is dead')
  }
  const { database } = desk
  const query = (...args: Parameters<typeof database.query>) => {
    dead()
    return database.query(...args)
  }
  const connect = async () => {
    dead()
    const client = await database.connect()
    const wrapped = {
      query(...args: Parameters<typeof client.query>) {
        dead()
        return client.query(...args)
      },
      // A connection that broke within a transaction is never reused.
      release: (error?: Error) => client.release(left < 0 ? (error ?? true) : error),
    }
    return wrapped
  }
  return { ...desk.deps, database: { query, connect } as unknown as typeof database }
}

test('FLT-37: after a kill at any statement of a check, the next worker decides once and notifies once', async () => {
  const statementsMax = 60
  let killed = 0
  for (let at = 0; at < statementsMax; at++) {
    const scope = shortly()
    const { desk, person } = await handedIn(scope)
    const looked = await checkRecord(dyingAt(desk, at), person.userId).catch(() => 'killed')
    if (looked === 'killed') {
      killed++
      assert.equal(await kycStateOf(desk.deps, person.userId), 'submitted', String(at))
      assert.equal(await checkRecord(desk.deps, person.userId), 'decided', String(at))
    }
    assert.equal(await checkRecord(desk.deps, person.userId), 'nothing', String(at))
    const { notices, mails } = await notificationsOf(desk, person)
    assert.deepEqual([notices, mails], [['kyc_approved'], ['kyc_approved']], String(at))
    assert.equal((await findingsOf(desk.deps, person.userId)).length, 1, String(at))
    assert.equal((await historyOf(desk.database, person.userId)).length, 2, String(at))
    await scope.end()
    if (looked === 'decided') break
  }
  assert.ok(killed > 15 && killed < statementsMax, `${killed} statements`)
})

test('FLT-37: claims of a killed worker are taken over by the next one at once', async (t) => {
  const { desk, person } = await handedIn(t)
  await desk.database.query(`update kyc.record set next_look_at = now() + interval '2 minutes'`)
  machineAt(t, desk)
  await decided(desk, person)
})

test('INV-20: two workers at once, as during a takeover, decide once', async (t) => {
  const { desk, person } = await handedIn(t)
  const looked = await Promise.all(
    Array.from({ length: 4 }, () => checkRecord(desk.deps, person.userId)),
  )
  assert.deepEqual(looked.sort(), ['decided', 'nothing', 'nothing', 'nothing'])
  assert.deepEqual((await notificationsOf(desk, person)).notices, ['kyc_approved'])
})
