import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type TestAnswer, type Person, personAt } from '../../../testing/desk.ts'
import { decide, type KycDecision } from '../record/decide.ts'
import { filesOf } from '../file-store.ts'
import { historyOf } from '../record/record-store.ts'
import {
  agree,
  choose,
  describe,
  newNumber,
  personAtStep,
  record,
  stepOf,
  type StepsDesk,
  stepsDesk,
  type Variant,
} from '../testing/steps-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const decideAt = async (
  { database, deps }: StepsDesk,
  { userId }: Person,
  decision: Pick<KycDecision, 'decision' | 'piece'>,
): Promise<void> => {
  const whole = { reason: 'other', actor: 7, userId, ...decision } as const
  await inTransaction(database, (transaction) => decide(transaction, deps, whole))
}

/** All steps at which a user can be, and the calls of the variant that are in order there. */
type Place = {
  readonly name: string
  readonly step: 0 | 1 | 2 | 3
  readonly decision?: Pick<KycDecision, 'decision' | 'piece'>
  readonly open: readonly string[]
}

const places: readonly Place[] = [
  { name: 'nothing but the nationality', step: 0, open: ['choose', 'agree'] },
  { name: 'agreed', step: 1, open: ['choose', 'describe'] },
  { name: 'described', step: 2, open: ['record'] },
  { name: 'handed in', step: 3, open: [] },
  { name: 'in review', step: 3, decision: { decision: 'review' }, open: [] },
  { name: 'approved', step: 3, decision: { decision: 'approve' }, open: [] },
  { name: 'rejected', step: 3, decision: { decision: 'reject' }, open: ['describe'] },
  {
    name: 'the document asked for again',
    step: 3,
    decision: { decision: 'reject', piece: 'document' },
    open: ['describe'],
  },
  {
    name: 'the video asked for again',
    step: 3,
    decision: { decision: 'reject', piece: 'video' },
    open: ['record'],
  },
]

const asks: Readonly<
  Record<string, (desk: StepsDesk, person: Person, variant: Variant) => Promise<TestAnswer>>
> = {
  choose,
  agree,
  describe: (desk, person, variant) =>
    describe(desk, person, variant, variant === 'id' ? newNumber() : {}),
  record: (desk, person, variant) => record(desk, person, variant),
}

/** Everything that a call could have changed. */
async function rowsOf({ database }: StepsDesk, { userId }: Person): Promise<unknown> {
  const [rows, files, history] = await Promise.all([
    database.query('select * from kyc.record where user_id = $1', [userId]),
    filesOf(database, userId),
    historyOf(database, userId),
  ])
  return [rows.rows, files, history]
}

for (const place of places) {
  test(`ATT-48: ${place.name}: every call out of order is 409 and changes nothing, the others succeed`, async (t) => {
    const desk = await stepsDesk(t, await rig.database())
    const personThere = async (): Promise<Person> => {
      const person = await personAtStep(desk, place.step)
      if (place.decision !== undefined) await decideAt(desk, person, place.decision)
      return person
    }
    const person = await personThere()
    const before = await rowsOf(desk, person)
    for (const variant of ['id', 'global'] as const) {
      for (const [name, ask] of Object.entries(asks)) {
        // The nationality belongs to no variant: it can be changed while the record is open.
        const isOpen = place.open.includes(name) && (variant === 'id' || name === 'choose')
        if (isOpen) continue
        const { status, body } = await ask(desk, person, variant)
        const isOther = variant === 'global' && name !== 'choose'
        const code = isOther ? 'kyc.other_kind' : 'kyc.step'
        assert.deepEqual([status, body['code']], [409, code], `${name} of ${variant}`)
        assert.deepEqual(await rowsOf(desk, person), before, `${name} of ${variant}`)
      }
    }
    for (const name of place.open) {
      const other = await personThere()
      const answer = await asks[name]?.(desk, other, 'id')
      assert.equal(answer?.body['success'], 1, `${name}: ${JSON.stringify(answer?.body)}`)
    }
  })
}

test('ATT-48: no step works before the nationality, or without a session', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAt(desk, 'Dewi')
  for (const variant of ['id', 'global'] as const) {
    for (const name of ['agree', 'describe', 'record']) {
      assert.equal((await asks[name]?.(desk, person, variant))?.status, 409, name)
      const guest = { ...person, token: 'x'.repeat(43) }
      assert.equal((await asks[name]?.(desk, guest, variant))?.status, 401, name)
    }
  }
  assert.equal((await stepOf(desk, person))['kyc_step'], 0)
})

