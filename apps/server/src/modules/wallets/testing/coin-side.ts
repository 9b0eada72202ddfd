/** For tests of tampering: ether that people pay in and ask to be sent, over nodes in memory or real ones. */
import assert from 'node:assert/strict'
import { until } from '../../../engine/testing/until.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import type { Person } from '../../../testing/desk.ts'
import type { Move } from '../../../testing/tampering.ts'
import { agreeTo } from '../chains/testing/agreeing.ts'
import { addressOf, post, type Row } from '../chains/testing/coin-desk.ts'
import {
  type CoinOutDesk,
  payFrom,
  withdrawAs,
  withdrawalIn,
} from '../chains/testing/coin-out-desk.ts'
import { lookAtAll } from './rupiah-side.ts'
import { countOf, type Side } from './side.ts'

const etherId = 3
/** Wei of a unit of the books. */
const weiOfUnit = 10n ** 10n
const fund = 2_000_000_000
const fee = 100_000
/** Twice as much still needs no sender. */
const deposited = 5_000_000
const large = 300_000_000

/** Whoever has none: the address that the thief would be paid at, and the name of his own account here. */
const thief = { address: `0x${'7e'.repeat(20)}`, name: 'Tono' }
const thiefId = `(select id from accounts.users where nickname = '${thief.name}')`

/** What a thief tries who wants coins. */
const moves: readonly Move[] = [
  ...[
    'to_address = other.to_address',
    `to_address = '${thief.address}'`,
    `to_address = '${thief.address}', request_mac = other.request_mac`,
    'user_id = other.user_id, to_address = other.to_address',
    'amount = t.amount + 1000000, net = t.net + 1000000, chain_amount = t.chain_amount + 10000000000000000',
    'fee = 0, net = t.amount',
    "reference = t.reference || 'x'",
    'hold_id = other.hold_id',
    'hold_id = other.hold_id, amount = other.amount, net = other.net, chain_amount = other.chain_amount',
    'approvals_needed = 0',
    `state = 'approved', cause = null, canceled_by = null`,
    `state = 'held', cause = null, canceled_by = null`,
    `state = 'waiting_approval', cause = null, canceled_by = null, approvals_needed = 0`,
    `state = 'signing', cause = null, canceled_by = null`,
    `state = 'canceled', canceled_by = 'user'`,
    `state = 'failed', cause = null`,
    'user_id = other.user_id',
    'frozen_until = null, frozen_cause = null',
    'request_mac = other.request_mac',
    'approval = other.approval, approval_mac = other.approval_mac',
  ].map((set) => ({ table: 'wallets.chain_withdrawal', set })),
  ...[
    'user_id = other.user_id',
    `user_id = ${thiefId}`,
    `user_id = ${thiefId}, state = 'crediting', credit_proof = sha256('x')`,
    'amount = t.amount * 2, units = t.units * 2',
    'units = t.units * 2',
    `state = 'crediting', amount = t.amount * 2, units = t.units * 2, credit_proof = other.credit_proof`,
    `state = 'confirming', life = t.life + 1`,
    `state = 'confirming', life = t.life + 1, reversal_proof = t.credit_proof`,
    `state = 'confirming', cause = null`,
    `state = 'crediting', cause = 'in_suspense', suspense_units = t.units, granted_life = t.life`,
    `to_address = other.to_address, user_id = other.user_id`,
    `txid = other.txid || 'x'`,
  ].map((set) => ({ table: 'wallets.chain_deposit', set })),
  // The row that was credited gives its name away, and another one takes it.
  {
    table: 'wallets.chain_deposit',
    afterSet: `txid = txid || 'x'`,
    copyWith: { state: `'confirming'`, next_look_at: 'now()' },
  },
  {
    table: 'wallets.chain_deposit',
    afterSet: `txid = txid || 'x'`,
    copyWith: { state: `'crediting'`, next_look_at: 'now()' },
  },
  // The deposit and the address that it came to, both at once.
  {
    table: 'wallets.chain_deposit',
    sql: `with given as (update wallets.chain_address a set user_id = ${thiefId}
        from wallets.chain_deposit d where d.ctid = :row and a.address = d.to_address)
      update wallets.chain_deposit set user_id = ${thiefId} where ctid = :row`,
  },
  { table: 'wallets.chain_address', set: 'seal = other.seal' },
  { table: 'wallets.chain_address', set: `user_id = ${thiefId}` },
  { table: 'wallets.chain_address', set: `address = '${thief.address}'` },
  { table: 'wallets.approval', set: 'row_id = other.row_id' },
  { table: 'desk.vote', copyWith: { entry_no: 'entry_no + 1', operator_id: 'operator_id - 1' } },
]

