/** For tests of tampering: deposits and withdrawals of coins, over simulated or real nodes. */
import assert from 'node:assert/strict'
import { pg } from '../../../platform/database/driver.ts'
import { until } from '../../../engine/testing/until.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import type { Person } from '../../../testing/desk.ts'
import { agreeTo } from '../chains/testing/agreeing.ts'
import { addressOf, post, type Row } from '../chains/testing/coin-desk.ts'
import {
  type CoinOutDesk,
  payFrom,
  withdrawAs,
  withdrawalIn,
} from '../chains/testing/coin-out-desk.ts'
import type { ListedAsset } from '../chains/register.ts'
import type { AbsentSigner } from './absent-signer.ts'
import { chainMoney, type ChainMoney } from './chain-money.ts'
import type { CoinMoney } from './coin-money.ts'
import { coinMoves, fakeToken } from './coin-moves.ts'
import { advanceAll } from './rupiah-side.ts'
import { countOf, type Side } from './side.ts'

type On = {
  readonly desk: CoinOutDesk
  readonly money: CoinMoney
  readonly chain: ChainMoney
  readonly asset: ListedAsset
}

/** A user, his external address, and his withdrawals to it. */
type Owner = {
  readonly person: Person
  readonly receiver: string
  /** His deposit address. */
  readonly address: string
  /** Units of a withdrawal, fee included; different for each payout and owner. */
  readonly amount: number
  readonly asked: number[]
  /** Units that he deposited at his address. */
  paidIn: number
}

async function ownerOf({ desk, money }: On, name: string, at: 0 | 1 | 2): Promise<Owner> {
  const person = await desk.person(name)
  await desk.fund(person, money.currencyId, money.fund)
  const address = await addressOf(desk, person, money.family)
  const [receiver, amount] = [money.receivers[at], money.amounts[at]]
  return { person, receiver, address, amount, asked: [], paidIn: 0 }
}

/** Each owner pays to his deposit address. */
async function payIn(on: On, owners: readonly Owner[], state: string): Promise<void> {
  const { desk, money, asset } = on
  for (const owner of owners) {
    await pay(on, owner.address, money.deposited)
    owner.paidIn += money.deposited
  }
  const wanted = owners.reduce((sum, { paidIn }) => sum + paidIn, 0) / money.deposited
  await until(`${wanted} deposits, the last of them ${state}`, async () => {
    desk.deposits.wake()
    const found = await countOf(
      desk.database,
      `select count(*)::int as count from wallets.chain_deposit
       where currency_id = ${asset.currencyId} and state in ('credited', '${state}')`,
    )
    return found >= wanted
  })
}

function pay({ desk, money, asset }: On, address: string, units: number): Promise<string> {
  const { contract } = asset
  const of =
    contract === null ? ({ asset: 'coin' } as const) : ({ asset: 'token', contract } as const)
  const amount = BigInt(units) * money.ofUnit
  return payFrom(desk.chains, money.chain, { address, amount, ...of })
}

