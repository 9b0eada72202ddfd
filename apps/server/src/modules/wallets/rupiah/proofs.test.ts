/** A proof of payment shows the payer, so opening it follows the rules for personal data. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { lockedDocument, pagesOf } from '../../../platform/media/testing/documents.ts'
import { giveRole } from '../../../testing/desk.ts'
import { storeProof } from './proofs.ts'
import { askAs, makeDeposit, rupiahDesk } from './testing/rupiah-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('ATT-104 ATT-47: each view of a proof counts as a view of personal data and is in the audit log', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const [dewi, citra] = [await desk.person('Dewi', 0), await desk.person('Citra', 0)]
  const { depositId } = await makeDeposit(desk, dewi)
  const content = Buffer.from('the picture of a receipt')
  assert.ok(await storeProof(desk.database, depositId, { mediaType: 'image/jpeg', content }))
  const bare = (await makeDeposit(desk, citra)).depositId
  const ratna = await desk.operator('Ratna')
  const rudi = await desk.operator('Rudi')
  await giveRole(desk.database, rudi.userId, 'risk')
  const open = (id: number) =>
    fetch(`${desk.url}/desk/deposits/${id}/file`, { headers: { jwt: ratna.token } })

  // A missing proof discloses nobody.
  assert.deepEqual([(await open(bare)).status, (await open(999)).status], [404, 404])
  const shown = await open(depositId)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg'])
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), content)
  // A PDF is stored unchanged as evidence, and an operator sees it as a picture (M-7).
  const pdf = { mediaType: 'application/pdf', content: pagesOf({}) }
  assert.ok(await storeProof(desk.database, depositId, pdf))
  const drawn = await open(depositId)
  assert.deepEqual([drawn.status, drawn.headers.get('content-type')], [200, 'image/jpeg'])
  assert.ok(!Buffer.from(await drawn.arrayBuffer()).includes('%PDF'))
  assert.ok(await storeProof(desk.database, depositId, { mediaType: 'image/jpeg', content }))

  const recorded = await desk.database.query(
    'select operator_id as by, action, subject from desk.audit_entry order by no',
  )
  const entry = { by: ratna.userId, action: 'deposit.file', subject: `deposit:${depositId}` }
  assert.deepEqual(recorded.rows, [entry, entry])
  const counted = await desk.database.query('select operator_id, user_id from desk.shown_person')
  const look = { operator_id: ratna.userId, user_id: dewi.userId }
  assert.deepEqual(counted.rows, [look, look])

  const more = await Promise.all(Array.from({ length: 35 }, () => open(depositId)))
  assert.equal(more.filter(({ status }) => status === 200).length, 28)
  const refused = more.find(({ status }) => status === 429)
  assert.ok(refused !== undefined)
  assert.equal(((await refused.json()) as { code: string }).code, 'desk.too_many_shown')
  const alarms = await desk.database.query(
    `select account_id as who from notifications.notice where kind = 'desk_many_shown'`,
  )
  assert.deepEqual(alarms.rows, [{ who: rudi.userId }])
  // The masked case itself can still be read.
  assert.equal((await askAs(desk, ratna, `/desk/deposits/${depositId}`)).status, 200)
})

test('M-7: an operator sees a specific reason why a PDF cannot be shown', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  const dewi = await desk.person('Dewi', 0)
  const { depositId } = await makeDeposit(desk, dewi)
  const { token } = await desk.operator('Ratna')
  for (const [content, code] of [
    [Buffer.from('%PDF-1.7 no pages'), 'desk.file_broken'],
    [lockedDocument(), 'desk.file_locked'],
    [pagesOf({ count: 11 }), 'desk.file_pages'],
  ] as const) {
    assert.ok(await storeProof(desk.database, depositId, { mediaType: 'application/pdf', content }))
    const answer = await fetch(`${desk.url}/desk/deposits/${depositId}/file`, {
      headers: { jwt: token },
    })
    const { code: answeredCode, msg } = (await answer.json()) as { code: string; msg: string }
    assert.deepEqual([answer.status, answeredCode], [409, code])
    assert.match(msg, /This PDF cannot be shown: .* Ask the user/)
  }
})
