/**
 * For tests of coin withdrawals: the setup of coin deposits, with the state machine and routes of
 * withdrawals.
 */
import assert from 'node:assert/strict'
import { creditOf } from '../../../../engine/testing/listing.ts'
import { freshId, uuidAt } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import { createMail, openParams } from '../../../../platform/mail/mail.ts'
import type { TestAnswer, Lasting, Person } from '../../../../testing/desk.ts'
import { codeOwnerOf, type CodePayment } from '../../../accounts/index.ts'
import { sendCode } from '../../../accounts/codes/one-time-codes.ts'
import { createEligibility } from '../../../agreement/index.ts'
import type { ChainName } from '../chains.ts'
import {
  type ChainWithdrawalDeps,
  type ChainWithdrawalMachine,
  createTopUp,
  openChainWithdrawals,
} from '../withdrawals/index.ts'
import { applyHotWalletBlocks } from '../withdrawals/treasury/hot-wallet-blocks.ts'
import { createTreasury } from '../withdrawals/treasury/treasury.ts'
import {
  approvalKey,
  type CoinChains,
  type CoinDesk,
  coinDesk,
  type CoinDeskOptions,
  type Row,
} from './coin-desk.ts'
import { judgedCustody } from './custody.ts'

export type CoinOutDesk = CoinDesk & {
  readonly machine: ChainWithdrawalMachine
  /** Custody counts as whole until a test judges otherwise. */
  readonly custody: ReturnType<typeof judgedCustody>
  /** Runs the treasury of EVM chains once, as the state machine does every few seconds. */
  runTreasury(): Promise<void>
  /** Applies all bitcoin blocks, as the state machine does every few seconds. */
  applyBlocks(): Promise<void>
  /** Credits units of a currency, as the starting funds of a simulation. */
  fund(person: Person, currencyId: number, units: number): Promise<void>
}

export type CoinOutDeskOptions = CoinDeskOptions & {
  readonly bumpAfterMs?: number
  readonly overdueAfterMs?: number
}

/** Addresses that belong to none of our users. */
export const strangers = {
  bitcoin: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  evm: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
} as const

/** Opens the whole setup on this database. */
export async function coinOutDesk(
  test: Lasting,
  databaseUrl: string,
  chains: CoinChains,
  { bumpAfterMs = 600_000, overdueAfterMs = 3_600_000, ...options }: CoinOutDeskOptions = {},
): Promise<CoinOutDesk> {
  const ends: (() => Promise<void>)[] = []
  // Runs before its dependencies end.
  test.after(async () => {
    for (const end of ends) await end()
  })
  const desk = await coinDesk(test, databaseUrl, chains, options)
  const { database, engine, log, sessions, keys, nodes, addressKeys } = desk
  const custody = judgedCustody()
  const deps: ChainWithdrawalDeps = {
    database,
    engine,
    log,
    keys,
    mail: createMail(keys),
    sessions,
    gate: createEligibility({ database, keys, tradesBeforeKyc: true }),
    register: desk.register,
    nodes,
    isLocal: true,
    signer: desk.signer,
    approvalKey,
    accounts: () => addressKeys.accounts(),
    isReceiverAlwaysNeeded: false,
    holdHours: 24,
    firstTimeHolds: { newDeviceSeconds: 0, newReceiverSeconds: 0 },
    begin: () => desk.deposits.begin(),
    topUp: createTopUp({
      database,
      assets: desk.register.assets,
      pay: (chain, payment) => payFrom(chains, chain, payment),
    }),
    custody,
    bumpAfterMs,
    overdueAfterMs,
    isClosed: () => false,
    product: 'Tukar',
    origin: 'https://tukar.example',
  }
  const machine = await openChainWithdrawals(desk.http, deps)
  ends.push(() => machine.stop())
  const runTreasury = createTreasury(deps)
  return {
    ...desk,
    machine,
    custody,
    runTreasury: () => runTreasury(engine.status().epoch),
    applyBlocks: () => applyAllBlocks(deps),
    async fund({ userId }, currencyId, units) {
      const command = creditOf(userId, currencyId, units)
      const outcome = await engine.submit(command, freshId(userId, command))
      assert.equal(outcome.status, 'accepted')
      await tablesFollow(engine, userId)
    },
  }
}

