/** H-1 ATT-97: write access to the rows of transactions settles, pays and moves nothing. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Command, houseAccounts } from '@tukar/core'
import {
  type BitcoinTransaction,
  createBitcoinNode,
  decodeTransaction,
  type UnspentOutput,
} from '../../../../../adapters/bitcoin/index.ts'
import { transactionHex } from '../../../../../adapters/bitcoin/testing/made.ts'
import { createEvmNode, type EvmNode } from '../../../../../adapters/evm/index.ts'
import { approve, hotWallet, type SignOrder } from '../../../../../adapters/signer/index.ts'
import { openDatabase } from '../../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { createLog } from '../../../../../platform/logging/log.ts'
import { createMail } from '../../../../../platform/mail/mail.ts'
import { testKeys } from '../../../../../platform/secrets/testing/secrets.ts'
import { proofFindings } from '../../../audit-proofs.ts'
import { advanceRow } from '../../../machine/advance.ts'
import { addStep } from '../../../machine/row-store.ts'
import { chainTable } from '../../chains.ts'
import { approvalKey } from '../../testing/coin-desk.ts'
import { strangers } from '../../testing/coin-out-desk.ts'
import { bitcoinAsset, personWithAddress, twoConfirmations } from '../../testing/coins.ts'
import { openChain } from '../../tracking/tracker-store.ts'
import { approvePayout, macOfRequest } from '../requests/approving.ts'
import { bookCosts } from '../treasury/costs.ts'
import { createWithdrawalExecutor, type WithFunding } from '../executor.ts'
import { insertMove } from '../treasury/treasury-store.ts'
import { createTreasury } from '../treasury/treasury.ts'
import { evmOrder, unknownOrder, orderBytes } from '../signing/signing-order.ts'
import { readPayment } from '../payment-store.ts'
import { nothingKnown } from '../withdrawal-row.ts'
import { storeSigned, planTransaction, readChainWithdrawal } from '../withdrawal-store.ts'
import { proveEarlierTransactions } from './proof-store.ts'

const epoch = 0
const ether = { ...bitcoinAsset, chain: 'ethereum', symbol: 'ETH', chainId: 1 } as const
const spending = {
  family: 'evm',
  from: hotWallet,
  gasLimit: '21000',
  gasPrice: { kind: 'dynamic', max: '3000000000', priority: '1000000000' },
  own: null,
} as const
const madeHex = transactionHex({
  inputs: [{ txid: '1'.padStart(64, '0'), index: 0 }],
  outputs: [{ script: Buffer.alloc(22), amount: 1_000n }],
})
/** The transaction that made the output which the payout spends. */
const made = decodeTransaction(madeHex, 'regtest')
const hex = transactionHex({
  inputs: [{ txid: made.txid, index: 0 }],
  outputs: [{ script: Buffer.alloc(22), amount: 900n }],
})
const payment = decodeTransaction(hex, 'regtest')

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/**
 * A database with two payouts, a signer that signs nothing, nodes that answer by `chain`, and the state
 * machine.
 */