async function askFor({ desk, money, asset }: On, owner: Owner, units: number): Promise<number> {
  const { status, body } = await withdrawAs(desk, owner.person, money.path, {
    ...money.fields(asset),
    withdraw_to: owner.receiver,
    amount: (units / 10 ** money.decimals).toFixed(money.decimals),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return Number((body['data'] as Row)['id'])
}

/** A helper of the thief receives a token of the thief, which is worthless unless a forged row lists it. */
async function payFakeToken(desk: CoinOutDesk, helper: Person): Promise<void> {
  const address = await addressOf(desk, helper, 'ethereum')
  const payment = { address, amount: 5n, asset: 'token', contract: fakeToken } as const
  await payFrom(desk.chains, 'ethereum', payment)
}

/** Each owner starts a withdrawal that is under way during the tampering: unsigned, or signed and unmined. */
async function begin(on: On, owners: readonly Owner[], signer: AbsentSigner): Promise<void> {
  const { desk, money, chain } = on
  // Funds each payout with an output and enough tokens, so that neither sweeps nor change happen meanwhile.
  for (const { amount } of owners) await pay(on, chain.hot, 2 * amount)
  const isSigned = chain.withhold()
  if (!isSigned) signer.leave()
  for (const owner of owners) {
    const units = owner.amount + 2 * money.more
    const rowId = await askFor(on, owner, units)
    owner.asked.push(units)
    await takeBlocks(desk)
    await withdrawalIn(desk, rowId, isSigned ? 'broadcast' : 'signing')
  }
}

/**
 * Each owner requests two withdrawals, cancels one of them, and requests a large one that one operator
 * approves.
 */
async function payOut(on: On, owners: readonly Owner[], operator: Person): Promise<void> {
  const { desk, money } = on
  for (const owner of owners) {
    const canceled = await askFor(on, owner, owner.amount + money.more)
    await askFor(on, owner, owner.amount)
    owner.asked.push(owner.amount)
    const review = await askFor(on, owner, money.large)
    const answer = await post(desk, owner.person, '/withdraws/cancel', { id: canceled })
    assert.equal(answer.body['success'], 1, JSON.stringify(answer.body))
    await withdrawalIn(desk, canceled, 'canceled')
    await withdrawalIn(desk, review, 'waiting_approval')
    // One of the two approvals that a large withdrawal needs.
    await agreeTo(desk, review, 'approve', operator)
  }
}

/** The state machine applies blocks too; the second to apply one does nothing. */
async function takeBlocks(desk: CoinOutDesk): Promise<void> {
  try {
    await desk.applyBlocks()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
  }
}

/** SQL: payouts under way without an alarm. */
const unheard = `wallets.chain_withdrawal where alarm is null
  and state in ('signing', 'signed', 'broadcast', 'confirming')`

/** Much longer than `tamperedWaitMs`, after which a waiting payout has an alarm. */
const settleMs = 120_000
/** The time after which a tampered payout has an alarm. */
export const tamperedWaitMs = 2_000

/** Processes all rows until nothing changes and each payout is finished or has an alarm. */
async function settle({ desk }: On): Promise<void> {
  const shown = `select string_agg(id || state || coalesce(cause, '') || coalesce(alarm, ''), ',' order by id) as rows`
  const seen: { rows: string | null } = { rows: null }
  const look = async () => {
    desk.deposits.wake()
    await takeBlocks(desk)
    await advanceAll(desk, ['chain_deposit', 'chain_withdrawal'])
    const found = await desk.database.query<{ rows: string }>(
      `select (${shown} from wallets.chain_deposit) || ' ' || (${shown} from wallets.chain_withdrawal) as rows`,
    )
    const open = await countOf(desk.database, `select count(*)::int as count from ${unheard}`)
    const [before, now] = [seen.rows, found.rows[0]?.rows ?? '']
    seen.rows = now
    return now === before && open === 0
  }
  await until('every payout is settled, or an alarm names it', look, settleMs).catch(
    async (error: unknown) => {
      const { rows } = await desk.database.query(`select * from ${unheard}`)
      throw new Error(`these rows only wait: ${JSON.stringify(rows)}`, { cause: error })
    },
  )
}

type Balance = { readonly available: number; readonly held: number; readonly settled: number }

async function balanceOf(
  { desk: { database, engine }, money }: On,
  userId: number,
): Promise<Balance> {
  await tablesFollow(engine, userId)
  const found = await database.query<Balance>(
    `select available, held, (select coalesce(sum(amount), 0)::bigint from exchange.transfer
       where from_account_id = $1 and currency_id = $2 and command_kind = 'settle') as settled
     from exchange.balance where account_id = $1 and currency_id = $2`,
    [userId, money.currencyId],
  )
  return found.rows[0] ?? { available: 0, held: 0, settled: 0 }
}

/** The units of the payouts, fees included, whose sum arrived; null if no combination fits. */
function sentFor(arrived: bigint, asked: readonly number[], { fee, ofUnit }: CoinMoney) {
  const sums = asked.reduce<readonly (readonly number[])[]>(
    (sets, one) => [...sets, ...sets.map((set) => [...set, one])],
    [[]],
  )
  const netOf = (set: readonly number[]) =>
    set.reduce((sum, units) => sum + BigInt(units - fee) * ofUnit, 0n)
  const sent = sums.find((set) => netOf(set) === arrived)
  return sent?.reduce((sum, units) => sum + units, 0) ?? null
}

/** Payments or credits of an owner that he neither requested nor deposited. */
async function faultsOf(on: On, owner: Owner): Promise<readonly string[]> {
  const { chain, money } = on
  const { person, receiver, asked, paidIn } = owner
  const arrived = await chain.received(receiver)
  const sent = sentFor(arrived, asked, money)
  if (sent === null) return [`${receiver} was sent ${arrived}, and asked for ${asked.join()}`]
  const { available, held, settled } = await balanceOf(on, person.userId)
  const all = money.fund + paidIn
  const missing = all - settled - available - held
  const faults = []
  if (settled > sent) faults.push(`account ${person.userId} paid ${settled}, and ${sent} was sent`)
  // A sent amount is deducted from his balance or held for it.
  if (available > all - sent) faults.push(`account ${person.userId} can use ${available} of ${all}`)
  // An uncredited deposit has an alarm.
  if (missing < 0 || missing > paidIn) {
    faults.push(`account ${person.userId} has ${available + held} of ${all}, ${settled} settled`)
  }
  return faults
}

/** The thief never had a balance in any currency. */
async function creditedTo(
  { database, engine }: CoinOutDesk,
  { userId }: Person,
): Promise<readonly string[]> {
  await tablesFollow(engine, userId)
  const found = await database.query<{ currencyId: number; units: number }>(
    `select currency_id as "currencyId", available + held as units from exchange.balance
     where account_id = $1 and available + held > 0`,
    [userId],
  )
  return found.rows.map(({ currencyId, units }) => `the thief has ${units} of ${currencyId}`)
}

export type CoinSideOptions = {
  readonly money: CoinMoney
  readonly signer: AbsentSigner
  /** The thief, who has no balance. */
  readonly thief: Person
}

/** Three owners, a thief without a balance, and an operator who approves large withdrawals. */
export async function coinSide(
  desk: CoinOutDesk,
  operator: Person,
  { money, signer, thief }: CoinSideOptions,
): Promise<Side> {
  const asset = desk.register.assets.find(
    ({ chain, currencyId }) => chain === money.chain && currencyId === money.currencyId,
  )
  assert.ok(asset !== undefined)
  const on: On = { desk, money, asset, chain: await chainMoney(desk, money, asset) }
  const owners = await Promise.all([
    ownerOf(on, `Eka ${asset.symbol}`, 0),
    ownerOf(on, `Fajar ${asset.symbol}`, 1),
    ownerOf(on, `Gita ${asset.symbol}`, 2),
  ])
  const helper = await desk.person('Toni')
  await payIn(on, owners, 'credited')
  await begin(on, owners, signer)
  const addresses = owners.map(({ address }) => address)
  return {
    currencyId: money.currencyId,
    moves: coinMoves(money),
    async live() {
      await payIn(on, owners, 'crediting')
      await payOut(on, owners, operator)
      if (money.isToken) {
        await desk.runTreasury()
        await payFakeToken(desk, helper)
      }
    },
    async settle() {
      signer.comeBack()
      await on.chain.release()
      await desk.live.refresh()
      await settle(on)
      await desk.runTreasury().catch(() => undefined)
      await settle(on)
    },
    async faults() {
      const each = await Promise.all(owners.map((owner) => faultsOf(on, owner)))
      for (const one of [thief, helper]) each.push(await creditedTo(desk, one))
      each.push(await on.chain.strays([...addresses, ...money.receivers]))
      return each.flat()
    },
    completed: () =>
      countOf(
        desk.database,
        `select count(*)::int as count from wallets.chain_withdrawal
         where currency_id = ${money.currencyId} and state = 'done'`,
      ),
  }
}
