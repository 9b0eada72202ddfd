/** The console's preview of an e-mail equals the one that is sent after the decision (ui.md 3.14). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { renderMail } from '../../../../platform/mail/templates.ts'
import type { Person } from '../../../../testing/desk.ts'
import {
  askAs,
  mailsOf,
  makeDeposit,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  withdraw,
} from '../testing/rupiah-desk.ts'
import { unitsOf } from '../units.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Row = Readonly<Record<string, unknown>>
type Mail = { readonly language: 'en' | 'id'; readonly subject: string; readonly text: string }

const setUp = async (context: TestContext): Promise<RupiahDesk> =>
  rupiahDesk(context, await rig.database(), { reviewFrom: unitsOf(10_000_000) })

async function previewOf(
  desk: RupiahDesk,
  operator: Person,
  path: string,
  body: object,
): Promise<Mail | null> {
  const answer = await askAs(desk, operator, `/desk/${path}/preview`, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body['data'] as { mail: Mail | null }).mail
}

/** A sent e-mail, without the user's name and the time. */
async function sentMail(
  desk: RupiahDesk,
  person: Person,
  template: 'withdrawal_rejected' | 'deposit_credited',
  language: 'en' | 'id',
) {
  const [params] = await mailsOf(desk, person, template)
  assert.ok(params !== undefined)
  const brand = { product: 'Tukar', origin: 'https://tukar.example' }
  const shown = { ...params, name: 'D••••' } as Readonly<Record<string, string | number>>
  const { subject, text } = renderMail(template, language, shown, brand)
  return { subject, text: timeless(text) }
}

/** The minute may differ. */
const timeless = (text: string) => text.replaceAll(/^(Time|Waktu): .*$/gm, '$1')

test('INV-22 SRV-81: the e-mail of a rejection is previewed in the user’s language, with the reason', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await desk.database.query(`update accounts.users set language = 'id' where id = $1`, [
    dewi.userId,
  ])
  const { body } = await withdraw(desk, dewi, 10_000_000)
  const id = Number((body['data'] as Row)['id'])
  await rowIn(desk, 'withdrawal', id, 'waiting')
  const ratna = await desk.operator('Ratna')
  const path = `withdrawals/${id}`
  const verdict = { decision: 'reject', reason: 'The papers are\n another person’s' }
  const shown = await previewOf(desk, ratna, path, verdict)
  assert.equal(shown?.language, 'id')
  assert.match(shown.text, /Alasan: The papers are another person’s\.$/m)
  assert.equal(shown.text.includes('Dewi'), false, 'the name stays masked')
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_rejected')).length, 0, 'nothing is sent')
  // The first of two required approvals sends nothing.
  assert.equal(await previewOf(desk, ratna, path, { decision: 'approve' }), null)
  assert.equal((await askAs(desk, ratna, `/desk/${path}/decide`, verdict)).status, 200)
  await rowIn(desk, 'withdrawal', id, 'canceled')
  const sent = await sentMail(desk, dewi, 'withdrawal_rejected', 'id')
  assert.deepEqual({ subject: shown.subject, text: timeless(shown.text) }, sent)
  const late = await askAs(desk, ratna, `/desk/${path}/preview`, verdict)
  assert.deepEqual([late.status, late.body['code']], [409, 'desk.already_decided'])
})

test('INV-22 SRV-72: the e-mail of a credit is previewed by the second operator and equals the sent one', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${invoiceId}/pay`, { amount: 140_000 })
  await rowIn(desk, 'deposit', depositId, 'quarantined')
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const path = `deposits/${depositId}`
  const verdict = { decision: 'credit', reason: 'The bank confirms it.' }
  assert.equal(await previewOf(desk, ratna, path, { decision: 'credit' }), null)
  assert.equal((await askAs(desk, ratna, `/desk/${path}/decide`, verdict)).status, 200)
  const shown = await previewOf(desk, bayu, path, { decision: 'credit' })
  assert.ok(shown !== null)
  assert.match(shown.subject, /140\.000/)
  assert.equal((await askAs(desk, bayu, `/desk/${path}/decide`, verdict)).status, 200)
  await rowIn(desk, 'deposit', depositId, 'credited')
  const { language } = shown
  const sent = await sentMail(desk, dewi, 'deposit_credited', language)
  assert.deepEqual({ subject: shown.subject, text: timeless(shown.text) }, sent)
})

test('SRV-72: a user notified of a check is also notified that the deposit was not credited', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const { depositId } = await makeDeposit(desk, dewi)
  await desk.database.query('update simulated_bank.invoice set amount = amount + 1000')
  await desk.database.query('update wallets.deposit set next_look_at = now(), hints = hints + 1')
  await rowIn(desk, 'deposit', depositId, 'quarantined')
  const ratna = await desk.operator('Ratna')
  const shown = await previewOf(desk, ratna, `deposits/${depositId}`, { decision: 'reject' })
  assert.match(String(shown?.subject), /150\.000/)
  const verdict = { decision: 'reject', reason: 'Nobody paid it.' }
  const answer = await askAs(desk, ratna, `/desk/deposits/${depositId}/decide`, verdict)
  assert.equal(answer.status, 200)
  assert.equal((await mailsOf(desk, dewi, 'deposit_rejected')).length, 1)
})
