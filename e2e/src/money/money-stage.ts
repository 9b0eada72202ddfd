/**
 * An exchange and its bank, which has its own process and database and is called over HTTP. The exchange can
 * be killed while the bank continues. The bank's records are the evidence of what happened outside.
 */
import path from 'node:path'
import { type Started, startProcess } from '../harness/children.ts'
import type { JsonObject } from '../harness/http.ts'
import { type Client, createClient, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { root } from '../harness/paths.ts'
import { newPerson, type Person, verifyPeople } from '../harness/people.ts'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

const bankEntry = path.join(root, 'apps/server/dist/adapters/bank-gateway/local/run.js')
const bankRoot = '/simulation/bank'
const bankReadyMs = 60_000
/** Short, so that a run ends; a real payout takes seconds to days. */
const payoutMs = 150
const callbackDelayMs = 200

/** The secrets by which the exchange and its bank authenticate each other. */
export const callbackToken = 'a-token-that-only-the-bank-knows'
const bankKey = 'a-key-that-only-the-exchange-knows'
/** The bank's fee for a payout, in whole rupiah. */
export const payoutFee = 5_000

export type Bank = {
  /** The bank's own records, read with SQL. */
  readonly books: Ledger
  /** Calls that control the bank: pay, expire, break. */
  readonly steer: (path: string, body?: JsonObject) => Promise<number>
  /** The exchange's balance at the bank, in whole rupiah. */
  readonly balance: () => Promise<bigint>
}

export type MoneyStage = {
  readonly postgres: RunningPostgres
  readonly bank: Bank
  readonly ledger: Ledger
  readonly people: readonly Person[]
  server: RunningServer
  /** Starts the exchange again on the same port, database and bank. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts everything, with this many people who have their starting funds.
 *
 * @param lay puts a proxy between exchange and database; without it there is none
 */
export async function openMoneyStage(
  peopleCount: number,
  lay: (databaseUrl: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<MoneyStage> {
  const postgres = await startPostgres('quiet')
  const databaseUrl = await lay(postgres.url)
  const ledger = await openLedger(postgres.url)
  await ledger.query('create database bank')
  const bankDatabase = new URL(postgres.url)
  bankDatabase.pathname = '/bank'
  const [bankPort, port] = [await freePort(), await freePort()]
  const bankProcess = startBank(bankDatabase.href, bankPort, port)
  const begin = (): Promise<RunningServer> =>
    startServer({ databaseUrl, port, environment: environmentFor(bankPort) })
  const server = await begin()
  const bankClient = createClient(`http://127.0.0.1:${bankPort}`)
  await untilOpen(bankClient, bankProcess)
  const books = await openLedger(bankDatabase.href)
  const people: Person[] = []
  for (let no = 0; no < peopleCount; no += 1) people.push(await newPerson(server.client, 'uang'))
  if (people.length > 0) await verifyPeople(postgres.url, people)
  const stage: MoneyStage = {
    postgres,
    ledger,
    people,
    server,
    bank: bankAt(bankClient, books),
    async restart() {
      stage.server = await begin()
    },
    async close() {
      await books.close()
      await ledger.close()
      if (stage.server.process.isRunning()) await stage.server.stop()
      bankProcess.kill('SIGTERM')
      await bankProcess.ended
      await postgres.stop()
    },
  }
  return stage
}

function startBank(databaseUrl: string, port: number, exchangePort: number): Started {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    CALLBACK_BASE: `http://127.0.0.1:${exchangePort}`,
    CALLBACK_PAUSE_MS: String(callbackDelayMs),
    TUKAR_BANK_PAYOUT_MS: String(payoutMs),
    ...secrets,
  }
  return startProcess(process.execPath, [bankEntry], { env, cwd: root })
}

const secrets = {
  TUKAR_BANK_KEY: bankKey,
  TUKAR_BANK_CALLBACK_TOKEN: callbackToken,
  TUKAR_BANK_PAYOUT_FEE: String(payoutFee),
}

function environmentFor(bankPort: number): Readonly<Record<string, string>> {
  return {
    ...secrets,
    TUKAR_BANK_URL: `http://127.0.0.1:${bankPort}${bankRoot}`,
    TUKAR_MAKERS: 'off',
    TUKAR_SIGN_UP_BURST: '1000',
    // A withdrawal of all starting funds needs approval.
    TUKAR_WITHDRAWAL_REVIEW_FROM: '10000000',
  }
}

async function untilOpen(client: Client, started: Started): Promise<void> {
  await until(
    'the bank to be open',
    async () => {
      if (!started.isRunning()) throw new Error(started.log())
      return (await client.call('GET', `${bankRoot}/state`)).status === 200
    },
    { withinMs: bankReadyMs },
  )
}

function bankAt(client: Client, books: Ledger): Bank {
  return {
    books,
    async steer(where, body = {}) {
      return (await client.call('POST', `${bankRoot}${where}`, { body })).status
    },
    async balance() {
      const answer = await client.call('GET', `${bankRoot}/state`)
      return BigInt(textAt(answer.body, 'balance'))
    },
  }
}

/** Runs the work for all items, with at most this many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, no: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries()
  const worker = async () => {
    for (const [no, item] of entries) await work(item, no)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