test('ATT-44: a slowly sent video blocks no other user, and blocks a second one of its sender', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const [slow, other] = [await personAtStep(desk, 2), await personAtStep(desk, 2)]
  const url = new URL(await desk.http.listen({ host: '127.0.0.1', port: 0 }))
  const headOf = (token: string) =>
    `POST /kyc/id/03-video-upload HTTP/1.1\r\nhost: x\r\njwt: ${token}\r\n` +
    'content-type: multipart/form-data; boundary=x\r\ncontent-length: 40000000\r\n\r\n--x'
  const drip = (token: string) => {
    const socket = connect(Number(url.port), url.hostname)
    const dripping = { socket, isAnswered: false }
    socket.on('error', () => undefined).on('data', () => (dripping.isAnswered = true))
    socket.write(headOf(token))
    return dripping
  }
  const inHand = async (person: Person) => {
    let dripping = drip(person.token)
    t.after(() => dripping.socket.destroy())
    await until('the slow one is in hand', async () => {
      // Our own request may have been in progress when it arrived.
      if (dripping.isAnswered) {
        dripping.socket.destroy()
        dripping = drip(person.token)
      }
      const { status } = await record(desk, person, 'id', Buffer.from('no video'))
      return status === 503 && !dripping.isAnswered
    })
    return dripping.socket
  }
  // More than the limit, by their announced sizes.
  const sockets = [await inHand(slow)]
  for (let more = 0; more < 3; more++) sockets.push(await inHand(await personAtStep(desk, 2)))
  assert.equal((await record(desk, other, 'id')).body['success'], 1)
  for (const socket of sockets) socket.destroy()
  const open = () =>
    new Promise<number>((resolve) => desk.http.server.getConnections((_, n) => resolve(n)))
  await until('it is given up', async () => (await open()) === 0)
  assert.equal((await record(desk, slow, 'id')).body['success'], 1)
})

test('ATT-44: a connection closed during admission frees its slot', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const hasty = await personAtStep(desk, 2)
  const url = new URL(await desk.http.listen({ host: '127.0.0.1', port: 0 }))
  const head =
    `POST /kyc/id/03-video-upload HTTP/1.1\r\nhost: x\r\njwt: ${hasty.token}\r\n` +
    'content-type: multipart/form-data; boundary=x\r\ncontent-length: 40000000\r\n\r\n'
  for (let calls = 0; calls < 5; calls++) {
    const socket = connect(Number(url.port), url.hostname)
    socket.write(head)
    await once(desk.http.server, 'request')
    socket.destroy()
  }
  await until('his video is taken', async () => (await record(desk, hasty, 'id')).status === 200)
})

const atOnce = (ask: () => Promise<TestAnswer>) => Promise.all(Array.from({ length: 20 }, ask))

test('ATT-48: of 20 concurrent calls one succeeds, at each step', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const steps = [
    (person: Person) => agree(desk, person, 'id'),
    (person: Person) => describe(desk, person, 'id', newNumber()),
    (person: Person) => record(desk, person, 'id'),
  ]
  for (const [at, step] of steps.entries()) {
    const person = await personAtStep(desk, at === 0 ? 0 : at === 1 ? 1 : 2)
    const answers = await atOnce(() => step(person))
    const done = answers.filter(({ body }) => body['success'] === 1)
    assert.equal(done.length, 1, `step ${at}`)
    for (const { status } of answers) assert.ok([200, 409, 429, 503].includes(status), `${status}`)
    assert.equal((await stepOf(desk, person))['kyc_step'], at + 1)
  }
})

test('SRV-39 ATT-50 LOW-2: four users who submit one number at once all wait, and learn nothing of each other', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const number = newNumber()
  const people: Person[] = []
  for (let i = 0; i < 4; i++) people.push(await personAtStep(desk, 2, 'id', number))
  const answers = await Promise.all(people.map((person) => record(desk, person, 'id')))
  for (const { body } of answers) assert.deepEqual([body['success'], body['code']], [1, ''])
  const waiting = await desk.database.query(
    `select count(*)::integer as count, count(number_index)::integer as numbers
     from kyc.record where state = 'submitted'`,
  )
  assert.deepEqual(waiting.rows, [{ count: 4, numbers: 4 }])
})
