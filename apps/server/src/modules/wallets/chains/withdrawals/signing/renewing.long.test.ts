/** Approvals that expired, or whose key changed: waiting transactions continue with the same nonce. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { addressKey } from '../../../../../adapters/evm/index.ts'
import { type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import { localEpochSlots } from '../../register.ts'
import { addressOf, approvalKey, newestIn, post, type Row } from '../../testing/coin-desk.ts'
import { coinOutDesk, strangers, withdrawAs, withdrawalIn } from '../../testing/coin-out-desk.ts'
import { approvedAgain } from '../treasury/treasury-plans.ts'
import type { SigningOrder } from './signing-order.ts'

const etherId = 3

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({ epochSlots: localEpochSlots, blockMs: { ethereum: 300 } })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

test('ATT-97 INV-16: a sweep with an expired or outdated approval is signed again with its nonce', async (t) => {
  const refusals = ['approval.expired', 'approval.forged']
  const desk = await coinOutDesk(t, await rig.database(), chains, {
    asSigner: (honest) => ({
      ...honest,
      sign(order, asker) {
        const code = order.approval.kind === 'sweep' ? refusals.shift() : undefined
        if (code === undefined) return honest.sign(order, asker)
        return Promise.resolve({ status: 'refused', code })
      },
    }),
  })
  const dewi = await desk.person('Dewi')
  const address = addressKey(await addressOf(desk, dewi, 'ethereum'))
  const asked = { chain: 'ethereum', currency: 'ETH', amount: '0.1' }
  await post(desk, dewi, '/simulation/chain/faucet', asked)
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  const sweeps = async () => {
    const found = await desk.database.query<{ nonce: number; state: string }>(
      `select nonce, state from wallets.chain_transaction
       where lower(from_address) = $1 order by id`,
      [address],
    )
    return found.rows.map(({ nonce, state }) => `${nonce} ${state}`)
  }
  await until('it is swept', async () => (await sweeps()).includes('0 final'), 90_000)
  assert.deepEqual(await sweeps(), ['0 final'])
  assert.deepEqual(refusals, [])
})

test('ATT-97: a withdrawal approved under an earlier key is approved again, as requested', async (t) => {
  const desk = await coinOutDesk(t, await rig.database(), chains)
  const { database } = desk
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 100_000_000)
  desk.custody.judge(etherId, 'stale')
  const fields = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId, amount: '0.1' }
  const asked = { ...fields, withdraw_to: strangers.evm }
  const answer = await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const rowId = Number((answer.body['data'] as Row)['id'])
  await withdrawalIn(desk, rowId, 'approved')
  await database.query(
    `update wallets.chain_withdrawal set approval_mac = sha256(approval_mac) where id = $1`,
    [rowId],
  )
  desk.custody.judge(etherId, 'whole')
  await withdrawalIn(desk, rowId, 'done', 90_000)
})

test('ATT-97: a treasury move changed to a payout is not approved again', () => {
  const order = { approval: { kind: 'payout', id: 'sweep-1' } }
  const kept = { order } as unknown as SigningOrder
  assert.throws(() => approvedAgain(approvalKey, 'sweep', kept), /is not a sweep/)
})