async function applyAllBlocks({
  database,
  engine,
  nodes,
  accounts: findAccounts,
}: ChainWithdrawalDeps): Promise<void> {
  const [node, accounts] = [nodes.bitcoin, await findAccounts()]
  if (node === null || accounts === null) return
  const { epoch } = engine.status()
  const take = () => applyHotWalletBlocks({ database, node, accounts, epoch })
  while ((await take()) === 'behind');
}

/** Pays from the faucet of a chain; returns the transaction id. */
export async function payFrom(
  chains: CoinChains,
  chain: ChainName,
  payment: {
    readonly address: string
    readonly amount: bigint
    readonly asset: 'coin' | 'token'
    readonly contract?: string
  },
): Promise<string> {
  if (!('simulated' in chains)) return chains.control.pay(chain, payment)
  const { address, amount, contract = null } = payment
  if (chain !== 'bitcoin') return chains.simulated.pay(address, amount, contract)
  assert.ok(chains.bitcoin !== undefined, 'this test has no bitcoin')
  return chains.bitcoin.pay(address, amount)
}

/** The payment of a request; without a currency it is in bitcoin. */
export type PaymentFields = {
  readonly currency?: string
  readonly chain_id?: number
  readonly amount: string
  readonly withdraw_to: string
  readonly [other: string]: unknown
}

/** Requests a new one-time code for this payment by e-mail. */
export async function codeFor(
  desk: CoinOutDesk,
  { userId, email, token }: Person,
  payment: CodePayment,
): Promise<string> {
  const { database, keys, log, sessions } = desk
  await database.query(
    `update accounts.one_time_code set sent_at = sent_at - interval '61 seconds',
       since = since - interval '2 hours' where user_id = $1`,
    [userId],
  )
  const client = { address: '192.0.2.1', device: '', language: 'en' } as const
  const deps = { database, keys, log, mail: createMail(keys), origin: 'https://tukar.example' }
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
  const params: Readonly<Record<string, unknown>> = { ...openParams(keys, mail.id, mail.sealed) }
  return String(params['code'])
}

/** The payment that a request's fields name. */
export function paymentNamed(fields: PaymentFields): CodePayment {
  const { currency, chain_id: chainId, amount, withdraw_to: receiver } = fields
  return { symbol: currency ?? 'BTC', chainId: chainId ?? null, amount, receiver }
}

/** Requests a withdrawal with a new code, unless the fields have one. */
export async function withdrawAs(
  desk: CoinOutDesk,
  person: Person,
  path: '/evm/coin-withdraw' | '/evm/token-withdraw' | '/wallets_btc/withdraw',
  fields: PaymentFields,
  key = uuidAt(Date.now()),
): Promise<TestAnswer> {
  const code = await codeFor(desk, person, paymentNamed(fields))
  const body = { otp: code, OTP: code, google_secret: '', ...fields }
  const answer = await desk.http.inject({
    method: 'POST',
    url: path,
    headers: { 'accept-language': 'en', jwt: person.token, 'idempotency-key': key },
    payload: body,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** Waits until a withdrawal has a state; returns its row. */
export async function withdrawalIn(
  desk: CoinOutDesk,
  rowId: number,
  state: string,
  withinMs = 60_000,
): Promise<Row> {
  const seen: { row: Row } = { row: {} }
  await until(
    `withdrawal ${rowId} is ${state}`,
    async () => {
      const found = await desk.database.query<Row>(
        'select * from wallets.chain_withdrawal where id = $1',
        [rowId],
      )
      seen.row = found.rows[0] ?? {}
      if (seen.row['state'] === state) return true
      desk.deposits.wake()
      await desk.database.query(
        'update wallets.chain_withdrawal set next_look_at = now() where id = $1',
        [rowId],
      )
      desk.machine.wake()
      await new Promise((resolve) => setTimeout(resolve, 200))
      return false
    },
    withinMs,
  ).catch((error: unknown) => {
    const { state: is, cause, alarm } = seen.row
    throw new Error(`it is ${String(is)} (${String(cause)}, ${String(alarm)})`, { cause: error })
  })
  return seen.row
}