async function setUp(t: TestContext, bumpAfterMs = 600_000) {
  const log = createLog('silent')
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  await openChain(database, 'ethereum', 'main-0')
  await openChain(database, 'bitcoin', 'main-0')
  const dewi = await personWithAddress(database, 'dewi')
  const booked: Command[] = []
  const asked: string[] = []
  const complaints: string[] = []
  const notified = new Set<number>()
  const chain = {
    mined: [] as string[],
    height: 10,
    block: [] as readonly BitcoinTransaction[],
    blocksAsked: 0,
    unspent: null as UnspentOutput | null,
  }
  const evm: EvmNode = {
    ...createEvmNode({ url: () => null, chainId: 1 }),
    async find({ txHashes }) {
      const txHash = txHashes.find((one) => chain.mined.includes(one))
      if (txHash === undefined) return { status: 'done', value: { state: 'pool' } }
      const place = { blockNumber: 3, blockHash: 'b3', isSuccess: true, feePaid: 1n }
      const receipt = { txHash, ...place }
      return { status: 'done', value: { state: 'mined', receipt, isSafe: true, isFinal: true } }
    },
  }
  const bitcoin = {
    ...createBitcoinNode({ network: 'regtest', reach: async () => null }),
    head: async () => {
      const value = { height: chain.height, blockId: 'head', prunedBelow: null }
      return { status: 'done', value } as const
    },
    blockIds: async () => {
      chain.blocksAsked += 1
      return { status: 'done', value: ['b3'] } as const
    },
    unspent: async (outputs: readonly unknown[]) => {
      return { status: 'done', value: outputs.map(() => chain.unspent) } as const
    },
    block: async () => {
      const value = { blockId: 'b3', previousBlockId: 'b2', timeMs: 0, transactions: chain.block }
      return { status: 'done', value } as const
    },
    pooled: async () => ({ status: 'done', value: payment }) as const,
  }
  const engine = {
    hold: async (holdId: number) => {
      const of = { accountId: dewi, currencyId: 3, remaining: 1_000 }
      return { status: 'known', hold: { ...of, source: `chain_withdrawal:${holdId}` } }
    },
    stateHold: async () => ({ status: 'known', statement: null }),
    submit: async (command: Command) => {
      booked.push(command)
      return { status: 'accepted', seq: 1, timeMs: 0, events: [] }
    },
  }
  const refused = { status: 'refused', code: 'approval.forged' } as const
  const signer = {
    async sign({ approval }: SignOrder) {
      asked.push(`${approval.id} ${approval.amount}`)
      return refused
    },
    voidId: async () => refused,
  }
  const deps = {
    database,
    log,
    keys: testKeys,
    mail: createMail(testKeys),
    engine,
    signer,
    approvalKey,
    nodes: { network: 'regtest', bitcoin, evm: { ethereum: evm, polygon: null, bsc: null } },
    register: { assets: [], chain: () => ({ finality: twoConfirmations }) },
    accounts: async () => ({ evm: { at: () => strangers.evm } }),
    bumpAfterMs,
    overdueAfterMs: 3_600_000,
    topUp: null,
  } as unknown as WithFunding
  return {
    database,
    dewi,
    booked,
    asked,
    complaints,
    chain,
    moveOn: () => createTreasury(deps)(epoch),
    bookCosts: () => {
      const { engine: books } = deps
      const report = (about: string) => void complaints.push(about)
      const booking = { database, engine: books, keys: testKeys, report, notified }
      return bookCosts(booking, [{ ...ether, currencyId: 3, chainDecimals: 18, unitDecimals: 8 }])
    },
    /** Processes a row and returns its state afterwards. */
    async lookAt(rowId: number): Promise<string> {
      const hands = createWithdrawalExecutor(deps, rowId, epoch)
      await advanceRow(hands, nothingKnown, () => false).catch((error: unknown) => {
        assert.ok(error instanceof Error && error.name === 'ForgedTransaction', String(error))
      })
      const { state, alarm } = await readChainWithdrawal(database, rowId)
      return [state, alarm ?? []].flat().join(' ')
    },
  }
}

type World = Awaited<ReturnType<typeof setUp>>

const withdrawal = { kind: 'chain_withdrawal', cause: null } as const

/** Sent payouts of Dewi. */
async function payouts({ database, dewi }: World, chain: 'ethereum' | 'bitcoin', count: number) {
  for (let id = 1; id <= count; id += 1) {
    await database.query(
      `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
         to_address, reference, request_id, request_hash, state, hold_id, signed_count)
       values ($1, $2, 3, 1000, 100, 900, 900, $3, $4, gen_random_uuid(), '\\x00', 'broadcast', $5, 1)`,
      [chain, dewi, strangers.evm, `payout-${id}`, id],
    )
    await addStep(database, { ...withdrawal, rowId: id, state: 'signing' })
    const asked = await readPayment(database, id)
    await database.query('update wallets.chain_withdrawal set request_mac = $2 where id = $1', [
      id,
      macOfRequest(testKeys, asked),
    ])
    const approvalFields = {
      asset: ether,
      holdId: id,
      feeMax: 9n,
      approvedBy: 'x',
      nowMs: Date.now(),
    }
    const approved = approvePayout(approvalKey, asked, approvalFields)
    const isEvm = chain === 'ethereum'
    const order = {
      chain,
      withdrawalId: id,
      reference: asked.reference,
      holdId: id,
      no: 1,
      slot: isEvm ? { address: strangers.evm, nonce: id } : null,
      request: isEvm
        ? orderBytes(evmOrder(approved, { ...spending, nonce: id }, strangers.evm))
        : unknownOrder,
    } as const
    await inTransaction(database, (transaction) =>
      planTransaction(transaction, testKeys, { ...order, feeMax: 9n }),
    )
    const signed = isEvm
      ? { txid: `0x${id}`, bytes: Buffer.from([id]) }
      : { txid: payment.txid, bytes: Buffer.from(hex, 'hex') }
    await storeSigned(database, testKeys, order, signed)
  }
}

