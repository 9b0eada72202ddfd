/**
 * For tests of rupiah: the routes on a real host, a real engine, PostgreSQL, and the local bank behind the
 * live adapter over HTTP.
 */
import assert from 'node:assert/strict'
import type { Command } from '@tukar/core'
import {
  createBankGateway,
  createBankTopUp,
  openLocalBank,
  paymentMethods,
} from '../../../../adapters/bank-gateway/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import { creditOf, listing } from '../../../../engine/testing/listing.ts'
import { engineFor, freshId, uuidAt } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import { createMail, openParams } from '../../../../platform/mail/mail.ts'
import {
  type TestAnswer,
  type Desk as TestDesk,
  deskOn,
  type Lasting,
  type Person,
  personAt,
} from '../../../../testing/desk.ts'
import { verifyAndAgree } from '../../../../testing/verified.ts'
import { codeOwnerOf } from '../../../accounts/index.ts'
import { sendCode } from '../../../accounts/codes/one-time-codes.ts'
import { createEligibility } from '../../../agreement/index.ts'
import { bankAccountOf, toReceiver, writeBankAccount } from '../../../bank-account/index.ts'
import { createDesk, type Desk as ConsoleDesk } from '../../../desk/index.ts'
import { prepareOperator } from './operators.ts'
import { openRupiah } from '../index.ts'
import type { BankAccountSettings } from '../../../../platform/config/bank-account-settings.ts'
import type { RupiahLimits, RupiahDeps } from '../deps.ts'
import { unitsOf } from '../units.ts'

export const callbackToken = 'token-of-the-tests-0001'
export const payoutFee = 5_000
const bankSettings = {
  url: null,
  key: 'key-of-the-tests-0001',
  callbackToken,
  payoutFee,
  methodFees: [],
  payoutMs: 30,
}

export const limits: RupiahLimits = {
  depositMin: unitsOf(10_000),
  depositMax: unitsOf(200_000_000),
  depositHours: 24,
  withdrawalMin: unitsOf(50_000),
  withdrawalMax: unitsOf(250_000_000),
  withdrawalDaily: unitsOf(400_000_000),
  reviewFrom: unitsOf(100_000_000),
  payoutFee: unitsOf(payoutFee),
  holdHours: 24,
  firstTimeHolds: { newDeviceSeconds: 0, newReceiverSeconds: 0 },
}

const bankAccountRules: BankAccountSettings = { lockOn: 'first-withdrawal', nameMustMatch: true }

export type RupiahDesk = TestDesk & {
  readonly engine: Engine
  readonly deps: RupiahDeps
  /** The console, with its proposals. */
  readonly console: ConsoleDesk
  /**
   * Whether deposits and withdrawals are open, and whether the exchange is in maintenance; the test sets it.
   */
  readonly open: { deposits: boolean; withdrawals: boolean; isClosed: boolean }
  /** The URL of the host. */
  readonly url: string
  /** Sends a control call to the local bank. */
  control(path: string, body: object): Promise<void>
  /** Creates a user with starting funds of Rp 50,000,000 and a saved bank account. */
  person(name: string, rupiah?: number): Promise<Person>
  /** Creates a finance operator of the console. */
  operator(name: string): Promise<Person>
  /** Requests a new one-time code by e-mail for this withdrawal. */
  code(person: Person, rupiah: number | string): Promise<string>
  /** Ends the whole setup before the test ends. */
  stop(): Promise<void>
}

