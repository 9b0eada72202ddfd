/**
 * Actions of people with their money, each from its first call to its end. A request is repeated under the
 * same id until its outcome is known, so an action ends through any number of kills.
 */
import assert from 'node:assert/strict'
import { demoOperator } from '../desk/desk-visits.ts'
import {
  type Answer,
  type Client,
  type JsonObject,
  newCommandId,
  objectAt,
  textAt,
  untilKnown,
} from '../harness/http.ts'
import { mailedLink } from '../harness/mailbox.ts'
import {
  balanceOf,
  goodPassword,
  newIdentity,
  newPerson,
  type Person,
  signIn,
  signUp,
  signupBody,
  verifyPeople,
} from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { mailedCode } from './balance-run.ts'
import { makeOverdue } from './deposits-run.ts'
import type { MoneyStage } from './money-stage.ts'

/** Runs the action to its end and checks that it happened once. */
export type Scene = () => Promise<void>
/** Prepares the state before the action, without kills. */
export type Prepare = (stage: MoneyStage) => Promise<Scene>

const toBank = { name: 'Bank Mandiri', ac_name: 'Dewi Lestari', ac_number: '1234567890' }
const pair = '/exchange/1'
/** The price in whole rupiah per bitcoin, and the amount in bitcoin. */
const price = '1650000000'
const ask = '0.00100000'
/** Twice the offered amount, so that half of the order rests. */
const pay = '3300000.00'

const decidedCodes: readonly unknown[] = ['desk.same_operator', 'desk.already_decided']

export const scenes: Readonly<Record<string, Prepare>> = {
  'somebody joins and is given the starting funds': (stage) => Promise.resolve(() => joins(stage)),
  'an order is filled by half, and what is left of it canceled': trades,
  'a deposit is paid and credited': deposits,
  'a withdrawal is asked for and paid out': withdraws,
  'a withdrawal that waits is taken back': takesBack,
  'a withdrawal that waits is approved by two, and paid out': isApproved,
  'an account is deleted, and what it was given goes back': leaves,
}

/** Repeats a request until its outcome is known, whichever server answers. */
function sure(stage: MoneyStage, ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  return untilKnown(() => ask(stage.server.client))
}

