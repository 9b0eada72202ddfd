/**
 * Many deposits through a bank whose callbacks are lost, repeated, reordered, late or false, while somebody
 * with the token sends more callbacks. A seed repeats the run. The bank's actions are recorded, to be
 * compared with the exchange's results.
 */
import { callbackToken, inParallel, type MoneyStage } from './money-stage.ts'
import type { JsonObject } from '../harness/http.ts'
import { newCommandId, objectAt, textAt } from '../harness/http.ts'
import { until } from '../harness/until.ts'

type Fate = 'paid' | 'paid_other' | 'expired' | 'paid_late' | 'left'

/** What the bank did with a deposit. */
export type BankAction = {
  readonly depositId: string
  readonly reference: string
  /** Whole rupiah. */
  readonly amount: number
  /** Null if the bank did not create the invoice. */
  readonly invoiceId: string | null
  readonly fate: Fate
}

export type DepositsRun = {
  readonly actions: readonly BankAction[]
  /** Callbacks that the exchange acknowledged. */
  readonly kept: number
  /** Of those, the callbacks about unknown payments, sent by the test. */
  readonly strange: number
  readonly refused: number
}

type Chance = () => number

const flowsAtOnce = 12
const amountMin = 10_000
const surelyOther = 8
const amountSpan = 900_000
/** The upper bound of each fate, of a hundred deposits. */
const fates: readonly (readonly [upTo: number, Fate])[] = [
  [64, 'paid'],
  [74, 'paid_other'],
  [86, 'expired'],
  [93, 'paid_late'],
  [100, 'left'],
]

/** The bank's faults, with their probability and size. */
const wrong: readonly JsonObject[] = [
  { operation: 'callback', kind: 'drop', probability: 0.25 },
  { operation: 'callback', kind: 'repeat', probability: 0.25, value: 4 },
  { operation: 'callback', kind: 'reorder', probability: 0.4, value: 3_000 },
  { operation: 'callback', kind: 'delay', probability: 0.1, value: 2_000 },
  { operation: 'callback', kind: 'lie', probability: 0.2 },
  { operation: 'create_invoice', kind: 'disconnect_after', probability: 0.03 },
  { operation: 'create_invoice', kind: 'error_before', probability: 0.02 },
  { operation: 'find_invoice', kind: 'error_before', probability: 0.05 },
  { operation: 'find_invoice', kind: 'junk', probability: 0.03 },
  { operation: 'find_invoice', kind: 'timeout_after', probability: 0.02, value: 200 },
]

/** Sets the bank's faults. */
export async function breakBank(
  { bank }: MoneyStage,
  faults: readonly JsonObject[],
  seed: number,
): Promise<void> {
  for (const [no, fault] of faults.entries()) {
    const status = await bank.steer('/faults', { ...fault, seed: (seed + no) % 2_147_483_647 })
    if (status !== 200) throw new Error(`the bank does not know ${JSON.stringify(fault)}`)
  }
}

/** Makes this many deposits with about this many callbacks. */
export async function runDeposits(
  stage: MoneyStage,
  chance: Chance,
  { deposits, callbacks }: { readonly deposits: number; readonly callbacks: number },
): Promise<DepositsRun> {
  await breakBank(stage, wrong, Math.floor(chance() * 1_000_000))
  const actions: BankAction[] = []
  const counts = { kept: 0, strange: 0, refused: 0 }
  const perDeposit = Math.ceil(callbacks / deposits)
  const numbers = Array.from({ length: deposits }, (_, no) => no)
  await inParallel(numbers, flowsAtOnce, async (_, no) => {
    const doing = await begin(stage, chance, no)
    const early = Math.floor(chance() * perDeposit)
    await sendSome(stage, chance, [doing, ...actions], early, counts)
    await meet(stage, chance, doing)
    actions.push(doing)
    await sendSome(stage, chance, [doing, ...actions], perDeposit - early, counts)
  })
  await stage.bank.steer('/faults/clear')
  return { actions, ...counts }
}

async function begin(stage: MoneyStage, chance: Chance, no: number): Promise<BankAction> {
  const { server, people, ledger, bank } = stage
  const person = people[no % people.length]
  if (person === undefined) throw new Error('there are no people')
  const amount = amountMin + Math.floor(chance() * amountSpan)
  const drawn = chance() * 100
  // At least a few of each kind, because later tests need them.
  const fate =
    no < surelyOther ? 'paid_other' : (fates.find(([upTo]) => drawn < upTo)?.[1] ?? 'left')
  const answer = await server.client.call('POST', '/wallets_idr/deposit', {
    token: person.token,
    commandId: newCommandId(),
    body: { depoidr_amount: amount },
  })
  if (answer.body['success'] !== 1) throw new Error(`deposit: ${answer.status} ${answer.text}`)
  const depositId = textAt(objectAt(answer.body, 'data'), 'id')
  const rows = await ledger.query<{ reference: string }>(
    'select reference from wallets.deposit where id = $1',
    [depositId],
  )
  const reference = rows[0]?.reference ?? ''
  const invoices = await bank.books.query<{ id: string }>(
    'select id from simulated_bank.invoice where external_id = $1',
    [reference],
  )
  return { depositId, reference, amount, invoiceId: invoices[0]?.id ?? null, fate }
}