/** A person, the address of another purse of his, and what he asked to have sent there. */
type Owner = {
  readonly person: Person
  readonly receiver: string
  /** Units that he asked for, fee included: of each owner another amount. */
  readonly amount: number
  /** Units that he paid in at the address that he was given. */
  paidIn: number
}

/** What is taken back differs from what is not: where it is sent all the same, it is seen. */
const canceledMore = 10_000
const ownAmounts = [2_100_000, 2_200_000, 2_300_000]

async function ownerOf(desk: CoinOutDesk, name: string, at: number): Promise<Owner> {
  const person = await desk.person(name)
  await desk.fund(person, etherId, fund)
  const receiver = `0x${String(at + 1).repeat(40)}`
  return { person, receiver, amount: ownAmounts[at] ?? 0, paidIn: 0 }
}

/** Each owner pays to the address that he is given. */
async function payIn(desk: CoinOutDesk, owners: readonly Owner[], state: string): Promise<void> {
  for (const owner of owners) {
    const address = await addressOf(desk, owner.person, 'ethereum')
    const amount = BigInt(deposited) * weiOfUnit
    await payFrom(desk.chains, 'ethereum', { address, amount, asset: 'coin' })
    owner.paidIn += deposited
  }
  const wanted = owners.reduce((sum, { paidIn }) => sum + paidIn, 0) / deposited
  await until(`${wanted} deposits, the last of them ${state}`, async () => {
    desk.deposits.wake()
    const found = await countOf(
      desk.database,
      `select count(*)::int as count from wallets.chain_deposit where state in ('credited', '${state}')`,
    )
    return found >= wanted
  })
}

const decimal = (units: number): string => (units / 1e8).toFixed(8)

async function askFor(desk: CoinOutDesk, owner: Owner, units: number): Promise<number> {
  const { status, body } = await withdrawAs(desk, owner.person, '/evm/coin-withdraw', {
    chain_id: 1,
    currency: 'ETH',
    ccurrency_table_id: etherId,
    withdraw_to: owner.receiver,
    amount: decimal(units),
    to_name: 'Budi Santoso',
    to_home_address: 'Jalan Melati 1, Bandung',
  })
  assert.equal(status, 200, JSON.stringify(body))
  return Number((body['data'] as Row)['id'])
}

/** Each owner asks for two payouts, one of which he takes back, and a large one that one operator approves. */
async function payOut(
  desk: CoinOutDesk,
  owners: readonly Owner[],
  operator: Person,
): Promise<void> {
  for (const owner of owners) {
    const canceled = await askFor(desk, owner, owner.amount + canceledMore)
    await askFor(desk, owner, owner.amount)
    const review = await askFor(desk, owner, large)
    const answer = await post(desk, owner.person, '/withdraws/cancel', { id: canceled })
    assert.equal(answer.body['success'], 1, JSON.stringify(answer.body))
    await withdrawalIn(desk, canceled, 'canceled')
    await withdrawalIn(desk, review, 'waiting_approval')
    // One of the two that a large one needs.
    await agreeTo(desk, review, 'approve', operator)
  }
}

/** As SQL: payouts that are out of their owners' hands, not at their ends, and told to nobody. */
const unheard = `wallets.chain_withdrawal where alarm is null
  and state in ('signing', 'signed', 'broadcast', 'confirming')`

