/** The funds of the hot wallet for the next payout while others are in flight. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import type { EvmNode } from '../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import { localEpochSlots } from '../register.ts'
import { addressOf, coinDesk, newestIn, post } from '../testing/coin-desk.ts'
import { judgedCustody } from '../testing/custody.ts'
import { strangers } from '../testing/coin-out-desk.ts'
import { personWithAddress } from '../testing/coins.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { evmOrder, orderBytes } from './signing/signing-order.ts'
import { inFlightOf, type Payment } from './payment-store.ts'
import { noPause } from '../../machine/request-pause.ts'
import { createFunding } from './funding.ts'

const etherId = 3
const ether = 10n ** 18n

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

const anyPayment: Payment = {
  rowId: 999,
  reference: 'two',
  userId: 0,
  chain: 'ethereum',
  currencyId: 0,
  symbol: 'ETH',
  contract: null,
  amount: 2,
  fee: 1,
  net: 1,
  chainAmount: 1n,
  toAddress: strangers.evm,
  receiverName: null,
  receiverAddress: null,
  approvalsNeeded: 0,
  holdId: 1,
  requestMac: null,
  approved: null,
  ...noPause,
  isEarly: false,
}

/** A sent payout of ether, in wei. */
async function sent(database: Database, userId: number, amount: bigint): Promise<void> {
  await database.query(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state, next_look_at)
     values ('ethereum', $1, $2, 2, 1, 1, $3, 'x', 'one', gen_random_uuid(), '\\x00', 'broadcast', null)`,
    [userId, etherId, amount.toString()],
  )
}

/** A gas funding to an address of a user, as it was ordered from the signer. */
async function giving(database: Database, wei: bigint): Promise<void> {
  const approval = {
    kind: 'funding',
    id: 'gas_funding-1:7',
    chain: 'evm:1',
    currency: 'ETH',
    contract: null,
    destination: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    amount: String(wei),
    feeMax: '9',
    hold: null,
    approvedBy: 'rule:gas_funding',
    approvedAtMs: 1,
    notAfterMs: 2,
  } as const
  const gasPrice = { kind: 'dynamic', max: '1', priority: '1' } as const
  for (const no of [1, 2]) {
    const spend = {
      family: 'evm',
      from: hotWallet,
      nonce: 0,
      gasLimit: '9',
      gasPrice,
      own: null,
    } as const
    await database.query(
      `insert into wallets.chain_transaction (chain, purpose, no, from_address, nonce, request, fee_max)
       values ('ethereum', 'gas_funding', $1, '0xhot', 0, $2, 9)`,
      [no, orderBytes(evmOrder({ approval, mac: 'ab' }, spend, '0xhot'))],
    )
  }
}

test('FLT-32 INV-16: gas in flight to a user’s address is not available for a payout', async (t) => {
  const database = openDatabase(await rig.database(), createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'ethereum', 'main-0')
  await sent(database, await personWithAddress(database, 'sari'), 5n)
  await giving(database, 70n)
  // A higher fee sends no second funding, but its maximum cost counts.
  assert.deepEqual(await inFlightOf(database, 'ethereum', null), {
    amount: 75n,
    fees: 18n,
    units: 1,
  })
  assert.equal((await inFlightOf(database, 'ethereum', '0xtoken')).amount, 0n)
  await database.query(`update wallets.chain_transaction set state = 'mined'`)
  assert.equal((await inFlightOf(database, 'ethereum', null)).amount, 5n)
})

test('FLT-32 INV-14: a payout that is mined during planning does not free its funds twice', async (t) => {
  const mining = { isDue: false, database: null as Database | null }
  const racing = (node: EvmNode | null): EvmNode | null =>
    node === null
      ? null
      : {
          ...node,
          async balances(address, contracts, tag) {
            const answer = await node.balances(address, contracts, tag)
            // Right after the node answered, a block includes the other one.
            if (mining.isDue) {
              await mining.database?.query(
                `update wallets.chain_withdrawal set state = 'confirming' where reference = 'one'`,
              )
            }
            return answer
          },
        }
  const desk = await coinDesk(t, await rig.database(), chains, {
    asNodes: (honest) => ({
      ...honest,
      evm: { ...honest.evm, ethereum: racing(honest.evm.ethereum) },
    }),
  })
  const { database, addressKeys, register } = desk
  mining.database = database
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await post(desk, dewi, '/simulation/chain/faucet', {
    chain: 'ethereum',
    currency: 'ETH',
    amount: '0.1',
  })
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  const house = await addressKeys.accounts()
  assert.ok(house !== null)
  const address = house.evm.at(hotWallet)
  await chains.control.pay('ethereum', { address, amount: ether, asset: 'coin' })
  await until('the hot wallet has it', async () => {
    const answer = await desk.nodes.evm.ethereum?.balances(address, [], 'latest')
    return answer?.status === 'done' && answer.value.coin === ether
  })
  await sent(database, dewi.userId, (ether * 7n) / 10n)
  const asset = register.assets.find((one) => one.chain === 'ethereum' && one.contract === null)
  assert.ok(asset !== undefined)
  const payment: Payment = {
    ...anyPayment,
    userId: dewi.userId,
    currencyId: asset.currencyId,
    chainAmount: (ether * 5n) / 10n,
  }
  const room = createFunding({
    ...desk,
    accounts: () => addressKeys.accounts(),
    topUp: null,
    custody: judgedCustody(),
  })
  assert.equal((await room(payment)).funding, 'short')
  mining.isDue = true
  assert.equal((await room(payment)).funding, 'short')
  await database.query(
    `update wallets.chain_withdrawal set chain_amount = 1 where reference = 'one'`,
  )
  assert.equal((await room(payment)).funding, 'enough')
})

test('FLT-32: an amount that the network refuses is not reported as insufficient funds', async (t) => {
  const desk = await coinDesk(t, await rig.database(), chains)
  const { database, addressKeys, register } = desk
  await addressOf(desk, await desk.person('Eka'), 'bitcoin')
  await until('bitcoin is followed', async () => {
    const found = await database.query(
      `select 1 from wallets.chain_cursor where chain = 'bitcoin' and paused is null`,
    )
    return found.rows.length === 1
  })
  await database.query(
    `insert into wallets.chain_house_block (height, hash) values (1, 'one') on conflict do nothing`,
  )
  const asset = register.assets.find(({ chain }) => chain === 'bitcoin')
  assert.ok(asset !== undefined)
  const { currencyId } = asset
  const ofBitcoin = { ...anyPayment, chain: 'bitcoin', toAddress: strangers.bitcoin } as const
  const room = createFunding({
    ...desk,
    accounts: () => addressKeys.accounts(),
    topUp: null,
    custody: judgedCustody(),
  })
  const roomFor = async (chainAmount: bigint) =>
    (await room({ ...ofBitcoin, currencyId, chainAmount, net: 0 })).funding
  assert.equal(await roomFor(10n), 'dust')
  assert.equal(await roomFor(10_000n), 'short')
})