test('H-1: a payout is settled once its own transaction is final', async (t) => {
  const on = await setUp(t)
  await payouts(on, 'ethereum', 2)
  on.chain.mined.push('0x1')
  assert.equal(await on.lookAt(1), 'done')
  assert.deepEqual(
    on.booked.map(({ kind }) => kind),
    ['settle', 'settle'],
  )
})

const forged = 'broadcast transaction_forged'
/**
 * Changes that a thief makes to the first payout, which its chain does not have yet; the second one is final.
 */
const tamperings: readonly [what: string, sql: string, left: string][] = [
  [
    'the bytes of another payout',
    `update wallets.chain_transaction set txid = '0x9' where id = 2;
     update wallets.chain_transaction set txid = '0x2', bytes = '\\x02' where id = 1`,
    forged,
  ],
  [
    'the row of another payout',
    `delete from wallets.chain_transaction where id = 1;
     update wallets.chain_transaction set withdrawal_id = 1 where id = 2`,
    forged,
  ],
  [
    'the row and the name of another payout',
    `delete from wallets.chain_transaction where id = 1;
     update wallets.chain_transaction set withdrawal_id = 1 where id = 2;
     update wallets.chain_withdrawal set reference = 'x' where id = 2;
     update wallets.chain_withdrawal set reference = 'payout-2', hold_id = 2, amount = 2000, net = 1900
     where id = 1`,
    forged,
  ],
  ['none at all', 'delete from wallets.chain_transaction where id = 1', forged],
  [
    'the order of another payout, which waits for the signer',
    `update wallets.chain_transaction a set request = b.request, txid = null, bytes = null
     from wallets.chain_transaction b where a.id = 1 and b.id = 2;
     update wallets.chain_withdrawal set state = 'signing' where id = 1`,
    'signing transaction_forged',
  ],
  [
    'final already',
    `update wallets.chain_withdrawal set state = 'confirming', cause = 'final' where id = 1`,
    'confirming',
  ],
  [
    'failed on its chain already',
    `update wallets.chain_withdrawal set cause = 'reverted_final' where id = 1`,
    'broadcast',
  ],
]

for (const [what, sql, left] of tamperings) {
  test(`H-1 ATT-97: a payout whose rows say ${what} is neither settled nor given back nor signed`, async (t) => {
    const on = await setUp(t)
    await payouts(on, 'ethereum', 2)
    on.chain.mined.push('0x2')
    await on.database.query(sql)
    assert.equal(await on.lookAt(1), left)
    assert.deepEqual([on.booked, on.asked], [[], []])
  })
}

test('H-1: a bitcoin payout is final by its node, whatever the tables say', async (t) => {
  const on = await setUp(t)
  await payouts(on, 'bitcoin', 1)
  const [input] = payment.inputs
  await on.database.query(
    `insert into wallets.chain_outpoint (txid, output_index, amount, branch, key_index, is_coinbase,
       block_height, block_hash, reserved_for, spent_txid, spent_height)
     values ($1, 0, 1000, 1, 0, false, 2, 'b2', 1, $2, 3)`,
    [input?.txid, payment.txid],
  )
  await on.database.query(`insert into wallets.chain_house_block values (3, 'b3'), (10, 'b10')`)
  assert.equal(await on.lookAt(1), 'broadcast', 'no block has it')
  await on.database.query(`update wallets.chain_outpoint set spent_txid = 'other'`)
  assert.equal(await on.lookAt(1), 'broadcast', 'nothing took its place')
  await on.database.query('update wallets.chain_outpoint set spent_txid = $1', [payment.txid])
  Object.assign(on.chain, { block: [payment], height: 3 })
  assert.equal(await on.lookAt(1), 'confirming', 'one block has it')
  assert.deepEqual(on.booked, [])
  on.chain.height = 4
  assert.equal(await on.lookAt(1), 'done')
})