/** Opens the whole setup on this database. */
export async function rupiahDesk(
  test: Lasting,
  databaseUrl: string,
  {
    rules = bankAccountRules,
    seeds = listing,
    ...own
  }: Partial<RupiahLimits & { rules: BankAccountSettings; seeds: readonly Command[] }> = {},
  isLive = false,
): Promise<RupiahDesk> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  // Runs before the dependencies of the state machine end.
  test.after(stop)
  const engine = await engineFor(test, databaseUrl, { seeds })
  const desk = await deskOn(test, databaseUrl)
  const { database, http, log, sessions, keys } = desk
  const settings = { bank: bankSettings, product: 'Tukar', publicUrl: 'http://localhost:3000' }
  const bank = { settings, http, database, log }
  const local = await openLocalBank(bank)
  ends.push(async () => local?.stop())
  const open = { deposits: true, withdrawals: true, isClosed: false }
  const deps: RupiahDeps = {
    database,
    engine,
    log,
    keys,
    gate: createEligibility({ database, keys, tradesBeforeKyc: true }),
    sessions,
    mail: createMail(keys),
    gateway: createBankGateway(bank),
    methods: paymentMethods,
    limits: { ...limits, ...own },
    bankAccountRules: rules,
    feePpm: () => 500,
    openness: () => open,
    isClosed: () => open.isClosed,
    topUp: isLive ? null : createBankTopUp(bank, local),
    product: 'Tukar',
    origin: 'https://tukar.example',
  }
  const console = createDesk({
    database,
    sessions,
    log,
    keys,
    isSimulation: true,
    executorEmails: [],
  })
  const rupiah = await openRupiah(http, console, deps)
  ends.push(() => rupiah.stop())
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...desk,
    engine,
    deps,
    console,
    open,
    url,
    stop,
    async control(path, body) {
      const { status } = await send(`${url}/simulation/bank${path}`, body, {})
      assert.equal(status, 200, path)
    },
    async person(name, rupiah = 50_000_000) {
      const person = await personAt(desk, name)
      await writeBankAccount(database, keys, person.userId, accountOf(name))
      await verifyAndAgree(deps, person.userId, name)
      if (rupiah > 0) await fundFrom(engine, person.userId, rupiah)
      return person
    },
    async operator(name) {
      const operator = await personAt(desk, name)
      await prepareOperator(database, operator.userId, name)
      return operator
    },
    code: (person, rupiah) => codeOf(desk, deps, person, String(rupiah)),
  }
}

/** The bank account of a user of this name. */
export function accountOf(holderName: string) {
  return { bankCode: 'BCA', bankName: 'Bank Central Asia (BCA)', holderName, number: '1234567890' }
}

/** Credits starting funds, as the simulation does. */
async function fundFrom(engine: Engine, userId: number, rupiah: number): Promise<void> {
  const command = creditOf(userId, 1, unitsOf(rupiah))
  const outcome = await engine.submit(command, freshId(userId, command))
  assert.equal(outcome.status, 'accepted')
}

async function codeOf(
  { database, sessions }: TestDesk,
  deps: RupiahDeps,
  { userId, email, token }: Person,
  amount: string,
): Promise<string> {
  await database.query(
    `update accounts.one_time_code set sent_at = sent_at - interval '61 seconds',
       since = since - interval '2 hours' where user_id = $1`,
    [userId],
  )
  const client = { address: '192.0.2.1', device: '', language: 'en' } as const
  const account = await bankAccountOf(database, userId)
  const receiver = account === null ? null : toReceiver(account)
  const payment = { symbol: 'IDR', chainId: null, amount, receiver }
  const session = await sessions.authenticate(token)
  assert.ok(session !== null)
  await sendCode(deps, { ...codeOwnerOf(session), payment }, client)
  const found = await database.query<{ id: string; sealed: Buffer }>(
    `select mail_id as id, sealed from mail.outbox
     where recipient = $1 and template = 'payment_code' order by created_at desc limit 1`,
    [email],
  )
  const [mail] = found.rows
  assert.ok(mail !== undefined)
  const params: Readonly<Record<string, unknown>> = {
    ...openParams(deps.keys, mail.id, mail.sealed),
  }
  return String(params['code'])
}

/** The parameters of sent e-mails of this template to a user, newest first. */
export async function mailsOf(
  { database, deps }: RupiahDesk,
  { email }: Person,
  template: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found = await database.query<{ id: string; sealed: Buffer }>(
    `select mail_id as id, sealed from mail.outbox
     where recipient = $1 and template = $2 order by created_at desc`,
    [email, template],
  )
  return found.rows.map(({ id, sealed }) => ({ ...openParams(deps.keys, id, sealed) }))
}

