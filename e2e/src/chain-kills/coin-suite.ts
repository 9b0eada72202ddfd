/**
 * Coins in and out while server, nodes and signer are killed at random (R-50, INV-12, INV-13). Afterwards the
 * chains are read without code of the exchange and must match the books.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { seedIn } from '@tukar/core/sim/slice'
import { root } from '../harness/paths.ts'
import { balanceOf } from '../harness/people.ts'
import { sharedSecrets } from '../harness/secrets.ts'
import { seededRandom } from '../kills/kill-run.ts'
import { tally } from '../money/money-books.ts'
import { checkCustody, checkDeposits, checkPayments, withdrawalsOf } from './chain-books.ts'
import { type ChainsRead, readChains } from './chain-reading.ts'
import { type CoinStage, killOne, openCoinStage, type Target, targets } from './coin-stage.ts'
import { type RequestedWithdrawal, requestFromFaucet, fundAll, withdrawOnce } from './coin-work.ts'
import { wakeRepeatedly, stopWhenIdle, waitUntilFinal } from './coin-ends.ts'

export type CoinCounts = {
  readonly people: number
  readonly withdrawals: number
  readonly gifts: number
  readonly kills: number
}

const seed = seedIn(process.env)
/** Sometimes long enough to sign, send and mine between two kills. */
const lifeMinMs = 400
const lifeSpanMs = 9_000
/** The longest rest between two withdrawals of a person. */
const restSpanMs = 9_000
const overStates = ['done', 'failed', 'canceled']

type Run = {
  readonly requested: RequestedWithdrawal[]
  readonly killed: Record<Target, number>
  /** How many withdrawals were pending at a kill, by status, over all kills. */
  readonly caught: Record<string, number>
}

/** Registers the tests with these counts. */
export function registerCoinSuite(counts: CoinCounts): void {
  let stage: CoinStage
  let chains: ChainsRead | null = null
  const run: Run = {
    requested: [],
    killed: { server: 0, nodes: 0, bitcoin: 0, evm: 0, signer: 0 },
    caught: {},
  }
  before(async () => {
    stage = await openCoinStage(counts.people)
  })
  after(async () => {
    await chains?.end()
    await stage.close()
  })

  test(`INV-12 INV-13 R-50 FLT-26 FLT-27 FLT-30 FLT-31: ${counts.withdrawals} withdrawals and ${counts.kills} kills of server, nodes and signer come to an end`, async (t) => {
    t.diagnostic(`TUKAR_SEED=${seed}`)
    const chance = seededRandom(seed)
    const beganMs = performance.now()
    const tellTime = (what: string): void =>
      t.diagnostic(`${what} after ${Math.round((performance.now() - beganMs) / 1_000)} s`)
    await fundAll(stage, chance)
    tellTime('everybody had something')
    const nudging = wakeRepeatedly(stage)
    try {
      await Promise.all([
        work(stage, run, counts).then(() => tellTime('all was asked for')),
        killAll(stage, run, counts).then(() => tellTime('all was killed')),
      ])
      await waitUntilFinal(stage)
    } finally {
      await nudging.stop()
    }
    t.diagnostic(`killed: ${JSON.stringify(run.killed)}, caught: ${JSON.stringify(run.caught)}`)
    const ends = await endsOf(stage)
    t.diagnostic(`ends: ${JSON.stringify(ends)}`)
    // No withdrawal is rejected permanently: only those that their owner canceled were not paid.
    const others = Object.keys(ends).filter((end) => end !== 'done' && end !== 'canceled:user')
    assert.deepEqual(others, [])
    const { done = 0 } = ends
    assert.ok(done > counts.withdrawals / 2)
  })

  test('INV-01 INV-02 INV-03 INV-04: the ledger balances, and every balance equals deposits less withdrawals', async () => {
    assert.deepEqual(await stage.ledger.brokenInvariants(), [])
    for (const person of stage.people) {
      for (const symbol of ['BTC', 'ETH', 'USDT']) {
        const { held } = await balanceOf(stage.server.client, person.token, symbol)
        assert.equal(Number(held), 0, `${symbol} of ${person.name}`)
      }
    }
    const left = await stage.ledger.query('select id from exchange.hold where remaining > 0')
    assert.deepEqual(left, [])
  })

  test('INV-13 ATT-94: each withdrawal is paid once on its chain, or returned and never paid', async () => {
    await stopWhenIdle(stage)
    chains = await readChains(stage.nodesFolder)
    await checkPayments(stage, chains, run.requested)
  })

  test('INV-12 ATT-81 ATT-83: each payment to a person is one deposit, credited once', async (t) => {
    assert.ok(chains !== null)
    const deposits = await checkDeposits(stage, chains)
    t.diagnostic(`${deposits} deposits`)
    assert.ok(deposits >= counts.people * 3)
  })

  test('INV-14: each chain holds no less than the books owe', async (t) => {
    assert.ok(chains !== null)
    for (const line of await checkCustody(stage, chains)) t.diagnostic(line)
  })

  test('G-05: a wrong payment, and a missing or doubled credit, are found where they are planted', async () => {
    assert.ok(chains !== null)
    const read = chains
    const check = async (): Promise<void> => {
      await checkPayments(stage, read, run.requested)
      await checkDeposits(stage, read)
      await checkCustody(stage, read)
    }
    for (const lie of falsifications) {
      await plant(stage, lie, () => assert.rejects(check, assert.AssertionError, lie.what))
    }
    await check()
  })

  test('R-67: after all of it the audit of journal and wallets is clean', async () => {
    const env = { ...process.env, ...sharedSecrets, DATABASE_URL: stage.postgres.url }
    await promisify(execFile)('npm', ['run', 'audit'], { cwd: root, env })
  })
}

