/** What operators do at the console, and the people whose money waits there. */
import assert from 'node:assert/strict'
import { deskDeedMessages, deskMessages, type Language, translatorOf } from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import type { Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { type Client, type JsonObject, listRows, objectAt, textAt } from '../harness/http.ts'
import { openLedger } from '../harness/ledger.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { databaseUrlOf, type Person, verifiedPerson } from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

/** How long a key may take to show something before it is pressed again. */
const keyMs = 2_000

/** What the console says in a language. */
export const createConsoleTranslator = (language: Language) => translatorOf(deskMessages, language)

/** What the record calls a deed, by its code. */
export const translateAction = translatorOf(deskDeedMessages, 'en')

export type Operator = Pick<Person, 'token' | 'usid'>

/** Signs in as a demo operator over the calls. */
export async function demoOperator(
  client: Client,
  name: 'Ratna' | 'Bayu' | 'Wati',
): Promise<Operator> {
  const answer = await client.call('POST', '/simulation/enter', { body: { name } })
  assert.equal(answer.body['success'], 1, answer.text)
  return { token: textAt(answer.body, 'token'), usid: Number(answer.body['usid']) }
}

/** Gives a role: one demo admin proposes it, the other one confirms. */
export async function giveRole(
  client: Client,
  { email }: Pick<Person, 'email'>,
  role: string,
): Promise<void> {
  const [ratna, bayu] = [await demoOperator(client, 'Ratna'), await demoOperator(client, 'Bayu')]
  const made = await client.call('POST', '/desk/operators', {
    token: ratna.token,
    body: { email, role, is_given: true, reason: 'joins the team' },
  })
  assert.equal(made.body['success'], 1, made.text)
  const id = textAt(objectAt(made.body, 'data'), 'id')
  const confirmed = await client.call('POST', `/desk/operators/proposals/${id}/decide`, {
    token: bayu.token,
    body: { decision: 'confirm', reason: 'known to me' },
  })
  assert.equal(confirmed.body['success'], 1, confirmed.text)
}

/** Opens a place of the console as a demo operator. */
export async function openConsole(
  server: RunningServer,
  visitor: Visitor,
  name: 'Ratna' | 'Bayu' | 'Wati',
  path = '/executor',
): Promise<void> {
  const operator = await demoOperator(server.client, name)
  const person: Person = { ...operator, name, email: '', password: '' }
  await signInAs(visitor, person)
  await visitor.page.goto(path)
}

/** Somebody with a bank account who wants this many rupiah paid out, once that waits; its id. */
export async function requestPayout(
  server: RunningServer,
  amount: string,
  state: 'waiting' | 'sent' | 'completed' = 'waiting',
): Promise<{ readonly person: Person; readonly id: string }> {
  const { client } = server
  const person = await verifiedPerson(server, 'penarik')
  const { token, email } = person
  const post = async (path: string, body: JsonObject) => {
    const answer = await client.call('POST', path, { token, body })
    assert.equal(answer.body['success'], 1, `${path}: ${answer.text}`)
  }
  const bank = { name: 'Bank Mandiri', ac_name: 'Dewi Lestari', ac_number: '1234567890' }
  await post('/users/mybank', bank)
  await post('/otps/create', { payment: { currency: 'IDR', amount } })
  const otp = await until('a code by mail', async () => {
    const subjects = (await readMailbox(client, email)).map((mail) => textAt(mail, 'subject'))
    return subjects.flatMap((subject) => subject.match(/\b\d{6}\b/) ?? [])[0]
  })
  await post('/wallets_idr/withdraw', { amount, otp })
  await untilState(client, person, state)
  const [row] = await withdrawalsOf(client, person)
  return { person, id: textAt(row ?? {}, 'id') }
}

/**
 * The bank forgets a payout that it took and has not come to; resolves once the exchange has found that
 * out. What it had charged is the exchange's again.
 */
export async function deletePayout(server: RunningServer, id: string): Promise<void> {
  const ledger = await openLedger(databaseUrlOf(server))
  try {
    await ledger.query(
      `with gone as (
         delete from simulated_bank.payout where reference =
           (select reference from wallets.withdrawal where id = $1) returning amount + fee as units)
       update simulated_bank.account set balance = balance + (select units from gone)`,
      [id],
    )
    await ledger.query(
      `update wallets.withdrawal set next_look_at = now(), hints = hints + 1,
         sent_at = sent_at - interval '3 minutes' where id = $1`,
      [id],
    )
    // The gateway may still begin what was sent less than two minutes ago.
    await ledger.query(
      `update wallets.step set at = at - interval '3 minutes'
       where kind = 'withdrawal' and row_id = $1`,
      [id],
    )
    await until('the exchange to miss the payout', async () => {
      const text = 'select alarm from wallets.withdrawal where id = $1'
      const [row] = await ledger.query<{ alarm: string | null }>(text, [id])
      return row?.alarm === 'payout_absent'
    })
  } finally {
    await ledger.close()
  }
}

type Row = Awaited<ReturnType<typeof withdrawalsOf>>[number]

/** A person's withdrawals, the newest first. */
export async function withdrawalsOf(client: Client, { token }: Pick<Person, 'token'>) {
  const query = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
  return listRows(await client.call('GET', '/wallets_idr/withdraws', { token, query }))
}

/** The last step of a withdrawal. */
export function stateOf(row: Row): string {
  const steps = Array.isArray(row['steps']) ? row['steps'] : []
  return /"state":"(\w+)"/.exec(JSON.stringify(steps.at(-1) ?? {}))?.[1] ?? ''
}

/** Waits until a person's newest withdrawal is in this state. */
export async function untilState(client: Client, person: Person, state: string): Promise<void> {
  await until(`a withdrawal that is ${state}`, async () => {
    const [newest] = await withdrawalsOf(client, person)
    return newest !== undefined && stateOf(newest) === state
  })
}

/** Presses a key of the console until it has shown something: a page that was just drawn may miss one. */
export async function pressUntil(page: Page, key: string, shown: Locator): Promise<void> {
  await until(`what the key ${key} shows`, async () => {
    if (await shown.isVisible()) return true
    await page.keyboard.press(key)
    return shown.waitFor({ timeout: keyMs }).then(
      () => true,
      () => false,
    )
  })
}

/** Gives a reason and confirms what was chosen; it is on its way, and can be taken back. */
export async function confirmWith(page: Page, reason: string, title: RegExp): Promise<void> {
  await page.getByLabel(/^(?:Reason|Alasan)$/).fill(reason)
  await page.getByRole('button', { name: title }).click()
}

/** The smallest picture that is taken: 100 x 100 pixels of one color. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAMAAABHPGVmAAAAA1BMVEUiRGasd+E4AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIUlEQVRo3u3BgQAAAADDoPlTX+EAVQEAAAAAAAAAAACPASd0AAG4NzwVAAAAAElFTkSuQmCC'

/** Somebody who says that a deposit is paid, with a picture as proof; the deposit's id. */
export async function uploadProof(
  server: RunningServer,
  amount: string,
): Promise<{ readonly person: Person; readonly id: string }> {
  const { client, url } = server
  const person = await verifiedPerson(server, 'penyetor')
  const { token } = person
  const made = await client.call('POST', '/wallets_idr/deposit', { token, body: { amount } })
  assert.equal(made.body['success'], 1, made.text)
  const query = { page: 1, rows: 1, sort: 'id', order: 'desc', filter_rules: '[]' }
  const rows = listRows(await client.call('GET', '/wallets_idr/deposits', { token, query }))
  const id = textAt(rows[0] ?? {}, 'id')
  const form = new FormData()
  form.set('depoidr_id', id)
  const bytes = new Uint8Array(Buffer.from(picture, 'base64'))
  form.set('depoidr_file', new Blob([bytes], { type: 'image/png' }), 'proof.png')
  const sent = await fetch(new URL('/wallets_idr/deposit_file', url), {
    method: 'POST',
    headers: { jwt: token },
    body: form,
  })
  assert.equal(sent.status, 200, await sent.text())
  return { person, id }
}