test('H-1 INV-13: an input is lost once the node has another transaction in place of its source, whatever the rows say', async (t) => {
  const on = await setUp(t)
  await payouts(on, 'bitcoin', 1)
  await on.database.query(`insert into wallets.chain_house_block values (3, 'b3')`)
  const rivalHex = transactionHex({
    inputs: made.inputs,
    outputs: [{ script: Buffer.alloc(22), amount: 999n }],
  })
  const rival = decodeTransaction(rivalHex, 'regtest')
  const [before] = made.inputs
  await on.database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, reference, txid, bytes,
       state) values ('bitcoin', 'consolidation', 1, '', 9, 'made', $1, $2, 'displaced')`,
    [made.txid, Buffer.from(madeHex, 'hex')],
  )
  await on.database.query(
    `insert into wallets.chain_outpoint (txid, output_index, amount, branch, key_index, is_coinbase,
       block_height, block_hash, reserved_for, spent_txid, spent_height)
     values ($1, 0, 1000, 1, 0, false, null, null, 1, null, null),
       ($2, 0, 1000, 1, 0, false, 2, 'b2', null, $3, 3)`,
    [made.txid, before?.txid, rival.txid],
  )
  assert.equal(await on.lookAt(1), 'broadcast', 'no block has the other one')
  Object.assign(on.chain, { block: [rival], height: 3 })
  assert.equal(await on.lookAt(1), 'broadcast', 'its block may be replaced yet')
  on.chain.height = 4
  // An output that the node has unspent exists, so no block is read.
  const { blocksAsked } = on.chain
  on.chain.unspent = {
    amount: 1_000n,
    script: '',
    confirmations: 1,
    isCoinbase: false,
    asOfBlockId: 'b3',
  }
  assert.equal(await on.lookAt(1), 'broadcast')
  assert.equal(on.chain.blocksAsked, blocksAsked)
  on.chain.unspent = null
  assert.equal(await on.lookAt(1), 'broadcast displaced_final')
  await on.database.query(`update wallets.chain_transaction set bytes = '\\x00' where txid = $1`, [
    made.txid,
  ])
  assert.equal(await on.lookAt(1), 'broadcast', 'of bytes that somebody put there')
  assert.deepEqual(on.booked, [])
})

/** A sweep that waits for the signer. */
async function sweep({ database }: World): Promise<void> {
  const approval = {
    kind: 'sweep',
    id: 'sweep-1',
    chain: 'evm:1',
    currency: 'ETH',
    contract: null,
    destination: strangers.evm,
    amount: '900',
    feeMax: '9',
    hold: null,
    approvedBy: 'rule:sweep',
    approvedAtMs: 0,
    notAfterMs: 1,
  } as const
  const approved = approve(approvalKey, approval)
  await inTransaction(database, (transaction) =>
    insertMove(transaction, testKeys, {
      chain: 'ethereum',
      purpose: 'sweep',
      no: 1,
      fromAddress: strangers.evm,
      nonce: 1,
      request: orderBytes(evmOrder(approved, { ...spending, nonce: 1 }, strangers.evm)),
      reference: 'sweep-1',
      contract: '0xtoken',
      feeMax: 9n,
    }),
  )
}

async function movesIn({ database }: World): Promise<readonly string[]> {
  const found = await database.query<{ no: number; request: Buffer }>(
    'select no, request from wallets.chain_transaction order by no',
  )
  return found.rows.map(({ no, request }) => `${no} ${request.toString()}`)
}

const changeRequest = (field: string, value: string) =>
  `update wallets.chain_transaction set request = convert_to(regexp_replace(
     convert_from(request, 'UTF8'), '"${field}":"[0-9]+"', '"${field}":"${value}"'), 'UTF8')`

test('H-1 ATT-97: a changed treasury move gets neither a new approval nor a fee increase, and is reported once', async (t) => {
  const on = await setUp(t, 0)
  await sweep(on)
  await on.moveOn()
  // The unchanged order is signed again with a new approval.
  assert.deepEqual(on.asked, ['sweep-1 900', 'sweep-1 900'])
  for (const [field, value] of [
    ['amount', '90000'],
    ['feeMax', '90000'],
    ['max', '90000000000'],
  ] as const) {
    await on.database.query(changeRequest(field, value))
    const before = await movesIn(on)
    await on.moveOn()
    assert.deepEqual(await movesIn(on), before, field)
  }
  const send = `update wallets.chain_transaction set state = 'sent', sent_at = now() - interval '1 hour'`
  await on.database.query(send)
  await on.moveOn()
  assert.equal((await movesIn(on)).length, 1)
  assert.equal(on.asked.length, 2, 'the signer is not asked')
  const alarms = await on.database.query<{ subject: string }>(
    `select subject from desk.audit_entry where action = 'row.unproven'`,
  )
  assert.deepEqual(alarms.rows, [{ subject: 'chain_transaction:1' }])
})

test('H-1 ATT-97: the house’s income pays at most the ordered fee, and only for transactions of this server', async (t) => {
  const on = await setUp(t)
  await sweep(on)
  const rail = chainTable.ethereum.railId
  await on.database.query(
    `insert into exchange.balance (account_id, currency_id, available, held, claim, seq)
     values ($1, 3, 1000000, 0, 0, 1), ($2, 3, -1000000, 0, 0, 1)`,
    [houseAccounts.fees, rail],
  )
  const paid = (wei: bigint) =>
    on.database.query(`update wallets.chain_transaction set state = 'final', fee_paid = $1`, [
      wei.toString(),
    ])
  const most = 21_000n * 3_000_000_000n
  await paid(most + 1n)
  await on.database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, reference, proof, state, fee_paid)
     select chain, purpose, 2, request, fee_max, reference, proof, 'final', 1
     from wallets.chain_transaction`,
  )
  await on.bookCosts()
  assert.equal(on.booked.length, 0)
  const named = await on.database.query<{ subject: string }>(
    `select subject from desk.audit_entry where action = 'row.unproven' order by subject`,
  )
  assert.deepEqual(
    named.rows.map(({ subject }) => subject),
    ['chain_transaction:1', 'chain_transaction:2'],
  )
  await paid(most)
  await on.bookCosts()
  const [booked, ...others] = on.booked
  assert.ok(booked?.kind === 'adjust')
  assert.deepEqual([Number(booked.amount), booked.toAccountId, others], [6_300, rail, []])
})

