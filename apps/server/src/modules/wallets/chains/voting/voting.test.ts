/**
 * Votes that operators sign with passkeys at the console, and how the signer's own process checks them (H-2,
 * H-4).
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  createLocalSigner,
  createSigner,
  hotWallet,
  type Signer,
} from '../../../../adapters/signer/index.ts'
import { enginePublicKey, stated } from '../../../../adapters/signer/testing/stated.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { temporaryCluster } from '../../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { createMail } from '../../../../platform/mail/mail.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { deskOn, giveRole, type Person, personAt, testPass } from '../../../../testing/desk.ts'
import { castVote } from '../../../desk/index.ts'
import { addPasskey } from '../../../desk/passkeys/passkey-store.ts'
import { signerConfigLines } from '../../../desk/passkeys/signer-lines.ts'
import { type Authenticator, authenticator } from '../../../desk/passkeys/testing/authenticator.ts'
import { recentAlarms } from '../../../overview/alarms.ts'
import { addApproval } from '../../machine/approvals.ts'
import { advanceRow } from '../../machine/advance.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { approvePayout, macOfRequest } from '../withdrawals/requests/approving.ts'
import { chainWithdrawalDecisions, createChainDecisions } from '../console/decisions.ts'
import { createWithdrawalExecutor, type WithFunding } from '../withdrawals/executor.ts'
import { evmOrder, orderBytes } from '../withdrawals/signing/signing-order.ts'
import { readPayment } from '../withdrawals/payment-store.ts'
import { signStored } from '../withdrawals/signing/signing.ts'
import { chainWithdrawalBallot } from '../withdrawals/votes.ts'
import { createSignerRules } from './signer-rules.ts'
import { nothingKnown } from '../withdrawals/withdrawal-row.ts'
import {
  planTransaction,
  readChainWithdrawal,
  transactionsOf,
} from '../withdrawals/withdrawal-store.ts'

const approvalKey = Buffer.from('approvals-of-the-tests-are-made-with-this')
const { rpId, origin } = testPass.rules
const stranger = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'

type Operator = Person & { readonly device: Authenticator }

/**
 * A console database with a large withdrawal and operators with passkeys, and a signer that knows two of
 * them.
 */
async function world(t: TestContext) {
  const cluster = await temporaryCluster()
  t.after(() => cluster.stop())
  const desk = await deskOn(t, await cluster.database())
  const { database } = desk
  await openChain(database, 'ethereum', 'block 0')
  await database.query(`insert into exchange.currency values (3, 'ETH', 8, 1000000000000)`)
  const dewi = await personAt(desk, 'Dewi')
  const operatorNamed = async (name: string): Promise<Operator> => {
    const person = await personAt(desk, name)
    const device = authenticator()
    const { id, publicKey } = device
    const { userId } = person
    const made = { id, publicKey, userId, name: 'Phone', rpId, origin, counter: 0 }
    assert.ok(await addPasskey(database, testKeys, made))
    return { ...person, device }
  }
  const [ratna, bayu] = [await operatorNamed('Ratna'), await operatorNamed('Bayu')]
  const passkeys = await signerConfigLines(database, testKeys)
  const later = await operatorNamed('Wati')
  const everybody = await signerConfigLines(database, testKeys)
  const votes = { needed: 2, from: { ETH: '0.1' }, rpId, origin, passkeys }
  const signer = await signerWith(t, votes)
  return { database, dewi, ratna, bayu, later, votes, everybody, signer }
}

