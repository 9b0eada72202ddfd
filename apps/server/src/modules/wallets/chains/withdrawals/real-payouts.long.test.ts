/**
 * Payouts of bitcoin, ether and a token while their real chains fork, drop transactions and crash at random:
 * each is paid exactly once. Each slice plays another round; `TUKAR_SEED` repeats a failed run.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh } from '@scure/btc-signer'
import { type Command, custodyAccounts } from '@tukar/core'
import { seedIn, sliceIn } from '@tukar/core/sim/slice'
import { bitcoinNetworks } from '../../../../adapters/bitcoin/networks.ts'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import { creditOf } from '../../../../engine/testing/listing.ts'
import { freshId, type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import type { Person } from '../../../../testing/desk.ts'
import { localEpochSlots, localToken } from '../register.ts'
import { addressOf, newestIn, type Row } from '../testing/coin-desk.ts'
import { type CoinOutDesk, coinOutDesk, withdrawAs } from '../testing/coin-out-desk.ts'
import { displacedAlarm } from './withdrawal-row.ts'

const seed = seedIn(process.env)
/** No more than three bitcoin deposits can pay for, so that no top-up is needed. */
const rounds = sliceIn(process.env).count === 1 ? 8 : 1
const eventsOfRound = 14
const endMs = 120_000
const blockMs = 300
const lookMs = 150
const etherId = 3
const tetherId = 5
/** Deeper blocks are final: small bitcoin payouts from their second block on. */
const forkMax = { bitcoin: 1, ethereum: 2 * localEpochSlots - 1 } as const
const forkedChains = ['bitcoin', 'ethereum'] as const

type Chance = () => number
type Asked = { readonly rowId: number; readonly to: string; readonly isBitcoin: boolean }
type Ended = Asked & { readonly isPaid: boolean }

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({
    epochSlots: localEpochSlots,
    blockMs: { bitcoin: blockMs, ethereum: blockMs },
  })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

/** A random source that its seed reproduces. */
function chanceOf(start: number): Chance {
  let state = start | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
}

async function setClocks(everyMs: number): Promise<void> {
  for (const chain of forkedChains) await chains.control.setClock(chain, everyMs)
}

/** On the chains and in the ledger alike, deeper than any fork here. */
async function fund(desk: CoinOutDesk, person: Person): Promise<void> {
  const accounts = await desk.addressKeys.accounts()
  assert.ok(accounts !== null)
  const address = accounts.evm.at(hotWallet)
  const { control } = chains
  await control.pay('ethereum', { address, amount: 10n ** 19n, asset: 'coin' })
  await control.pay('ethereum', { address, amount: 10n ** 9n, asset: 'token' })
  for (const [currencyId, units] of [
    [etherId, 1_000_000_000],
    [tetherId, 1_000_000_000],
  ] as const) {
    const credit = creditOf(person.userId, currencyId, units)
    const command = { ...credit, railId: custodyAccounts.ethereum } as Command
    const outcome = await desk.engine.submit(command, freshId(person.userId, command))
    assert.equal(outcome.status, 'accepted')
  }
  const own = await addressOf(desk, person, 'bitcoin')
  for (let made = 0; made < 3; made += 1) {
    await control.pay('bitcoin', { address: own, amount: 300_000n, asset: 'coin' })
  }
  await newestIn(desk, person, { url: '/wallets_btc/deposits', state: 'credited' })
  await control.mine('ethereum', 2 * localEpochSlots)
}

async function askOne(desk: CoinOutDesk, person: Person, kind: number): Promise<Asked> {
  const receiver = { to_name: 'Budi Santoso', to_home_address: 'Jalan Melati 1, Bandung' }
  const isBitcoin = kind === 0
  const to = isBitcoin ? bitcoinAddress() : `0x${randomBytes(20).toString('hex')}`
  const shared = { ...receiver, withdraw_to: to }
  const evm = { ...shared, chain_id: 1 }
  const answer = isBitcoin
    ? await withdrawAs(desk, person, '/wallets_btc/withdraw', { ...shared, amount: '0.0005' })
    : kind === 1
      ? await withdrawAs(desk, person, '/evm/coin-withdraw', {
          ...evm,
          currency: 'ETH',
          ccurrency_table_id: etherId,
          amount: '0.02',
        })
      : await withdrawAs(desk, person, '/evm/token-withdraw', {
          ...evm,
          currency: 'USDT',
          ccurrency_table_id: tetherId,
          contract_address: localToken.contract,
          amount: '6',
        })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { rowId: Number((answer.body['data'] as Row)['id']), to, isBitcoin }
}

function bitcoinAddress(): string {
  const key = secp256k1.getPublicKey(randomBytes(32), true)
  return p2wpkh(key, bitcoinNetworks.regtest).address ?? ''
}

/** Makes all rows due, because the next pass may be minutes away. */
async function lookAgain(desk: CoinOutDesk): Promise<void> {
  desk.deposits.wake()
  await desk.database.query(
    `update wallets.chain_withdrawal set next_look_at = now(), hints = hints + 1
     where next_look_at is not null`,
  )
  desk.machine.wake()
  await wait(lookMs)
}

