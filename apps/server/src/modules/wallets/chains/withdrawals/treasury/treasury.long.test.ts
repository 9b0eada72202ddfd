/** Treasury moves over the local chains while some of them fail. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { addressKey, type EvmNode } from '../../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import { type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import type { Person } from '../../../../../testing/desk.ts'
import { localEpochSlots } from '../../register.ts'
import { addressOf, newestIn, post } from '../../testing/coin-desk.ts'
import { type CoinOutDesk, coinOutDesk } from '../../testing/coin-out-desk.ts'

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  const blockMs = { ethereum: 300, arbitrum: 300, bnb: 300 }
  chains = await temporaryChains({ epochSlots: localEpochSlots, blockMs })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

/** A user with credited tokens on a chain; returns the address in lower case. */
async function holderOf(
  desk: CoinOutDesk,
  person: Person,
  chain: string,
  { currency = 'USDT', amount = '50' } = {},
): Promise<string> {
  const address = await addressOf(desk, person, 'ethereum')
  const asked = { chain, currency, amount }
  const { status, body } = await post(desk, person, '/simulation/chain/faucet', asked)
  assert.equal(status, 200, JSON.stringify(body))
  await newestIn(desk, person, { url: '/ccdeposits', state: 'credited' })
  return addressKey(address)
}

test('ATT-97 FLT-30: a frozen token or a wrongly signed move stops no other address or chain', async (t) => {
  const frozen = { address: '', asked: 0 }
  const freezing = (node: EvmNode | null): EvmNode | null =>
    node === null
      ? null
      : {
          ...node,
          quote(call, limits) {
            const isToken = call.data !== '0x'
            if (addressKey(call.from) !== frozen.address || !isToken)
              return node.quote(call, limits)
            frozen.asked += 1
            const value = { state: 'reverts', reason: 'blacklisted' } as const
            return Promise.resolve({ status: 'done', value })
          },
        }
  const desk = await coinOutDesk(t, await rig.database(), chains, {
    asNodes: (honest) => ({ ...honest, evm: { ...honest.evm, bnb: freezing(honest.evm.bnb) } }),
    asSigner: (honest) => ({
      ...honest,
      async sign(order, asker) {
        const answer = await honest.sign(order, asker)
        if (answer.status !== 'done' || order.approval.chain !== 'evm:1') return answer
        return { ...answer, value: { ...answer.value, txid: `0x${'ab'.repeat(32)}` } }
      },
    }),
  })
  // Dewi's address comes first, and its token cannot be swept.
  const dewi = await desk.person('Dewi')
  frozen.address = addressKey(await addressOf(desk, dewi, 'ethereum'))
  await holderOf(desk, dewi, 'bnb')
  await holderOf(desk, dewi, 'bnb', { currency: 'BNB', amount: '0.5' })
  await holderOf(desk, await desk.person('Fani'), 'ethereum')
  const swept = await holderOf(desk, await desk.person('Eka'), 'bnb')
  const movesOf = async (address: string) => {
    const found = await desk.database.query<{ contract: string | null; state: string }>(
      `select contract, state from wallets.chain_transaction
       where lower(from_address) = $1 and purpose = 'sweep'`,
      [address],
    )
    return found.rows
  }
  const isSwept = async (address: string) =>
    (await movesOf(address)).some(({ state }) => ['mined', 'final'].includes(state))
  await until('the tokens of the other address are swept', () => isSwept(swept), 60_000)
  await until('the coin beside the frozen token is swept', () => isSwept(frozen.address), 60_000)
  assert.ok((await movesOf(frozen.address)).every(({ contract }) => contract === null))
  assert.ok(frozen.asked > 0 && frozen.asked < 5, `asked ${frozen.asked} times`)
  const kept = await desk.database.query(
    `select 1 from wallets.chain_transaction where chain = 'ethereum' and txid is not null`,
  )
  assert.equal(kept.rows.length, 0)
})

test('SRV-80 FLT-30: a hot wallet nonce above ours halts the chain', async (t) => {
  const others = { sent: 0 }
  const counting = (node: EvmNode | null): EvmNode | null =>
    node === null
      ? null
      : {
          ...node,
          async nonceCounts(address) {
            const answer = await node.nonceCounts(address)
            if (answer.status !== 'done') return answer
            const { latest, pending } = answer.value
            const value = {
              ...answer.value,
              latest: latest + others.sent,
              pending: pending + others.sent,
            }
            return { status: 'done', value }
          },
        }
  const desk = await coinOutDesk(t, await rig.database(), chains, {
    asNodes: (honest) => ({ ...honest, evm: { ...honest.evm, bnb: counting(honest.evm.bnb) } }),
  })
  const dewi = await desk.person('Dewi')
  await holderOf(desk, dewi, 'bnb')
  const house = await desk.addressKeys.accounts()
  await until('the hot wallet gave gas', async () => {
    const found = await desk.database.query(
      `select 1 from wallets.chain_nonce where chain = 'bnb' and address = $1`,
      [house?.evm.at(hotWallet)],
    )
    return found.rows.length === 1
  })
  const paused = async () => {
    const found = await desk.database.query<{ paused: string | null }>(
      `select paused from wallets.chain_cursor where chain = 'bnb'`,
    )
    return found.rows[0]?.paused ?? null
  }
  assert.equal(await paused(), null)
  others.sent = 9
  await until('it stops', async () => (await paused()) === 'key_elsewhere', 30_000)
})
