import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { serverMessage } from '@tukar/i18n/server'
import type {
  DeskIdentity,
  DeskIdentityRow,
  DeskIdentityShown,
  DeskPreview,
  DeskRole,
} from '@tukar/wire'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { jpegOf } from '../../../platform/media/testing/pictures.ts'
import { type TestAnswer, ask, giveRole, type Person, personAt } from '../../../testing/desk.ts'
import { createDesk } from '../../desk/index.ts'
import { registerIdentityDesk } from './desk-routes.ts'
import { saveFinding } from '../finding-store.ts'
import { identityOf, kycStateOf } from '../identity.ts'
import {
  create,
  idIn,
  type IdmetaRig,
  idmetaOn,
  ktpOf,
  nik,
  sendDocument,
  sendFace,
  verifiedPerson,
} from '../testing/idmeta-rig.ts'

let rig: Rig
let picture: Buffer

before(async () => {
  rig = await startRig()
  picture = await jpegOf(400, 300)
})

after(() => rig.stop())

const reason = 'the face on the card is hard to see'

/** The reviewer's calls, with a reviewer and a user who is waiting. */
async function deskOf(t: TestContext) {
  const on = await idmetaOn(t, await rig.database(), { machineApproves: false })
  const { database, sessions, log, keys } = on
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  registerIdentityDesk(on.http, desk, on.deps)
  const reviewer = await operatorAt(on, 'Rina', ['kyc'])
  const dewi = await verifiedPerson(on, 'Dewi Lestari', picture)
  return { ...on, desk, reviewer, dewi }
}

type DeskRig = Awaited<ReturnType<typeof deskOf>>

async function operatorAt(on: IdmetaRig, name: string, roles: readonly DeskRole[]) {
  const person = await personAt(on, name)
  for (const role of roles) await giveRole(on.database, person.userId, role)
  await on.database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [person.userId],
  )
  return person
}

const caseUrl = ({ userId }: Person, what = '') => `/desk/identity/${userId}${what}`

const outcome = ({ status, body }: TestAnswer) => [status, body['code']] as const

