/** Actions of operators at the console, and the people whose money they decide on. */
import assert from 'node:assert/strict'
import { auditActionMessages, deskMessages, type Language, createTranslator } from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import type { Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { type Client, type JsonObject, listRows, objectAt, textAt } from '../harness/http.ts'
import { openLedger } from '../harness/ledger.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { databaseUrlOf, type Person, verifiedPerson } from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

/** How long to wait for the effect of a key before pressing it again. */
const keyMs = 2_000

/** The texts of the console in a language. */
export const createConsoleTranslator = (language: Language) =>
  createTranslator(deskMessages, language)

/** The audit log's name of an action, by its code. */
export const translateAction = createTranslator(auditActionMessages, 'en')

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

/** Assigns a role: one demo admin proposes it, another confirms it. */
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

/** Opens a page of the console as a demo operator. */
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

/**
 * Creates a person with a bank account and a withdrawal of this many rupiah. Resolves with its id once it has
 * the status.
 */
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
 * Deletes an accepted payout at the bank before the bank processes it. Resolves once the exchange has
 * detected it and has booked its charges back.
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
    // The exchange waits two minutes before it treats a payout as unknown to the bank, so this moves the
    // payout into the past.
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

/** A person's withdrawals, newest first. */
export async function withdrawalsOf(client: Client, { token }: Pick<Person, 'token'>) {
  const query = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
  return listRows(await client.call('GET', '/wallets_idr/withdraws', { token, query }))
}

/** The last status of a withdrawal. */
export function stateOf(row: Row): string {
  const steps = Array.isArray(row['steps']) ? row['steps'] : []
  return /"state":"(\w+)"/.exec(JSON.stringify(steps.at(-1) ?? {}))?.[1] ?? ''
}

/** Waits until a person's newest withdrawal has this status. */
export async function untilState(client: Client, person: Person, state: string): Promise<void> {
  await until(`a withdrawal that is ${state}`, async () => {
    const [newest] = await withdrawalsOf(client, person)
    return newest !== undefined && stateOf(newest) === state
  })
}

/** Presses a key of the console until it has an effect: a page that has just rendered may miss one. */
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

/** Enters a reason and confirms the decision. It is sent after a delay, in which it can be undone. */
export async function confirmWith(page: Page, reason: string, title: RegExp): Promise<void> {
  await page.getByLabel(/^(?:Reason|Alasan)$/).fill(reason)
  await page.getByRole('button', { name: title }).click()
}

/** The smallest accepted picture: 100 x 100 pixels of one color. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAMAAABHPGVmAAAAA1BMVEUiRGasd+E4AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIUlEQVRo3u3BgQAAAADDoPlTX+EAVQEAAAAAAAAAAACPASd0AAG4NzwVAAAAAElFTkSuQmCC'

/** Creates a person with a deposit and uploads a picture as proof of payment; returns the deposit's id. */
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