/** Applies a random event to a chain, and processes the consequences. */
async function happen(
  desk: CoinOutDesk,
  chance: Chance,
  happened: Map<string, number>,
): Promise<void> {
  const { control } = chains
  const chain = forkedChains[Math.floor(chance() * forkedChains.length)] ?? 'ethereum'
  const die = chance()
  const what = die < 0.4 ? 'mine' : die < 0.65 ? 'fork' : die < 0.75 ? 'power' : 'look'
  happened.set(what, (happened.get(what) ?? 0) + 1)
  if (what === 'mine') await control.mine(chain, 1 + Math.floor(chance() * 3))
  if (what === 'fork') {
    const depth = 1 + Math.floor(chance() * forkMax[chain])
    await control.fork(chain, { depth, forget: chance() < 0.5 })
  }
  if (what === 'power') {
    await control.stop(chain, true)
    await control.start(chain)
    // A restarted node has no older states to which a fork could return.
    if (chain === 'ethereum') await control.mine(chain, 2 * localEpochSlots)
  }
  await lookAgain(desk)
}

/**
 * Waits until a payout is over, and tells whether it was paid. A fork may replace the transaction whose
 * change a bitcoin payout spends. The payout can never be mined then, and waits for two operators.
 */
async function endOf(desk: CoinOutDesk, asked: Asked): Promise<Ended> {
  const { rowId, isBitcoin } = asked
  const seen = { state: '', cause: '', alarm: '' }
  const isPaid = () => seen.state === 'done'
  const look = async () => {
    await lookAgain(desk)
    const { rows } = await desk.database.query<Partial<typeof seen>>(
      'select state, cause, alarm from wallets.chain_withdrawal where id = $1',
      [rowId],
    )
    Object.assign(seen, rows[0])
    return isPaid() || (isBitcoin && seen.alarm === displacedAlarm)
  }
  await until(`withdrawal ${rowId} is over`, look, endMs).catch((error: unknown) => {
    throw new Error(`it is ${seen.state} (${seen.cause}, ${seen.alarm})`, { cause: error })
  })
  return { ...asked, isPaid: isPaid() }
}

/**
 * INV-13: the chain has exactly one payment of this amount, by any of its transactions, or none if it was not
 * paid.
 */
async function requirePaidOnce(
  desk: CoinOutDesk,
  { rowId, to, isBitcoin, isPaid }: Ended,
): Promise<void> {
  const found = await desk.database.query<{
    txid: string
    amount: string
    contract: string | null
  }>(
    `select t.txid, w.chain_amount::text as amount, w.contract
     from wallets.chain_transaction t join wallets.chain_withdrawal w on w.id = t.withdrawal_id
     where w.id = $1 and t.txid is not null`,
    [rowId],
  )
  const [first] = found.rows
  assert.ok(first !== undefined)
  const { amount, contract } = first
  if (isBitcoin) {
    const outputs = found.rows.map(({ txid }) => ({ txid, index: 0 }))
    const answer = await desk.nodes.bitcoin?.unspent(outputs)
    assert.ok(answer?.status === 'done')
    const paid = answer.value.flatMap((output) => (output === null ? [] : [String(output.amount)]))
    assert.deepEqual(paid, isPaid ? [amount] : [], `withdrawal ${rowId}`)
    return
  }
  const contracts = contract === null ? [] : [contract]
  const answer = await desk.nodes.evm.ethereum?.balances(to, contracts, 'latest')
  assert.ok(answer?.status === 'done')
  const { coin, tokens } = answer.value
  assert.equal(String(contract === null ? coin : tokens[0]), amount, `withdrawal ${rowId}`)
}

async function playRound(
  desk: CoinOutDesk,
  person: Person,
  { chance, happened }: { readonly chance: Chance; readonly happened: Map<string, number> },
): Promise<readonly Ended[]> {
  await setClocks(0)
  const asked: Asked[] = []
  for (let event = 0; event < eventsOfRound; event += 1) {
    if (event % 4 === 0) asked.push(await askOne(desk, person, asked.length % 3))
    await happen(desk, chance, happened)
  }
  await setClocks(blockMs)
  // The clock adds blocks for transactions that it saw waiting, not for those mined by hand.
  for (const chain of forkedChains) await chains.control.mine(chain, 2 * localEpochSlots + 1)
  const ended: Ended[] = []
  for (const one of asked) ended.push(await endOf(desk, one))
  return ended
}

async function play(t: TestContext): Promise<void> {
  const desk = await coinOutDesk(t, await rig.database(), chains, { bumpAfterMs: 1_500 })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await fund(desk, dewi)
  const chance = chanceOf(seed)
  const happened = new Map<string, number>()
  const ended: Ended[] = []
  for (let round = 0; round < rounds; round += 1) {
    ended.push(...(await playRound(desk, dewi, { chance, happened })))
  }
  for (const one of ended) await requirePaidOnce(desk, one)
  const [sums] = (
    await desk.database.query<{ signed: number; left: number }>(
      `select (select count(*)::int from wallets.chain_transaction where purpose = 'payout') as signed,
         (select count(*)::int from wallets.step where kind = 'chain_withdrawal'
           and cause = 'left_chain') as left`,
    )
  ).rows
  t.diagnostic(
    `${ended.length} payouts, ${ended.filter(({ isPaid }) => isPaid).length} paid: ${JSON.stringify({ ...sums, ...Object.fromEntries(happened) })}`,
  )
  assert.ok((happened.get('fork') ?? 0) > 0)
  assert.ok(ended.some(({ isPaid }) => isPaid))
}

test('INV-13 ATT-80 ATT-94 ATT-95 FLT-26 FLT-27 FLT-30 FLT-31: payouts over chains that fork, drop transactions and crash are each paid once', async (t) => {
  t.diagnostic(`TUKAR_SEED=${seed}`)
  await play(t)
})