/** Much longer than a payout may wait before it has an alarm: `tamperedWaitMs`. */
const settleMs = 120_000
/** A payout that is tampered with may be under way for so long. */
export const tamperedWaitMs = 2_000

/** Looks at all rows until no look changes any of them, and each payout is at its end, or an alarm names it. */
async function settle(desk: CoinOutDesk): Promise<void> {
  const shown = `select string_agg(id || state || coalesce(cause, '') || coalesce(alarm, ''), ',' order by id) as rows`
  const seen: { rows: string | null } = { rows: null }
  const look = async () => {
    desk.deposits.wake()
    await lookAtAll(desk, ['chain_deposit', 'chain_withdrawal'])
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
      throw new Error(`these only wait: ${JSON.stringify(rows)}`, { cause: error })
    },
  )
}

async function received({ nodes }: CoinOutDesk, address: string): Promise<bigint> {
  const answer = await nodes.evm.ethereum?.balances(address, [], 'latest')
  assert.ok(answer?.status === 'done')
  return answer.value.coin / weiOfUnit
}

type Balance = { readonly available: number; readonly held: number; readonly settled: number }

async function balanceOf({ database, engine }: CoinOutDesk, userId: number): Promise<Balance> {
  await tablesFollow(engine, userId)
  const found = await database.query<Balance>(
    `select available, held, (select coalesce(sum(amount), 0)::bigint from exchange.transfer
       where from_account_id = $1 and currency_id = $2 and command_kind = 'settle') as settled
     from exchange.balance where account_id = $1 and currency_id = $2`,
    [userId, etherId],
  )
  return found.rows[0] ?? { available: 0, held: 0, settled: 0 }
}

/** What an owner was sent or credited that he did not ask for, or pay in. */
async function faultsOf(desk: CoinOutDesk, owner: Owner): Promise<readonly string[]> {
  const { person, receiver, amount, paidIn } = owner
  const arrived = await received(desk, receiver)
  const net = BigInt(amount - fee)
  const sent = arrived === net ? amount : 0
  const { available, held, settled } = await balanceOf(desk, person.userId)
  const all = fund + paidIn
  const missing = all - settled - available - held
  const faults = []
  if (arrived !== 0n && sent === 0) faults.push(`${receiver} was sent ${arrived}, not ${net}`)
  if (settled > sent) faults.push(`account ${person.userId} paid ${settled}, and ${sent} was sent`)
  // What was sent is taken out of his balance, or set aside for it.
  if (available > all - sent) faults.push(`account ${person.userId} can use ${available} of ${all}`)
  // What was paid in and is not credited has an alarm.
  if (missing < 0 || missing > paidIn) {
    faults.push(`account ${person.userId} has ${available + held} of ${all}, ${settled} settled`)
  }
  return faults
}

/** Three people, somebody who has nothing, and an operator who agrees to large payouts. */
export async function coinSide(desk: CoinOutDesk, operator: Person): Promise<Side> {
  const owners = await Promise.all(
    ['Eka', 'Fajar', 'Gita'].map((name, at) => ownerOf(desk, name, at)),
  )
  const nobody = await desk.person(thief.name)
  await payIn(desk, owners, 'credited')
  return {
    currencyId: etherId,
    moves,
    async live() {
      await payIn(desk, owners, 'crediting')
      await payOut(desk, owners, operator)
    },
    settle: () => settle(desk),
    async faults() {
      const each = await Promise.all(owners.map((owner) => faultsOf(desk, owner)))
      const { available, held } = await balanceOf(desk, nobody.userId)
      if (available + held > 0) each.push([`the thief was credited ${available + held}`])
      const stolen = await received(desk, thief.address)
      if (stolen > 0n) each.push([`the thief was sent ${stolen}`])
      return each.flat()
    },
    completed: () =>
      countOf(
        desk.database,
        `select count(*)::int as count from wallets.chain_withdrawal where state = 'done'`,
      ),
  }
}
