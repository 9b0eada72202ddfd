/** A hundred concurrent withdrawals of one whole balance, round after round: the balance is paid out once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { balanceOf, type Person } from '../harness/people.ts'
import { newCommandId, objectAt, textAt } from '../harness/http.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { until } from '../harness/until.ts'
import { inParallel, type MoneyStage, payoutFee } from './money-stage.ts'
import { insertWithdrawals } from './payouts-run.ts'

const atOnce = 100
const personsAtOnce = 4
const roundWithinMs = 60_000
/** Below the limit of codes that one person gets by e-mail within an hour. */
const codesOfHour = 8

/** A person's available balance in whole rupiah. */
async function wholeOf({ server }: MoneyStage, { token }: Person): Promise<number> {
  const { available, held } = await balanceOf(server.client, token, 'IDR')
  assert.equal(held, '0.00')
  return Math.floor(Number(available))
}

/**
 * Stores a hundred withdrawals of a person's whole balance in one commit. The worker processes them at once.
 * The one that reserves the balance waits for approval and is canceled, so that the next round has the
 * balance again.
 */
export async function raceRows(stage: MoneyStage, rounds: number): Promise<void> {
  const people = stage.people.slice(0, personsAtOnce)
  const numbers = Array.from({ length: rounds }, (_, no) => no)
  await inParallel(people, people.length, async (person, first) => {
    const own = numbers.filter((no) => no % people.length === first)
    for (const no of own) await raceOnce(stage, person, no)
  })
}

async function raceOnce(stage: MoneyStage, person: Person, no: number): Promise<void> {
  const { ledger, server } = stage
  const amount = await wholeOf(stage, person)
  const tag = `race-${no}-${randomUUID()}`
  const rows = Array.from({ length: atOnce }, (_, at) => ({
    user_id: person.usid,
    amount: amount * 100,
    fee: 0,
    provider_fee: payoutFee * 100,
    net: (amount - payoutFee) * 100,
    reference: `${tag}-${at}`,
    request_id: randomUUID(),
    account_number: '1234567890',
    approvals_needed: 2,
  }))
  await insertWithdrawals(stage, rows)
  const found = await until(
    'all to be answered',
    async () => {
      const answered = await ledger.query<{ id: string; state: string; cause: string | null }>(
        `select id, state, cause from wallets.withdrawal
         where reference like $1 and state not in ('requested', 'held')`,
        [`${tag}-%`],
      )
      return answered.length === atOnce && answered
    },
    { withinMs: roundWithinMs },
  )
  const winners = found.filter(({ state, cause }) => state === 'waiting' && cause === 'review')
  const losers = found.filter(
    ({ state, cause }) => state === 'refused' && cause === 'balance.insufficient',
  )
  assert.deepEqual([winners.length, losers.length], [1, atOnce - 1], `round ${no}`)
  await until('the balance to be held', async () => {
    const { available, held } = await balanceOf(server.client, person.token, 'IDR')
    return available === '0.00' && held === `${amount}.00`
  })
  await takeBack(stage, person, winners[0]?.id ?? '')
}

/** Cancels a withdrawal and waits until its money is available again. */
async function takeBack({ server }: MoneyStage, person: Person, id: string): Promise<void> {
  const { token } = person
  const answer = await server.client.call('POST', '/wallets_idr/withdraw/cancel', {
    token,
    body: { id: Number(id) },
  })
  assert.equal(answer.body['success'], 1, answer.text)
  await until('the money to be free', async () => {
    return (await balanceOf(server.client, token, 'IDR')).held === '0.00'
  })
}

/** The newest code by e-mail, once `count` have arrived. */
export async function mailedCode(
  { server }: Pick<MoneyStage, 'server'>,
  email: string,
  count: number,
): Promise<string> {
  return until('a code by mail', async () => {
    const subjects = (await readMailbox(server.client, email)).map((mail) =>
      textAt(mail, 'subject'),
    )
    const codes = subjects.flatMap((subject) => /^(\d{6})\b/.exec(subject)?.[1] ?? [])
    return codes.length >= count && codes[0]
  })
}

/**
 * A hundred concurrent calls for the whole balance with one code by e-mail, each under its own id or all
 * under one id: exactly one withdrawal is created.
 */
export async function raceCalls(stage: MoneyStage, rounds: number): Promise<void> {
  for (let done = 0; done < rounds; done += codesOfHour) {
    const person = stage.people.at(-1 - done / codesOfHour)
    assert.ok(person !== undefined, 'nobody is left')
    await raceCallsOf(stage, person, Math.min(codesOfHour, rounds - done))
  }
}

async function raceCallsOf(stage: MoneyStage, person: Person, rounds: number): Promise<void> {
  const { server, ledger } = stage
  const { token, email, usid } = person
  const bank = { name: 'Bank Mandiri', ac_name: 'Dewi Lestari', ac_number: '1234567890' }
  const saved = await server.client.call('POST', '/users/mybank', { token, body: bank })
  assert.equal(saved.body['success'], 1, saved.text)
  for (let round = 1; round <= rounds; round += 1) {
    const amount = String(await wholeOf(stage, person))
    const named = { payment: { currency: 'IDR', amount } }
    const sent = await server.client.call('POST', '/otps/create', { token, body: named })
    assert.equal(sent.body['success'], 1, sent.text)
    const otp = await mailedCode(stage, email, round)
    const body = { amount, otp }
    const shared = newCommandId()
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => {
        const commandId = round % 2 === 0 ? shared : newCommandId()
        return server.client.call('POST', '/wallets_idr/withdraw', { token, commandId, body })
      }),
    )
    const done = answers.filter((answer) => answer.body['success'] === 1)
    const ids = new Set(done.map((answer) => textAt(objectAt(answer.body, 'data'), 'id')))
    assert.equal(ids.size, 1, `round ${round}: ${answers[0]?.text}, ${answers[1]?.text}`)
    assert.ok(answers.every(({ status }) => status < 500 || status === 503))
    const rows = await ledger.query<{ id: string }>(
      `select id from wallets.withdrawal where user_id = $1 and state not in ('canceled', 'refused')`,
      [usid],
    )
    assert.deepEqual(
      rows.map(({ id }) => id),
      [...ids],
    )
    await takeBack(stage, person, rows[0]?.id ?? '')
  }
}
