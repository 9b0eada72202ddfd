/**
 * Many payouts through a bank that fails at any point of a call, while the exchange is killed again and
 * again. They are stored in bulk, as the service stores them; then the worker processes them.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { macOfPayout } from '@tukar/server/rupiah/withdrawals/request-proof'
import { keysOf } from '@tukar/server/secrets/keys'
import type { JsonObject } from '../harness/http.ts'
import { sharedSecret } from '../harness/secrets.ts'
import { until } from '../harness/until.ts'
import { breakBank } from './deposits-run.ts'
import { tally } from './money-books.ts'
import { callbackToken, type MoneyStage, payoutFee } from './money-stage.ts'

type Chance = () => number

export type PayoutsRun = {
  readonly kills: number
  /** How many rows were pending at a kill, by status, over all kills. */
  readonly caught: Readonly<Record<string, number>>
}

const amountMin = 50_000
const amountSpan = 60_000
/** The percent fee, floor(amount × rate). */
const feePpm = 500
/** The simulated bank's account endings: unknown, bouncing, failing. Other accounts are paid. */
const endings = ['0000', '0001', '0003'] as const
const endingChance = 0.06
/** At least this many special endings per batch, so that a short run has each of them. */
const surelySpecial = 1
const reviewChance = 0.005
const lifeMinMs = 50
const lifeSpanMs = 700
const lifeMostMs = 2_000
const pollMs = 50

const wrong: readonly JsonObject[] = [
  { operation: 'create_payout', kind: 'timeout_before', probability: 0.06, value: 300 },
  { operation: 'create_payout', kind: 'timeout_after', probability: 0.06, value: 300 },
  { operation: 'create_payout', kind: 'disconnect_after', probability: 0.05 },
  { operation: 'create_payout', kind: 'error_before', probability: 0.05 },
  { operation: 'create_payout', kind: 'error_after', probability: 0.05 },
  { operation: 'create_payout', kind: 'junk', probability: 0.03 },
  { operation: 'create_payout', kind: 'too_many', probability: 0.03 },
  { operation: 'find_payout', kind: 'disconnect_before', probability: 0.04 },
  { operation: 'find_payout', kind: 'error_before', probability: 0.04 },
  { operation: 'find_payout', kind: 'junk', probability: 0.02 },
  { operation: 'payout', kind: 'fail', probability: 0.04 },
  { operation: 'payout', kind: 'reverse', probability: 0.03, value: 400 },
  { operation: 'payout', kind: 'fail_after_success', probability: 0.03, value: 400 },
  { operation: 'payout', kind: 'stall', probability: 0.03, value: 1_000 },
  { operation: 'callback', kind: 'drop', probability: 0.2 },
  { operation: 'callback', kind: 'repeat', probability: 0.2, value: 3 },
  { operation: 'callback', kind: 'reorder', probability: 0.3, value: 1_500 },
  { operation: 'callback', kind: 'lie', probability: 0.1 },
]

/** Stores this many withdrawals and kills this often while they are processed. */
export async function runPayouts(
  stage: MoneyStage,
  chance: Chance,
  { payouts, kills }: { readonly payouts: number; readonly kills: number },
): Promise<PayoutsRun> {
  await breakBank(stage, wrong, Math.floor(chance() * 1_000_000))
  const caught: Record<string, number> = {}
  const perKill = Math.ceil(payouts / (kills + 1))
  let left = payouts
  const store = async (): Promise<void> => {
    const count = Math.min(perKill, left)
    left -= count
    if (count > 0) await storeWithdrawals(stage, chance, count)
  }
  for (let kill = 0; kill < kills; kill += 1) {
    await store()
    await live(stage, chance, perKill)
    await stage.server.kill()
    for (const [state, count] of Object.entries(await statesUnderWay(stage))) {
      caught[state] = (caught[state] ?? 0) + count
    }
    await stage.restart()
  }
  await store()
  return { kills, caught }
}

/**
 * The bank reverses some payouts long after they arrived (FLT-35), and the exchange is killed as it learns of
 * them. Returns how many were reversed.
 */