/** Makes a call over HTTP. */
export async function send(
  url: string,
  body: object | string | Buffer | null,
  headers: Readonly<Record<string, string>>,
): Promise<TestAnswer> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const answer = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === null
      ? {}
      : { body: isRaw ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body) }),
  })
  const read = (await answer.json().catch(() => ({}))) as TestAnswer['body']
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: read }
}

/** Creates an `Idempotency-Key`. */
export function newKey(): string {
  return uuidAt(Date.now())
}

/** Makes a call as a user. */
export function askAs(
  desk: RupiahDesk,
  { token }: Person,
  path: string,
  body: object | null = null,
  key: string = newKey(),
): Promise<TestAnswer> {
  return send(`${desk.url}${path}`, body, { jwt: token, 'idempotency-key': key })
}

type Row = Readonly<Record<string, unknown>>

/** Creates a deposit; returns its id, and the id of its invoice at the bank. */
export async function makeDeposit(desk: RupiahDesk, person: Person, rupiah = 150_000) {
  const { status, body } = await askAs(desk, person, '/wallets_idr/deposit', {
    depoidr_amount: String(rupiah),
  })
  assert.equal(status, 200, JSON.stringify(body))
  const data = body['data'] as Row
  const made = data['xendit_response'] as Row | null
  return { depositId: Number(data['id']), invoiceId: String(made?.['id']), data }
}

/** Requests a withdrawal with a new code. */
export async function withdraw(
  desk: RupiahDesk,
  person: Person,
  rupiah: number | string,
  fields: object = {},
  key: string = newKey(),
): Promise<TestAnswer> {
  const otp = await desk.code(person, rupiah)
  const body = { amount: String(rupiah), otp, google_secret: '', ...fields }
  return askAs(desk, person, '/wallets_idr/withdraw', body, key)
}

/** Waits until a row has a state; returns the row. */
export async function rowIn(
  { database }: RupiahDesk,
  kind: 'deposit' | 'withdrawal',
  rowId: number,
  state: string,
  withinMs = 60_000,
): Promise<Row> {
  const seen: { row: Row } = { row: {} }
  await until(
    `${kind} ${rowId} is ${state}`,
    async () => {
      const found = await database.query<Row>(`select * from wallets.${kind} where id = $1`, [
        rowId,
      ])
      seen.row = found.rows[0] ?? {}
      return seen.row['state'] === state
    },
    withinMs,
  ).catch((error: unknown) => {
    const { state: is, cause, alarm } = seen.row
    throw new Error(`it is ${String(is)} (${String(cause)}, ${String(alarm)})`, { cause: error })
  })
  return seen.row
}

/** Makes rows due now. */
export async function hasten({ database }: RupiahDesk, kind: 'deposit' | 'withdrawal') {
  await database.query(`update wallets.${kind} set next_look_at = now(), hints = hints + 1`)
}

/** The units of an account. */
export async function balanceOf(
  { database, engine }: RupiahDesk,
  accountId: number,
): Promise<{ readonly available: number; readonly held: number }> {
  await tablesFollow(engine, accountId)
  const found = await database.query<{ available: number; held: number }>(
    'select available, held from exchange.balance where account_id = $1 and currency_id = 1',
    [accountId],
  )
  return found.rows[0] ?? { available: 0, held: 0 }
}

/** Asserts that ledger, holds and gateway agree to the last rupiah, with nothing in flight. */
export async function assertEqualBooks(desk: RupiahDesk, unclaimed = 0): Promise<void> {
  await tablesFollow(desk.engine, 1, 101)
  const rail = await balanceOf(desk, 101)
  const gateway = await desk.deps.gateway.balance()
  assert.ok(gateway.status === 'done')
  assert.equal(unitsOf(gateway.value), unclaimed - rail.available, 'the gateway has what we owe')
  const open = await desk.database.query<{ wrong: number }>(
    `select count(*)::int as wrong from exchange.hold h
     left join wallets.withdrawal w on w.hold_id = h.id
     where h.remaining > 0 and w.state not in ('held', 'waiting', 'approved', 'sending', 'unknown', 'sent')`,
  )
  assert.equal(open.rows[0]?.wrong, 0, 'no hold is left over')
}