/** Carries out the fate of an invoice. */
async function meet({ bank }: MoneyStage, chance: Chance, doing: BankAction): Promise<void> {
  const { invoiceId, fate, amount } = doing
  if (invoiceId === null || fate === 'left') return
  const at = `/invoices/${invoiceId}`
  if (fate === 'expired' || fate === 'paid_late') await bank.steer(`${at}/expire`)
  if (fate === 'expired') return
  const others = [amount - 1, amount + 1, amount * 100, Math.ceil(amount / 2)]
  const other = others[Math.floor(chance() * others.length)] ?? 1
  await bank.steer(`${at}/pay`, {
    amount: fate === 'paid_other' ? other : amount,
    ...(fate === 'paid_late' ? { late: 'yes' } : {}),
  })
}

type Counts = { kept: number; strange: number; refused: number }

/** Sends our own callbacks about any of these deposits: true, false and meaningless ones. */
async function sendSome(
  { server }: MoneyStage,
  chance: Chance,
  actions: readonly BankAction[],
  count: number,
  counts: Counts,
): Promise<void> {
  for (let no = 0; no < count; no += 1) {
    const doing = chance() < 0.5 ? actions[0] : actions[Math.floor(chance() * actions.length)]
    if (doing === undefined) continue
    const isStrange = chance() < 0.08
    const hasToken = chance() >= 0.04
    const answer = await server.client.call('POST', '/wallets_idr/callbacks/invoice', {
      headers: { 'x-callback-token': hasToken ? callbackToken : `${callbackToken}x` },
      body: lieAbout(doing, chance, isStrange),
    })
    if (!hasToken) {
      if (answer.status !== 401) throw new Error(`a wrong token: ${answer.status} ${answer.text}`)
      counts.refused += 1
      continue
    }
    if (answer.status !== 200) throw new Error(`a callback: ${answer.status} ${answer.text}`)
    counts.kept += 1
    if (isStrange) counts.strange += 1
  }
}

/** A callback in the bank's format with a false statement. */
function lieAbout(doing: BankAction, chance: Chance, isStrange: boolean): JsonObject {
  const paid = chance() < 0.7
  const amount = doing.amount * (chance() < 0.3 ? 10 : 1)
  return {
    id: chance() < 0.8 && doing.invoiceId !== null ? doing.invoiceId : 'ffffffffffffffffffffffff',
    external_id: isStrange ? `of-nobody-${Math.floor(chance() * 1_000)}` : doing.reference,
    user_id: 'somebody',
    status: paid ? 'PAID' : 'EXPIRED',
    merchant_name: 'Tukar',
    amount,
    currency: chance() < 0.95 ? 'IDR' : 'USD',
    created: '2026-11-21T00:00:00.000Z',
    updated: '2026-11-21T00:00:00.000Z',
    ...(paid ? { paid_amount: amount, paid_at: '2026-11-21T00:00:00.000Z' } : {}),
  }
}

/**
 * Makes every deposit with a scheduled check due, as if a day had passed, so that results without a callback
 * are found. Deposits that wait only for a callback are unchanged.
 */
export async function makeOverdue({ ledger }: MoneyStage): Promise<void> {
  await ledger.query(
    `update wallets.deposit set created_at = created_at - interval '1 day', next_look_at = now()
     where next_look_at is not null and state in ('created', 'pending', 'expired', 'paid')`,
  )
}

/** Waits until the exchange has processed every callback and no check is due. */
export async function waitUntilProcessed(
  { ledger, bank }: MoneyStage,
  withinMs: number,
): Promise<void> {
  await until(
    'the worker to process everything',
    async () => {
      const [sending] = await bank.books.query<{ count: string }>(
        'select count(*) from simulated_bank.callback where due_at is not null',
      )
      const [waiting] = await ledger.query<{ count: string }>(
        `select (select count(*) from wallets.callback where state = 'waiting')
           + (select count(*) from wallets.deposit where taken_until is not null or next_look_at <= now())
           as count`,
      )
      return Number(sending?.count) === 0 && Number(waiting?.count) === 0
    },
    { withinMs, everyMs: 250 },
  )
}