export async function reverseSome(stage: MoneyStage, most: number): Promise<number> {
  const { bank } = stage
  const arrived = await bank.books.query<{ id: string }>(
    `select id from simulated_bank.payout where state = 'SUCCEEDED' order by md5(id) limit $1`,
    [most],
  )
  for (const [no, { id }] of arrived.entries()) {
    const state = no % 2 === 0 ? 'REVERSED' : 'FAILED'
    const status = await bank.steer(`/payouts/${id}/decide`, { state })
    if (status !== 200) throw new Error(`the bank does not take ${id} back: ${status}`)
  }
  await stage.server.kill()
  await stage.restart()
  return arrived.length
}

/**
 * Lives for a random time, and until most stored payouts have begun, so that the kills are spread over all of
 * them. Limited, however slow the machine is.
 */
async function live({ ledger }: MoneyStage, chance: Chance, perKill: number): Promise<void> {
  const endMs = performance.now() + lifeMostMs
  await wait(lifeMinMs + chance() * lifeSpanMs)
  for (;;) {
    const [row] = await ledger.query<{ count: string }>(
      `select count(*) from wallets.withdrawal where state = 'requested'`,
    )
    if (Number(row?.count) <= perKill || performance.now() > endMs) return
    await wait(pollMs)
  }
}

/** Stores withdrawals with their first step, as if they had just been requested. */
async function storeWithdrawals(stage: MoneyStage, chance: Chance, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, no) => {
    const person = stage.people[no % stage.people.length]
    const amount = amountMin + Math.floor(chance() * amountSpan)
    const fee = Math.floor((amount * feePpm) / 1_000_000)
    const isSpecial = chance() < endingChance || no < surelySpecial
    const ending = endings[Math.floor(chance() * endings.length)] ?? '0000'
    return {
      user_id: person?.usid,
      amount: amount * 100,
      fee: fee * 100,
      provider_fee: payoutFee * 100,
      net: (amount - fee - payoutFee) * 100,
      reference: `withdrawal-${randomUUID()}`,
      request_id: randomUUID(),
      account_number: `123456${isSpecial ? ending : '7890'}`,
      approvals_needed: chance() < reviewChance ? 2 : 0,
    }
  })
  await insertWithdrawals(stage, rows)
}

export type StoredWithdrawal = {
  readonly user_id: number | undefined
  /** In units, like the fees and the net amount. */
  readonly amount: number
  readonly fee: number
  readonly provider_fee: number
  readonly net: number
  readonly reference: string
  readonly request_id: string
  readonly account_number: string
  readonly approvals_needed: number
}

/** Values that all rows share: names, rail and receiver. */
const shared = {
  railId: 101,
  description: 'withdrawal',
  bankCode: 'BCA',
  bankName: 'Bank Central Asia',
  holderName: 'Dewi Lestari',
} as const