async function done(
  stage: MoneyStage,
  path: string,
  token: string,
  body: JsonObject,
): Promise<JsonObject> {
  const commandId = newCommandId()
  const answer = await sure(stage, (client) =>
    client.call('POST', path, { token, commandId, body }),
  )
  assert.equal(answer.body['success'], 1, `${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

async function verified(stage: MoneyStage): Promise<Person> {
  const person = await newPerson(stage.server.client, 'adegan')
  await verifyPeople(stage.postgres.url, [person])
  return person
}

async function countOf({ ledger }: MoneyStage, text: string, value: unknown): Promise<number> {
  const [row] = await ledger.query<{ count: string }>(text, [value])
  return Number(row?.count)
}

async function joins(stage: MoneyStage): Promise<void> {
  const identity = newIdentity('baru')
  await sure(stage, (client) => signUp(client, signupBody(identity)))
  const link = await until('the mail', () => {
    return mailedLink(stage.server.client, identity.email, '/auth/email-verification')
  })
  const code = link.searchParams.get('verification_code') ?? ''
  await sure(stage, (client) => client.call('POST', '/auth/email_verification', { body: { code } }))
  const { body, text } = await sure(stage, (client) => signIn(client, identity.email, goodPassword))
  assert.equal(body['success'], 1, text)
  const token = textAt(body, 'token')
  await until('the funds', async () => {
    return (await balanceOf(stage.server.client, token, 'IDR')).available !== '0.00'
  })
  const usid = Number(body['usid'])
  const given =
    'select count(*) from exchange.transfer where to_account_id = $1 and currency_id = 1'
  assert.equal(await countOf(stage, given, usid), 1, 'given once')
  const people = 'select count(*) from accounts.users where email = $1'
  assert.equal(await countOf(stage, people, identity.email), 1)
}

async function trades(stage: MoneyStage): Promise<Scene> {
  const seller = await newPerson(stage.server.client, 'penjual')
  const buyer = await newPerson(stage.server.client, 'pembeli')
  const order = { market_position: price, market_amount_maxbalance_marking: false }
  const sale = { ...order, market_place: 'Limit Sell', market_amount: ask }
  await done(stage, pair, seller.token, sale)
  return async () => {
    const purchase = { ...order, market_place: 'Limit Buy', market_amount: pay }
    const placed = await done(stage, pair, buyer.token, purchase)
    const id = textAt(objectAt(placed, 'data'), 'id')
    await done(stage, '/obooks/cancel', buyer.token, { id: Number(id) })
    await untilFree(stage, buyer.token, 'IDR', '0.00')
    await untilFree(stage, seller.token, 'BTC', '0.00000000')
    const of = (what: string) => `select count(*) from exchange.${what}`
    assert.equal(await countOf(stage, `${of('trade')} where taker_order_id = $1`, id), 1)
    assert.equal(await countOf(stage, `${of('orders')} where account_id = $1`, buyer.usid), 1)
  }
}

async function untilFree(
  stage: MoneyStage,
  token: string,
  symbol: string,
  nothing: string,
): Promise<void> {
  await until('nothing to be held', async () => {
    return (await balanceOf(stage.server.client, token, symbol)).held === nothing
  })
}

async function deposits(stage: MoneyStage): Promise<Scene> {
  const { token, usid } = await verified(stage)
  const amount = 123_456
  return async () => {
    const made = await done(stage, '/wallets_idr/deposit', token, { depoidr_amount: amount })
    const id = textAt(objectAt(made, 'data'), 'id')
    const rows = 'select count(*) from wallets.deposit where user_id = $1'
    assert.equal(await countOf(stage, rows, usid), 1)
    const invoice = await invoiceOf(stage, id)
    if (invoice === null) {
      // Killed before its request to the bank, the exchange does not know whether one was sent. It looks for
      // that invoice and does not create another.
      await makeOverdue(stage)
      await until('its end', async () => (await stateOf(stage, 'deposit', id)) === 'expired')
      return
    }
    assert.equal(await stage.bank.steer(`/invoices/${invoice}/pay`, { amount }), 200)
    await until('its credit', async () => (await stateOf(stage, 'deposit', id)) === 'credited')
  }
}

/** The bank's id of a deposit's invoice; null if there is none. */
async function invoiceOf({ ledger, bank }: MoneyStage, id: string): Promise<string | null> {
  const [deposit] = await ledger.query<{ reference: string }>(
    'select reference from wallets.deposit where id = $1',
    [id],
  )
  const [invoice] = await bank.books.query<{ id: string }>(
    'select id from simulated_bank.invoice where external_id = $1',
    [deposit?.reference],
  )
  return invoice?.id ?? null
}

async function stateOf(
  { ledger }: MoneyStage,
  kind: 'deposit' | 'withdrawal',
  id: string,
): Promise<string> {
  const [row] = await ledger.query<{ state: string }>(
    `select state from wallets.${kind} where id = $1`,
    [id],
  )
  return row?.state ?? ''
}

/** A person with a code for a withdrawal of this many rupiah; null for the whole balance. */
async function withCode(
  stage: MoneyStage,
  wanted: string | null,
): Promise<Person & { readonly amount: string; readonly otp: string }> {
  const person = await verified(stage)
  await done(stage, '/users/mybank', person.token, toBank)
  const { available } = await balanceOf(stage.server.client, person.token, 'IDR')
  const amount = wanted ?? String(Math.floor(Number(available)))
  await done(stage, '/otps/create', person.token, { payment: { currency: 'IDR', amount } })
  return { ...person, amount, otp: await mailedCode(stage, person.email, 1) }
}

async function withdraws(stage: MoneyStage): Promise<Scene> {
  const { token, usid, amount, otp } = await withCode(stage, '60000')
  return async () => {
    const requested = await done(stage, '/wallets_idr/withdraw', token, { amount, otp })
    const id = textAt(objectAt(requested, 'data'), 'id')
    await untilPaid(stage, id)
    const rows = 'select count(*) from wallets.withdrawal where user_id = $1'
    assert.equal(await countOf(stage, rows, usid), 1)
  }
}

async function untilPaid(stage: MoneyStage, id: string): Promise<void> {
  await until('the payout', async () => (await stateOf(stage, 'withdrawal', id)) === 'completed')
}

/** A withdrawal that is large enough to wait for two operators. */
async function waiting(
  stage: MoneyStage,
): Promise<{ readonly token: string; readonly id: string }> {
  const { token, amount, otp } = await withCode(stage, null)
  const requested = await done(stage, '/wallets_idr/withdraw', token, { amount, otp })
  const id = textAt(objectAt(requested, 'data'), 'id')
  await until('it to wait', async () => (await stateOf(stage, 'withdrawal', id)) === 'waiting')
  return { token, id }
}

async function takesBack(stage: MoneyStage): Promise<Scene> {
  const { token, id } = await waiting(stage)
  return async () => {
    await done(stage, '/wallets_idr/withdraw/cancel', token, { id: Number(id) })
    await untilFree(stage, token, 'IDR', '0.00')
    // The hold ends first. After a kill in between, the row follows in the next pass.
    await until('its end', async () => (await stateOf(stage, 'withdrawal', id)) === 'canceled')
  }
}

async function isApproved(stage: MoneyStage): Promise<Scene> {
  const { id } = await waiting(stage)
  const operators = [
    await demoOperator(stage.server.client, 'Ratna'),
    await demoOperator(stage.server.client, 'Bayu'),
  ]
  return async () => {
    for (const { token } of operators) {
      const body = { decision: 'approve', reason: 'looked at it twice' }
      const { text, body: reply } = await sure(stage, (client) =>
        client.call('POST', `/desk/withdrawals/${id}/decide`, { token, body }),
      )
      // A decision has no id. Repeating it answers that the operator has already decided.
      assert.ok(reply['success'] === 1 || decidedCodes.includes(reply['code']), text)
    }
    await untilPaid(stage, id)
    const said = `select count(*) from wallets.step where kind = 'withdrawal' and row_id = $1
      and state = 'completed'`
    assert.equal(await countOf(stage, said, id), 1)
  }
}

async function leaves(stage: MoneyStage): Promise<Scene> {
  const { token, usid } = await newPerson(stage.server.client, 'pergi')
  const ofPerson = (text: string): Promise<number> => countOf(stage, text, usid)
  const given = await ofPerson('select count(*) from exchange.balance where account_id = $1')
  return async () => {
    const body = { reason: 'Moving abroad' }
    const { status, body: reply } = await sure(stage, (client) =>
      client.call('POST', '/users/delete-account', { token, body }),
    )
    // Repeated after it is done, the request has no valid session.
    assert.ok(reply['success'] === 1 || status === 401, `${status} ${JSON.stringify(reply)}`)
    const gone = 'select count(*) from accounts.users where id = $1 and deleted_at is not null'
    assert.equal(await ofPerson(gone), 1)
    await until('everything to be released', async () => {
      const left = 'select coalesce(sum(available + held), 0) as count from exchange.balance'
      return (await ofPerson(`${left} where account_id = $1`)) === 0
    })
    const back = `select count(*) from exchange.transfer
      where from_account_id = $1 and reason = 'account_deleted'`
    assert.equal(await ofPerson(back), given, 'each once')
    const deletions = `select count(*) from accounts.deletion where user_id = $1 and state = 'done'`
    assert.equal(await ofPerson(deletions), 1)
  }
}
