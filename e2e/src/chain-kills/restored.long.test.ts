/**
 * The database is restored to a state before two withdrawals were sent. Reconciliation finds what the signer
 * has signed since, and these withdrawals complete like any other. Nobody is paid twice, no sent amount is
 * returned, and no hold remains.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { seedIn } from '@tukar/core/sim/slice'
import { demoOperator } from '../desk/desk-visits.ts'
import { textAt, untilKnown } from '../harness/http.ts'
import { openLedger } from '../harness/ledger.ts'
import { root } from '../harness/paths.ts'
import { balanceOf, signIn } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { seededRandom } from '../kills/kill-run.ts'
import { checkCustody, checkPayments, withdrawalsOf } from './chain-books.ts'
import { readChains } from './chain-reading.ts'
import { wakeRepeatedly, stopWhenIdle } from './coin-ends.ts'
import { type CoinStage, callUntilDecided, openCoinStage } from './coin-stage.ts'
import { type RequestedWithdrawal, requestFromFaucet, networks, withdrawOnce } from './coin-work.ts'

const run = promisify(execFile)
const patient = { withinMs: 300_000, everyMs: 500 }
const seed = seedIn(process.env)
const backup = 'backup'

let stage: CoinStage
before(async () => {
  stage = await openCoinStage(1)
})
after(() => stage.close())

/** More than ten times the travel rule's limits: two operators have to approve. */
const much: Readonly<Record<string, { readonly minimum: number; readonly gift: number }>> = {
  BTC: { minimum: 12_000, gift: 20_000 },
  ETH: { minimum: 32_000, gift: 40_000 },
}
const wanted = networks.flatMap((way) => {
  const amounts = much[way.symbol]
  return amounts === undefined ? [] : [{ ...way, ...amounts, span: 1 }]
})

test('FLT-40 INV-13 INV-14: coins sent after the backup are found at the signer and on the chain, and paid once', async (t) => {
  t.diagnostic(`TUKAR_SEED=${seed}`)
  const chance = seededRandom(seed)
  const [person] = stage.people
  assert.ok(person !== undefined)
  const nudging = wakeRepeatedly(stage)
  const requested: RequestedWithdrawal[] = []
  try {
    await makeRich(chance)
    for (const way of wanted) {
      requested.push(await withdrawOnce(stage, person, { chance, way, isCanceled: false }))
    }
    await until('both to wait for operators', () => allAre('waiting_approval'), patient)
    await nudging.stop()
    await backUp()
    await approveAll()
    await until('both to be done', () => allAre('done'), patient)
    await stage.server.kill()
  } finally {
    await nudging.stop()
  }
  await putBack()
  const again = wakeRepeatedly(stage)
  try {
    await until('both to be done again', () => allAre('done'), patient)
  } finally {
    await again.stop()
  }
  for (const { symbol } of wanted) {
    const { held } = await balanceOf(stage.server.client, await tokenOf(), symbol)
    assert.equal(Number(held), 0, `${symbol} is held for nothing`)
  }
  assert.deepEqual(await stage.ledger.brokenInvariants(), [])
  await stopWhenIdle(stage)
  const chains = await readChains(stage.nodesFolder)
  try {
    await checkPayments(stage, chains, requested)
    for (const line of await checkCustody(stage, chains)) t.diagnostic(line)
  } finally {
    await chains.end()
  }
})

async function allAre(state: string): Promise<boolean> {
  const rows = await withdrawalsOf(stage.ledger)
  if (rows.length === wanted.length && rows.every((row) => row.state === state)) return true
  throw new Error(JSON.stringify(rows))
}

async function makeRich(chance: () => number): Promise<void> {
  const [person] = stage.people
  assert.ok(person !== undefined)
  for (const way of wanted) {
    await until('the faucet', () => requestFromFaucet(stage, person, { chance, way }), patient)
    const enough = way.minimum / 10 ** way.decimals
    const has = async (): Promise<boolean> => {
      const { available } = await balanceOf(stage.server.client, person.token, way.symbol)
      return Number(available) > enough
    }
    await until(`enough ${way.symbol}`, has, patient)
  }
}

/** Two operators approve both. */
async function approveAll(): Promise<void> {
  for (const name of ['Ratna', 'Bayu'] as const) {
    for (const { id } of await withdrawalsOf(stage.ledger)) {
      const operator = await demoOperator(stage.server.client, name)
      const answer = await callUntilDecided(
        stage,
        { ...operator, name, email: '', password: '' },
        {
          path: `/desk/chain-withdrawals/${id}/decide`,
          body: { decision: 'approve', reason: 'asked for by its owner' },
        },
      )
      assert.equal(answer?.['success'], 1, JSON.stringify(answer))
    }
  }
}

/** Runs statements from another database, after all connections of the exchange's database are ended. */
async function besideDatabase(texts: readonly string[]): Promise<void> {
  const other = new URL(stage.postgres.url)
  other.pathname = '/template1'
  const beside = await openLedger(other.href)
  try {
    for (const text of texts) await beside.query(text)
  } finally {
    await beside.close()
  }
}

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = 'postgres' and pid <> pg_backend_pid()`

/** Copies the database and continues. */
async function backUp(): Promise<void> {
  assert.equal(await stage.server.stop(), 0)
  await besideDatabase([endConnections, `create database ${backup} template postgres`])
  await stage.restart()
}

/** Replaces the database with its copy, by the steps of `docs/operations.md`. */
async function putBack(): Promise<void> {
  await besideDatabase([
    'drop database postgres with (force)',
    `alter database ${backup} rename to postgres`,
  ])
  const { dataFolder: DATA_DIR } = stage.server
  const env = { ...process.env, DATABASE_URL: stage.postgres.url, DATA_DIR }
  await run('npm', ['run', 'maintenance', '--', 'restored'], { cwd: root, env })
  assert.ok(await allAre('signing'), 'nobody can take them back')
  await stage.restart()
  await run('npm', ['run', 'maintenance', '--', 'off'], { cwd: root, env })
}

/** All sessions ended with the old database. */
async function tokenOf(): Promise<string> {
  const [person] = stage.people
  assert.ok(person !== undefined)
  const { client } = stage.server
  const answer = await untilKnown(() => signIn(client, person.email, person.password))
  return textAt(answer.body, 'token')
}