/** Adds ids and the proofs that the owners requested these rows. */
async function proven({ ledger }: MoneyStage, rows: readonly StoredWithdrawal[]) {
  const numbers = await ledger.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('wallets.withdrawal', 'id')) as id
     from generate_series(1, $1)`,
    [rows.length],
  )
  const keys = keysOf(sharedSecret)
  return rows.map((row, place) => {
    const rowId = Number(numbers[place]?.id)
    const mac = macOfPayout(keys, {
      ...shared,
      notBeforeMs: null,
      notBeforeCause: null,
      rowId,
      reference: row.reference,
      userId: row.user_id ?? 0,
      amount: row.amount,
      fee: row.fee,
      providerFee: row.provider_fee,
      net: row.net,
      accountNumber: row.account_number,
      approvalsNeeded: row.approvals_needed,
    })
    return { ...row, id: rowId, request_mac: `\\x${mac.toString('hex')}` }
  })
}

/** Stores rows with their first steps in one commit; the worker finds them due. */
export async function insertWithdrawals(
  stage: MoneyStage,
  rows: readonly StoredWithdrawal[],
): Promise<void> {
  const { ledger, server } = stage
  const { railId, description, bankCode, bankName, holderName } = shared
  await ledger.query(
    `with made as (
       insert into wallets.withdrawal (id, user_id, currency_id, rail_id, amount, fee, provider_fee, net,
         description, reference, request_id, request_hash, bank_code, bank_name, holder_name,
         account_number, approvals_needed, review_reason, request_mac)
       overriding system value
       select id, user_id, 1, $2, amount, fee, provider_fee, net, $3, reference, request_id,
         '\\x00', $4, $5, $6, account_number, approvals_needed,
         case when approvals_needed > 0 then 'amount' end, request_mac
       from json_to_recordset($1::json) as n (id bigint, user_id bigint, amount bigint, fee bigint,
         provider_fee bigint, net bigint, reference text, request_id uuid, account_number text,
         approvals_needed integer, request_mac bytea)
       returning id)
     insert into wallets.step (kind, row_id, no, state) select 'withdrawal', id, 1, 'requested' from made`,
    [
      JSON.stringify(await proven(stage, rows)),
      railId,
      description,
      bankCode,
      bankName,
      holderName,
    ],
  )
  // Any callback wakes the worker, even one about an unknown payout.
  await server.client.call('POST', '/wallets_idr/callbacks/payout', {
    headers: { 'x-callback-token': callbackToken },
    body: {},
  })
}

const over = `('completed', 'failed', 'canceled', 'refused', 'reversed')`

function statesUnderWay({ ledger }: MoneyStage): Promise<Readonly<Record<string, number>>> {
  return tally(
    ledger,
    `select state as name, count(*) from wallets.withdrawal where state not in ${over} group by 1`,
  )
}

export type Disagreement = {
  readonly reference: string
  readonly ours: string
  readonly theirs: string
}

/** The final statuses that match the bank's: without a payout, of an arrived one, of a failed one. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  none: ['failed', 'canceled', 'refused', 'waiting:review'],
  ACCEPTED: [],
  SUCCEEDED: ['completed'],
  FAILED: ['failed', 'reversed'],
  REVERSED: ['failed', 'reversed'],
}

/** Payouts about which the exchange and the bank disagree. */
export async function disagreements({
  ledger,
  bank,
}: MoneyStage): Promise<readonly Disagreement[]> {
  const ours = await ledger.query<{ reference: string; state: string }>(
    `select reference, state || case when state = 'waiting' then ':' || cause else '' end as state
     from wallets.withdrawal`,
  )
  const theirs = await bank.books.query<{ reference: string; state: string }>(
    'select reference, state from simulated_bank.payout',
  )
  const known = new Map(theirs.map(({ reference, state }) => [reference, state]))
  const mine = new Set(ours.map(({ reference }) => reference))
  const strangers = theirs
    .filter(({ reference }) => !mine.has(reference))
    .map(({ reference, state }) => ({ reference, ours: 'none', theirs: state }))
  const others = ours
    .map(({ reference, state }) => ({
      reference,
      ours: state,
      theirs: known.get(reference) ?? 'none',
    }))
    .filter((one) => fitting[one.theirs]?.includes(one.ours) !== true)
  return [...strangers, ...others]
}

/** Whether the bank still has work for a payout: a successful one may still be reversed. */
async function isBankBusy({ bank }: MoneyStage): Promise<boolean> {
  const [due] = await bank.books.query<{ count: string }>(
    'select count(*) from simulated_bank.payout where due_at is not null',
  )
  return Number(due?.count ?? 0) > 0
}

/**
 * Removes the bank's faults and makes scheduled checks due until both sides agree. Payouts that wait for a
 * person are left alone.
 */
export async function waitUntilFinal(stage: MoneyStage, withinMs: number): Promise<void> {
  await stage.bank.steer('/faults/clear')
  await until(
    'all payouts to be final',
    async () => {
      const open = await disagreements(stage)
      if (open.length === 0) return !(await isBankBusy(stage))
      await stage.ledger.query(
        `update wallets.withdrawal
         set next_look_at = now(), sent_at = sent_at - interval '10 seconds'
         where reference = any($1) and next_look_at > now()`,
        [open.map(({ reference }) => reference)],
      )
      await stage.ledger.query(
        `update wallets.step s set at = at - interval '10 seconds' from wallets.withdrawal w
         where s.kind = 'withdrawal' and s.row_id = w.id and w.reference = any($1)`,
        [open.map(({ reference }) => reference)],
      )
      throw new Error(JSON.stringify(open.slice(0, 5)))
    },
    { withinMs, everyMs: 1_000 },
  )
}