const endsOf = ({ ledger }: CoinStage) =>
  tally(
    ledger,
    `select state || coalesce(':' || cause, '') as name, count(*) from wallets.chain_withdrawal
     group by 1`,
  )

type Falsification = { readonly what: string; readonly falsify: string; readonly take: string }

/** Each falsifies one row, and reverts it afterwards. */
const falsifications: readonly Falsification[] = [
  {
    what: 'a payment that was made is called failed',
    falsify: `update wallets.chain_withdrawal set state = 'failed'
      where id = (select min(id) from wallets.chain_withdrawal where state = 'done')`,
    take: `update wallets.chain_withdrawal set state = 'done' where state = 'failed'
      and id = (select min(w.id) from wallets.chain_withdrawal w
        join wallets.chain_transaction t on t.withdrawal_id = w.id and t.state = 'final')`,
  },
  {
    what: 'more was to be paid than was',
    falsify: `update wallets.chain_withdrawal set chain_amount = chain_amount + 1 where state = 'done'`,
    take: `update wallets.chain_withdrawal set chain_amount = chain_amount - 1 where state = 'done'`,
  },
  {
    what: 'a deposit that no block has',
    falsify: `update wallets.chain_deposit set amount = amount + 1
      where id = (select min(id) from wallets.chain_deposit)`,
    take: `update wallets.chain_deposit set amount = amount - 1
      where id = (select min(id) from wallets.chain_deposit)`,
  },
  {
    what: 'a credit that is missing',
    falsify: `update exchange.transfer set source = 'x' || source where source like 'chain_deposit:%'`,
    take: `update exchange.transfer set source = substr(source, 2)
      where source like 'xchain_deposit:%'`,
  },
  {
    what: 'more is owed than held',
    falsify: `update exchange.balance set available = available - 1000000000
      where account_id = 103 and currency_id = 5`,
    take: `update exchange.balance set available = available + 1000000000
      where account_id = 103 and currency_id = 5`,
  },
]

async function plant(
  { ledger }: CoinStage,
  { falsify, take }: Falsification,
  find: () => Promise<void>,
): Promise<void> {
  await ledger.query(falsify)
  try {
    await find()
  } finally {
    await ledger.query(take)
  }
}

/** Everybody withdraws one withdrawal after the other, and sometimes uses the faucet. */
async function work(stage: CoinStage, run: Run, counts: CoinCounts): Promise<void> {
  const { people } = stage
  await Promise.all(
    people.map(async (person, no) => {
      const chance = seededRandom(seed + 1_000 + no)
      const shareOf = (count: number): number =>
        Math.floor(count / people.length) + (no < count % people.length ? 1 : 0)
      const gifts = shareOf(counts.gifts)
      for (let made = 0; made < shareOf(counts.withdrawals); made += 1) {
        if (made < gifts) await requestFromFaucet(stage, person, { chance })
        run.requested.push(await withdrawOnce(stage, person, { chance }))
        await wait(chance() * restSpanMs)
      }
    }),
  )
}

async function killAll(stage: CoinStage, run: Run, counts: CoinCounts): Promise<void> {
  const chance = seededRandom(seed + 1)
  for (let done = 0; done < counts.kills; ) {
    await wait(lifeMinMs + chance() * lifeSpanMs)
    const target = targets[done % targets.length]
    if (target === undefined) return
    for (const { state } of await withdrawalsOf(stage.ledger)) {
      if (!overStates.includes(state)) run.caught[state] = (run.caught[state] ?? 0) + 1
    }
    if (!(await killOne(stage, target))) continue
    run.killed[target] += 1
    done += 1
  }
}