test('H-1 ATT-97: unproven network fees do not delay others, and each is reported once', async (t) => {
  const on = await setUp(t)
  await on.database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, state, fee_paid)
     select 'ethereum', 'sweep', 1, '', 9, 'final', 1 from generate_series(1, 60)`,
  )
  await sweep(on)
  await on.database.query(
    `insert into exchange.balance (account_id, currency_id, available, held, claim, seq)
     values ($1, 3, 1000000, 0, 0, 1), ($2, 3, -1000000, 0, 0, 1)`,
    [houseAccounts.fees, chainTable.ethereum.railId],
  )
  await on.database.query(
    `update wallets.chain_transaction set state = 'final', fee_paid = 1 where reference = 'sweep-1'`,
  )
  await on.bookCosts()
  assert.deepEqual(
    on.booked.map((one) => 'source' in one && one.source),
    ['chain_transaction:61'],
  )
  await on.bookCosts()
  assert.equal(on.complaints.length, 60)
})

test('H-1: the audit reports a changed transaction, and earlier rows get proofs once, as they are', async (t) => {
  const on = await setUp(t)
  await payouts(on, 'ethereum', 2)
  const alarms = async () => {
    const findings = await proofFindings(on.database, testKeys)
    return findings.flatMap(({ wrong }) => wrong).filter((one) => one.includes('transaction'))
  }
  const named = (id: number) => `Chain transaction ${id} is not what this exchange had signed.`
  assert.deepEqual(await alarms(), [])
  await on.database.query(`update wallets.chain_transaction set bytes = '\\x09' where id = 2`)
  assert.deepEqual(await alarms(), [named(2)])
  await on.database.query(
    `update wallets.chain_transaction set proof = null;
     update wallets.chain_transaction a set request = b.request
     from wallets.chain_transaction b where a.id = 1 and b.id = 2`,
  )
  await inTransaction(on.database, (transaction) => proveEarlierTransactions(transaction, testKeys))
  assert.deepEqual(await alarms(), [named(1)])
})