async function signerWith(t: TestContext, votes: object) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-signer-'))
  const settings = {
    enginePublicKey,
    bitcoinNetwork: 'regtest',
    assets: [{ chain: 'evm:1', currency: 'ETH', contract: null, decimals: 18 }],
    caps: { ETH: { transaction: '1', hour: '2', day: '3', fee: '0.1' } },
    tokensMax: 0,
    votes,
  } as const
  const local = createLocalSigner({
    log: createLog('fatal'),
    folder,
    approvalKey,
    settings: () => Promise.resolve(settings),
  })
  t.after(async () => {
    await local.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return createSigner({ reach: () => local.reach() })
}

/** A withdrawal of 0.2 ETH that needs two operators, about to be signed. */
async function withdrawalOf({ userId }: Person, database: Database, no: number): Promise<number> {
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net,
       chain_amount, to_address, reference, request_id, request_hash, state, hold_id,
       approvals_needed)
     values ('ethereum', $1, 3, 20000000, 0, 20000000, 200000000000000000, $2, $3,
       gen_random_uuid(), '\\x00', 'signing', $4, 2) returning id`,
    [userId, stranger, `withdrawal-${no}`, no],
  )
  return made.rows[0]?.id ?? 0
}

/** An operator approves at the console, with his passkey if he has one. */
async function agree(
  database: Database,
  rowId: number,
  { userId: operatorId, device }: Operator,
  isFirst = true,
  shownOf = (shown: readonly unknown[]) => shown,
): Promise<void> {
  const reason = 'It is in order.'
  const cast = (shown: string | null) =>
    inTransaction(database, async (transaction) => {
      const ballot = chainWithdrawalBallot(await readPayment(transaction, rowId), 'approve')
      const approval = { rowId, decision: 'approve', operatorId, reason }
      if (isFirst) await addApproval(transaction, 'chain_withdrawal', approval)
      const subject = `chain_withdrawal:${rowId}`
      const entry = { operatorId, action: 'chain_withdrawal.approve', subject, reason } as const
      const about = { ...ballot, shown: shownOf(ballot.shown), entry }
      await castVote(transaction, testKeys, about, { ...testPass, shown })
    })
  const refusal: unknown = await cast(null).catch((error: unknown) => error)
  assert.ok(refusal instanceof Refusal && refusal.code === 'desk.passkey_needed', String(refusal))
  const { nonce, challenge } = refusal.params
  await cast(device.sign({ nonce: String(nonce), challenge: String(challenge) }))
}

/** Plans the transaction of a withdrawal for the signer; returns the engine's statement about its hold. */
async function plan(database: Database, signer: Signer, rowId: number, no: number) {
  const keys = await signer.keys()
  assert.ok(keys.status === 'done')
  const sender = keys.value.evm.hotWallet
  const payment = await readPayment(database, rowId)
  const nowMs = Date.now()
  const asset = { symbol: 'ETH', chainId: 1, contract: null }
  const approvalFields = { asset, holdId: no, feeMax: 10n ** 17n, approvedBy: 'operators', nowMs }
  const approved = approvePayout(approvalKey, payment, approvalFields)
  const gasPrice = { kind: 'dynamic', max: '3000000000', priority: '1000000000' } as const
  const spend = { family: 'evm', nonce: no, gasLimit: '21000', gasPrice, own: null } as const
  const request = orderBytes(evmOrder(approved, { ...spend, from: hotWallet }, sender))
  const { reference, holdId } = payment
  const slot = { address: sender, nonce: no }
  const planned = { chain: 'ethereum', withdrawalId: rowId, reference, holdId, no: 1 } as const
  await inTransaction(database, (transaction) =>
    planTransaction(transaction, testKeys, { ...planned, slot, request, feeMax: 10n ** 17n }),
  )
  const [kept] = await transactionsOf(database, rowId)
  assert.ok(kept !== undefined)
  return { kept, statement: { ...stated(approved.approval, 18) } }
}

test('H-2 H-4: a large payout needs two passkeys of the signer’s settings', async (t) => {
  const { database, dewi, ratna, bayu, later, signer } = await world(t)
  const sign = async (rowId: number, no: number) => {
    const { kept, statement } = await plan(database, signer, rowId, no)
    const engine = { stateHold: async () => ({ status: 'known', statement }) as const }
    const deps = { database, signer, keys: testKeys, engine }
    const outcome = await signStored(deps, 1, rowId, kept)
    return outcome.status === 'refused' ? outcome.code : outcome.status
  }
  const first = await withdrawalOf(dewi, database, 1)
  assert.equal(await sign(first, 1), 'votes.missing', 'the server’s keys alone')
  await agree(database, first, ratna)
  assert.equal(await sign(first, 1), 'votes.missing')
  await agree(database, first, later)
  assert.equal(await sign(first, 1), 'votes.unknown_key')
  await agree(database, first, bayu)
  assert.equal(await sign(first, 1), 'signed')
  const second = await withdrawalOf(dewi, database, 2)
  await agree(database, second, ratna)
  await agree(database, second, bayu)
  await database.query('update wallets.chain_withdrawal set to_address = $1 where id = $2', [
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    second,
  ])
  assert.equal(await sign(second, 2), 'votes.missing', 'votes about another receiver are none')
  // Of several votes by one operator only the newest counts.
  const third = await withdrawalOf(dewi, database, 3)
  await agree(database, third, ratna)
  for (let again = 0; again < 23; again++) await agree(database, third, bayu, false)
  await agree(database, third, bayu)
  assert.equal(await sign(third, 3), 'signed', '25 votes of two operators')
})

test('H-2: a signer that requires more votes than the console raises an alarm until they agree', async (t) => {
  const { database, votes, everybody, signer } = await world(t)
  // Reviewed from 0.1 ETH on, ten times the limit.
  const ether = { currencyId: 3, symbol: 'ETH', unitDecimals: 8, withdrawalFee: '0' }
  const assets = () => [{ ...ether, travelLimit: 1_000_000 }]
  const log = createLog('fatal')
  const recordedBy = async (
    of: Pick<Signer, 'status'>,
    compare = createSignerRules({ database, log, assets }),
  ) => {
    const status = await of.status()
    assert.ok(status.status === 'done')
    await compare(status.value)
    const alarms = await recentAlarms(database)
    return alarms.map(({ subject, signer: wants, console: asks }) => [subject, wants, asks])
  }
  assert.deepEqual(await recordedBy(signer), [])
  const strict = { ...votes, needed: 3, from: { ETH: '0.09999999' }, passkeys: everybody }
  const stricter = await signerWith(t, strict)
  const differing = [
    ['currency:3', '0.09999999', '0.1'],
    ['signer', '3', '2'],
  ]
  assert.deepEqual(await recordedBy(stricter), differing)
  assert.deepEqual(await recordedBy(stricter), differing, 'recorded once, by whichever server')
  const fewer = await signerWith(t, { ...strict, from: { ETH: '0.1' } })
  assert.deepEqual(await recordedBy(fewer), [['signer', '3', '2']])
  assert.deepEqual(await recordedBy(signer), [])
  assert.deepEqual(await recordedBy(stricter), differing, 'and again once they differ again')
})

test('ATT-97: a withdrawal approved with an older vote format waits for new approvals with an alarm, and continues', async (t) => {
  const { database, dewi, ratna, bayu } = await world(t)
  const rowId = await withdrawalOf(dewi, database, 1)
  const mac = macOfRequest(testKeys, await readPayment(database, rowId))
  await database.query(
    `update wallets.chain_withdrawal set state = 'approved', request_mac = $2 where id = $1`,
    [rowId, mac],
  )
  // An earlier version placed the payout among the other values, without a version.
  const before = ([payout, ...rest]: readonly unknown[]) => [...[payout].flat().slice(1), ...rest]
  for (const operator of [ratna, bayu]) await agree(database, rowId, operator, true, before)
  const ether = { chain: 'ethereum', currencyId: 3, contract: null, symbol: 'ETH', chainId: 1 }
  const register = { assets: [{ ...ether, unitDecimals: 8, chainDecimals: 18 }] }
  const mail = createMail(testKeys)
  const base = {
    database,
    keys: testKeys,
    log: createLog('silent'),
    holdHours: 24,
    approvalKey,
    mail,
    origin,
  }
  const hands = createWithdrawalExecutor({ ...base, register } as unknown as WithFunding, rowId, 0)
  await advanceRow(hands, nothingKnown, () => false)
  const asked = await readChainWithdrawal(database, rowId)
  assert.deepEqual(
    [asked.state, asked.alarm, asked.approvals],
    ['waiting_approval', 'votes_unproven', 0],
  )
  for (const operator of [ratna, bayu]) await agree(database, rowId, operator)
  const moved = await hands.move(await hands.read(), 'approved', null, {})
  assert.deepEqual([moved?.state, moved?.approvals], ['approved', 2])
  assert.notEqual((await readPayment(database, rowId)).approved, null)
})

test('ATT-97 INV-22: a withdrawal in signing with older votes waits for two new votes, and continues', async (t) => {
  const { database, dewi, ratna, bayu, signer } = await world(t)
  for (const { userId } of [ratna, bayu]) await giveRole(database, userId, 'finance')
  const rowId = await withdrawalOf(dewi, database, 1)
  await database.query('update wallets.chain_withdrawal set request_mac = $2 where id = $1', [
    rowId,
    macOfRequest(testKeys, await readPayment(database, rowId)),
  ])
  const { statement } = await plan(database, signer, rowId, 1)
  await database.query(
    `insert into wallets.step (kind, row_id, no, state) values ('chain_withdrawal', $1, 1, 'signing')`,
    [rowId],
  )
  const before = ([payout, ...rest]: readonly unknown[]) => [...[payout].flat().slice(1), ...rest]
  for (const operator of [ratna, bayu]) await agree(database, rowId, operator, true, before)
  const log = createLog('silent')
  const source = `chain_withdrawal:${rowId}`
  const hold = { accountId: dewi.userId, currencyId: 3, remaining: 20_000_000, source }
  const engine = {
    hold: async () => ({ status: 'known', hold }),
    stateHold: async () => ({ status: 'known', statement }),
  }
  const register = { assets: [] }
  const limits = { holdHours: 24, overdueAfterMs: 3_600_000 }
  const deps = { database, keys: testKeys, log, engine, signer, register, ...limits, origin }
  const hands = createWithdrawalExecutor(deps as unknown as WithFunding, rowId, 0)
  const look = async () => {
    const row = await advanceRow(hands, nothingKnown, ({ state }) => state === 'signed')
    const { state, alarm, approvals } = await readChainWithdrawal(database, row.rowId)
    return [state, alarm, approvals]
  }
  const desk = createChainDecisions(
    { database, keys: testKeys },
    { epoch: () => 0, wake: () => null },
  )
  const decide = async ({ userId: operatorId, device }: Operator, decision: 'approve') => {
    const given = (shown: string | null) => {
      const operator = { operatorId, name: '', roles: [], pass: { ...testPass, shown } }
      return desk.decideWithdrawal({ operator, rowId, decision, reason: 'It is in order.' })
    }
    const refusal: unknown = await given(null).catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal && refusal.code === 'desk.passkey_needed', String(refusal))
    const { nonce, challenge } = refusal.params
    await given(device.sign({ nonce: String(nonce), challenge: String(challenge) }))
  }
  assert.deepEqual(await look(), ['signing', 'votes_unproven', 0])
  assert.deepEqual(await look(), ['signing', 'signer_refuses', 0])
  const can = async () => chainWithdrawalDecisions(await readChainWithdrawal(database, rowId))
  assert.deepEqual(await can(), ['approve', 'give_back', 'ask'])
  await decide(ratna, 'approve')
  assert.deepEqual(await look(), ['signing', 'signer_refuses', 1])
  await decide(bayu, 'approve')
  assert.deepEqual(await can(), ['give_back', 'ask'])
  assert.deepEqual(await look(), ['signed', null, 2])
})