/** The body of a call, typed as declared. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the call answers
const dataOf = <T>({ body }: TestAnswer): T => body['data'] as T

function decideAs(on: DeskRig, by: Person, person: Person, body: object): Promise<TestAnswer> {
  const full = { note: reason, ...body }
  return ask(on, 'POST', caseUrl(person, '/decide'), { token: by.token, body: full })
}

async function showTo(on: DeskRig, by: Person, person: Person, why = reason): Promise<TestAnswer> {
  return ask(on, 'POST', caseUrl(person, '/show'), { token: by.token, body: { reason: why } })
}

async function fileAs(on: DeskRig, by: Person, person: Person, fileId: string, token: string) {
  const url = `${caseUrl(person, `/file/${fileId}`)}?token=${encodeURIComponent(token)}`
  const answer = await on.http.inject({ method: 'GET', url, headers: { jwt: by.token } })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

test('SRV-41 ATT-104: queue and case are masked, with the findings as figures', async (t) => {
  const on = await deskOf(t)
  const { token } = on.reviewer
  const list = await ask(on, 'GET', '/desk/identity', { token })
  const { datas, total } = dataOf<{ datas: DeskIdentityRow[]; total: number }>(list)
  assert.equal(total, 1)
  const [row] = datas
  assert.deepEqual([row?.id, row?.state, row?.kind], [on.dewi.userId, 'in_review', 'indonesia'])
  assert.equal(row?.person?.name, 'Dewi L••••')
  const answer = await ask(on, 'GET', caseUrl(on.dewi), { token })
  const found = dataOf<DeskIdentity>(answer)
  assert.deepEqual(found.masked, {
    name: 'Dewi L••••',
    number: `${'•'.repeat(12)}${nik.slice(-4)}`,
    number_kind: 'ktp',
  })
  assert.deepEqual(found.can, ['approve', 'reject', 'again'])
  assert.deepEqual(
    found.files.map(({ kind }) => kind),
    ['document', 'document_back', 'selfie'],
  )
  const [finding] = found.findings
  assert.deepEqual([finding?.probability, finding?.verdict], [0.94, 'approve'])
  assert.equal(finding?.document?.matches.name, 1)
  assert.deepEqual(
    found.steps.map(({ to, actor }) => [to, actor]),
    [
      ['submitted', 'user'],
      ['in_review', 'machine'],
    ],
  )
  const text = JSON.stringify([list.body, answer.body])
  for (const value of [nik, 'Lestari', '1990-07-01', on.dewi.email]) {
    assert.equal(text.includes(value), false, value)
  }
  for (const queue of ['submitted', 'rejected', 'approved']) {
    const other = await ask(on, 'GET', `/desk/identity?queue=${queue}`, { token })
    assert.equal(dataOf<{ total: number }>(other).total, 0, queue)
  }
  const [waits] = await on.desk.queues()
  assert.deepEqual([waits?.name, waits?.count], ['identity.review', 1])
})

test('SRV-41: the newest finding is first, and read texts are in the same order', async (t) => {
  const on = await deskOf(t)
  const { userId } = on.dewi
  const findings = { document: null, face: null, refusal: null }
  const verdict = { decision: 'review', reasons: ['unreadable'] } as const
  await saveFinding(on.database, on.deps, { userId, source: 'modal', findings, verdict })
  const answer = await ask(on, 'GET', caseUrl(on.dewi), { token: on.reviewer.token })
  const found = dataOf<DeskIdentity>(answer).findings
  assert.deepEqual(
    found.map(({ reasons }) => reasons),
    [['unreadable'], []],
  )
  const shown = dataOf<DeskIdentityShown>(await showTo(on, on.reviewer, on.dewi))
  assert.deepEqual(
    shown.read.map(({ number }) => number),
    [null, nik],
  )
})

test('ATT-47 ATT-104 SRV-44: a case is shown with a reason, and each display is recorded without personal data', async (t) => {
  const on = await deskOf(t)
  const hidden = await ask(on, 'POST', caseUrl(on.dewi, '/show'), {
    token: on.reviewer.token,
    body: {},
  })
  assert.equal(hidden.status, 400)
  const why = `DEWI ${nik} or dewi@people.example has a bad picture`
  const shown = dataOf<DeskIdentityShown>(await showTo(on, on.reviewer, on.dewi, why))
  assert.deepEqual([shown.details?.name, shown.details?.number], ['Dewi Lestari', nik])
  assert.deepEqual(shown.read[0]?.number, nik)
  assert.equal(shown.email, on.dewi.email)
  for (const { id, media_type: type } of shown.files) {
    const file = await fileAs(on, on.reviewer, on.dewi, id, shown.token)
    assert.deepEqual([file.status, file.headers['content-type']], [200, type])
    assert.equal(file.headers['content-disposition'], 'attachment')
    assert.equal(file.headers['cache-control'], 'no-store')
    assert.deepEqual([...file.content.subarray(0, 3)], [0xff, 0xd8, 0xff])
  }
  const entries = await on.database.query<{ action: string; text: string }>(
    'select action, a::text as text from desk.audit_entry a order by no',
  )
  assert.deepEqual(
    entries.rows.map(({ action }) => action),
    ['identity.show', 'identity.file', 'identity.file', 'identity.file'],
  )
  for (const { text } of entries.rows) {
    assert.match(text, /has a bad picture/)
    assert.doesNotMatch(text, /dewi|lestari|3171|@/i)
  }
})

test('LOW-2 SRV-39: two waiting cases with one number both say so, the audit log names the accounts, and only one is approved', async (t) => {
  const on = await deskOf(t)
  const eka = await verifiedPerson(on, 'Eka', picture)
  assert.equal(await kycStateOf(on.deps, eka.userId), 'in_review')
  const shown = dataOf<DeskIdentityShown>(await showTo(on, on.reviewer, eka))
  assert.deepEqual(shown.used_by, [on.dewi.userId])
  const first = dataOf<DeskIdentityShown>(await showTo(on, on.reviewer, on.dewi))
  assert.deepEqual(first.used_by, [eka.userId], 'who came first is shown the other one too')
  for (const person of [eka, on.dewi]) {
    const masked = await ask(on, 'GET', caseUrl(person), { token: on.reviewer.token })
    assert.equal(dataOf<DeskIdentity>(masked).number_shared, true)
  }
  const entries = await on.database.query(
    `select after from desk.audit_entry where action = 'identity.show' order by no`,
  )
  assert.deepEqual(entries.rows, [
    { after: { used_by: [on.dewi.userId] } },
    { after: { used_by: [eka.userId] } },
  ])
  const approve = (person: Person) => decideAs(on, on.reviewer, person, { decision: 'approve' })
  assert.deepEqual(outcome(await approve(eka)), [200, ''])
  assert.equal((await approve(on.dewi)).body['code'], 'kyc.number_used')
})

test('ATT-47: files open for the operator, the case and the time of the display', async (t) => {
  const on = await deskOf(t)
  const other = await operatorAt(on, 'Roni', ['kyc'])
  const citra = await verifiedPerson(on, 'Citra', picture, '3171010107900009')
  const shown = dataOf<DeskIdentityShown>(await showTo(on, on.reviewer, on.dewi))
  const theirs = dataOf<DeskIdentityShown>(await showTo(on, other, citra))
  const id = shown.files[0]?.id ?? ''
  assert.equal((await fileAs(on, on.reviewer, on.dewi, id, shown.token)).status, 200)
  const refused = [
    await fileAs(on, other, on.dewi, id, shown.token),
    await fileAs(on, other, on.dewi, id, theirs.token),
    await fileAs(on, on.reviewer, citra, id, shown.token),
    await fileAs(on, on.reviewer, on.dewi, theirs.files[0]?.id ?? '', shown.token),
    await fileAs(on, on.reviewer, on.dewi, '../../etc/passwd', shown.token),
    await fileAs(on, on.reviewer, on.dewi, id, 'x'),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404, 404, 404, 404],
  )
  const stranger = await personAt(on, 'Stranger')
  assert.equal((await fileAs(on, stranger, on.dewi, id, shown.token)).status, 403)
  await on.database.query(`update kyc.showing set expires_at = now() - interval '1 second'`)
  assert.equal((await fileAs(on, on.reviewer, on.dewi, id, shown.token)).status, 404)
})

test('ATT-104: an operator is shown thirty users an hour at most, and others are notified', async (t) => {
  const on = await deskOf(t)
  const risk = await operatorAt(on, 'Rudi', ['risk'])
  await giveRole(on.database, on.reviewer.userId, 'admin')
  const answers = await Promise.all(
    Array.from({ length: 35 }, () => showTo(on, on.reviewer, on.dewi)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 30)
  const refused = answers.find(({ status }) => status === 429)
  assert.deepEqual(refused?.body['code'], 'desk.too_many_shown')
  // The other watchers are notified, once; the operator is not.
  const notices = await on.database.query(
    `select account_id as who, params from notifications.notice where kind = 'desk_many_shown'`,
  )
  assert.deepEqual(notices.rows, [{ who: risk.userId, params: { operator: 'Rina', max: 30 } }])
  // The masked case can still be read.
  const masked = await ask(on, 'GET', caseUrl(on.dewi), { token: on.reviewer.token })
  assert.equal(masked.status, 200)
})

test("ATT-47 SRV-44: the name on a document, which may be another person's, stays out of the audit log too", async (t) => {
  const on = await deskOf(t)
  const budi = await personAt(on, 'Budi Santoso')
  const card = ktpOf('Joko Widagdo', '3171010107900009')
  on.provider.findDocument({ ...card, dataCheck: { name: 0.2, number: null, birthDate: null } })
  const id = idIn(await create(on, budi))
  await sendDocument(on, budi, id, picture)
  await sendFace(on, budi, id, picture)
  const note = 'typed as Budi Santoso, the card says JOKO WIDAGDO: hidden'
  await showTo(on, on.reviewer, budi, note)
  await decideAs(on, on.reviewer, budi, { decision: 'reject', reason: 'name_differs', note })
  const entries = await on.database.query<{ text: string }>(
    'select a::text as text from desk.audit_entry a',
  )
  assert.equal(entries.rows.length, 2)
  for (const { text } of entries.rows) {
    assert.match(text, /hidden/)
    assert.doesNotMatch(text, /joko|widagdo|budi|santoso/i)
  }
})

test('SRV-41 ATT-48: a resubmitted case cannot be decided by a reviewer of the earlier version', async (t) => {
  const on = await deskOf(t)
  const { token } = on.reviewer
  const looked = dataOf<DeskIdentity>(await ask(on, 'GET', caseUrl(on.dewi), { token }))
  const other = await operatorAt(on, 'Roni', ['kyc'])
  const { version } = looked
  const rejected = { decision: 'reject', reason: 'unreadable', version }
  assert.equal((await decideAs(on, other, on.dewi, rejected)).body['success'], 1)
  const id = idIn(await create(on, on.dewi))
  await sendDocument(on, on.dewi, id, picture)
  await sendFace(on, on.dewi, id, picture)
  assert.equal(await kycStateOf(on.deps, on.dewi.userId), 'in_review')
  const late = await decideAs(on, on.reviewer, on.dewi, { decision: 'approve', version })
  assert.equal(late.body['code'], 'desk.already_decided')
  assert.equal(await kycStateOf(on.deps, on.dewi.userId), 'in_review')
  const anew = dataOf<DeskIdentity>(await ask(on, 'GET', caseUrl(on.dewi), { token }))
  const now = { decision: 'approve', version: anew.version }
  assert.equal((await decideAs(on, on.reviewer, on.dewi, now)).body['success'], 1)
})

test('SRV-41 DEC-65: a reviewer approves; the user is notified at once, and the decision is final', async (t) => {
  const on = await deskOf(t)
  const [before] = await on.desk.queues()
  assert.equal(before?.median_wait_s, null)
  await on.database.query(
    `update kyc.history set at = at - interval '90 seconds' where to_state = 'submitted'`,
  )
  const approved = await decideAs(on, on.reviewer, on.dewi, { decision: 'approve' })
  assert.equal(approved.body['success'], 1, JSON.stringify(approved.body))
  assert.equal(await kycStateOf(on.deps, on.dewi.userId), 'approved')
  const [waited] = await on.desk.queues()
  const seconds = waited?.median_wait_s ?? 0
  assert.ok(seconds >= 90 && seconds < 150, String(seconds))
  assert.equal(waited?.count, 0)
  for (const decision of ['approve', 'reject', 'again']) {
    const piece = decision === 'again' ? { piece: 'document' } : {}
    const why = decision === 'approve' ? {} : { reason: 'suspicious' }
    const again = await decideAs(on, on.reviewer, on.dewi, { decision, ...why, ...piece })
    assert.deepEqual(outcome(again), [409, 'desk.already_decided'], decision)
  }
  const notices = await on.database.query<{ kind: string }>(
    'select kind from notifications.notice where account_id = $1 order by id',
    [on.dewi.userId],
  )
  assert.deepEqual(notices.rows, [{ kind: 'kyc_review' }, { kind: 'kyc_approved' }])
  const list = await ask(on, 'GET', '/desk/identity?queue=approved', { token: on.reviewer.token })
  const [row] = dataOf<{ datas: DeskIdentityRow[] }>(list).datas
  assert.deepEqual([row?.decided_by, row?.state], ['Rina', 'approved'])
})

test('SRV-41 DEC-65: a rejection and a new request keep their reason, and reveal no free text', async (t) => {
  const on = await deskOf(t)
  const note = 'Dewi Lestari looks like somebody else, NIK 3171010107900003'
  const body = { decision: 'again', reason: 'unreadable', piece: 'document', note }
  assert.equal((await decideAs(on, on.reviewer, on.dewi, body)).status, 200)
  const found = dataOf<DeskIdentity>(
    await ask(on, 'GET', caseUrl(on.dewi), { token: on.reviewer.token }),
  )
  assert.deepEqual([found.state, found.reason, found.piece], ['rejected', 'unreadable', 'document'])
  assert.deepEqual(found.can, [])
  const record = await on.database.query<{ text: string }>(
    `select a::text as text from desk.audit_entry a where action = 'identity.again'`,
  )
  assert.match(record.rows[0]?.text ?? '', /looks like somebody else/)
  assert.doesNotMatch(record.rows[0]?.text ?? '', /Dewi|Lestari|3171/)
  const mails = await on.database.query<{ template: string }>('select template from mail.outbox')
  assert.ok(mails.rows.some(({ template }) => template === 'kyc_rejected'))
  for (const wrong of [
    { decision: 'reject' },
    { decision: 'reject', reason: 'his hat' },
    { decision: 'again', reason: 'unreadable' },
    { decision: 'again', reason: 'unreadable', piece: 'money' },
    { decision: 'approve', reason: 'other' },
    { decision: 'approve', note: 'no' },
    { decision: 'reject', reason: 'other', note: undefined },
  ]) {
    const answer = await decideAs(on, on.reviewer, on.dewi, wrong)
    assert.equal(answer.status, 400, JSON.stringify(wrong))
  }
  assert.equal((await identityOf(on.deps, on.dewi.userId))?.name, 'Dewi Lestari')
})

test('SRV-41: of concurrent decisions one succeeds', async (t) => {
  const on = await deskOf(t)
  const reviewers = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => operatorAt(on, `Rev${name}`, ['kyc'])),
  )
  const answers = await Promise.all(
    reviewers.map((by, at) => {
      const isApproving = at % 2 === 0
      const body = isApproving ? { decision: 'approve' } : { decision: 'reject', reason: 'other' }
      return decideAs(on, by, on.dewi, body)
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 5)
  const decided = await on.database.query(
    `select 1 from kyc.history where to_state in ('approved', 'rejected')`,
  )
  assert.equal(decided.rowCount, 1)
})

test('INV-22 ROLE-07: no reviewer reviews their own identity, and no other role reviews anybody', async (t) => {
  const on = await deskOf(t)
  await giveRole(on.database, on.dewi.userId, 'kyc')
  await on.database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [on.dewi.userId],
  )
  assert.deepEqual(outcome(await showTo(on, on.dewi, on.dewi)), [403, 'desk.own_identity'])
  const own = await decideAs(on, on.dewi, on.dewi, { decision: 'approve' })
  assert.deepEqual(outcome(own), [403, 'desk.own_identity'])
  for (const role of ['support', 'finance', 'risk', 'admin'] as const) {
    const by = await operatorAt(on, `Other${role}`, [role])
    for (const answer of [
      await ask(on, 'GET', '/desk/identity', { token: by.token }),
      await ask(on, 'GET', caseUrl(on.dewi), { token: by.token }),
      await showTo(on, by, on.dewi),
      await decideAs(on, by, on.dewi, { decision: 'approve' }),
    ]) {
      assert.deepEqual(outcome(answer), [403, 'desk.forbidden'], role)
    }
  }
  assert.equal(await kycStateOf(on.deps, on.dewi.userId), 'in_review')
})

test('SRV-41 ATT-27: without a submission, with a deleted user or an invalid id there is no case', async (t) => {
  const on = await deskOf(t)
  const { token } = on.reviewer
  const nobody = await personAt(on, 'Nobody')
  for (const id of [nobody.userId, 999_999, 'x', '0', '-1', '1e3', '9'.repeat(20)]) {
    const answer = await ask(on, 'GET', `/desk/identity/${id}`, { token })
    assert.deepEqual(outcome(answer), [404, 'desk.case_unknown'], String(id))
  }
  await on.database.query('update kyc.record set ended_at = now()')
  assert.equal((await showTo(on, on.reviewer, on.dewi)).status, 404)
  assert.equal((await decideAs(on, on.reviewer, on.dewi, { decision: 'approve' })).status, 404)
})

test('SRV-41: before the decision the reviewer sees the exact e-mail, except for the masked name', async (t) => {
  const on = await deskOf(t)
  const { token } = on.reviewer
  const preview = (body: object) => ask(on, 'POST', caseUrl(on.dewi, '/preview'), { token, body })
  const mailIn = (answer: TestAnswer) => dataOf<DeskPreview>(answer).mail
  const approval = mailIn(await preview({ decision: 'approve' }))
  assert.match(approval?.text ?? '', /\/settings\/agreement-sign/)
  assert.equal(approval?.text.includes('Lestari'), false)
  const again = { decision: 'again', reason: 'no_face', piece: 'video' }
  const mail = mailIn(await preview(again))
  assert.ok(mail !== null)
  assert.match(mail.text, new RegExp(serverMessage(mail.language, 'kyc.reason.no_face')))
  for (const broken of [{ decision: 'reject' }, { decision: 'approve', reason: 'other' }, {}]) {
    assert.equal((await preview(broken)).status, 400)
  }
  assert.equal(await kycStateOf(on.deps, on.dewi.userId), 'in_review')
  assert.equal((await decideAs(on, on.reviewer, on.dewi, again)).status, 200)
  const { rows } = await on.database.query<{ template: string }>(`select template from mail.outbox`)
  assert.ok(rows.some(({ template }) => template === 'kyc_rejected'))
  assert.deepEqual(outcome(await preview(again)), [409, 'desk.already_decided'])
})
