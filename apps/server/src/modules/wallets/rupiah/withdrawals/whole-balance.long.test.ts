/** Rounds of a hundred concurrent withdrawals of one whole balance, and the resulting ledger. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedIn, shareOf, sliceIn } from '@tukar/core/sim/slice'
import { creditOf } from '../../../../engine/testing/listing.ts'
import { engineFor, type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import type { Engine } from '../../../../engine/index.ts'
import { openDatabase } from '../../../../platform/database/pool.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { createRandom } from '../../../../simulation/random.ts'
import { type EngineStep, submitStep } from '../../machine/engine-steps.ts'
import { withdrawalCommand } from '../commands.ts'
import { unitsOf } from '../units.ts'
import { noPause } from '../../machine/request-pause.ts'
import type { Withdrawal } from './withdrawal-row.ts'

const atOnce = 100
/** The number of concurrent repetitions per round, as after a lost answer. */
const repeated = 10
const userId = 1_001
const whole = unitsOf(50_000_000)
const slice = sliceIn(process.env)
const rounds = shareOf(4_000, slice)
const seed = seedIn(process.env)

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

function withdrawalOf(rowId: number, holdId: number | null): Withdrawal {
  const bank = { bankCode: 'BCA', bankName: 'BCA', holderName: 'Dewi', accountNumber: '1234567890' }
  const nothing = {
    requestMac: null,
    cause: null,
    alarm: null,
    ...noPause,
    isEarly: false,
    frozenUntilMs: null,
    frozenCause: null,
    reviewReason: null,
  }
  const none = {
    canceledBy: null,
    sentAtMs: null,
    payoutId: null,
    failureCode: null,
    decision: null,
  }
  const zeros = {
    version: 0,
    hints: 0,
    attempts: 0,
    approvalsNeeded: 0,
    approvals: 0,
    poorCount: 0,
  }
  return {
    ...bank,
    ...nothing,
    ...none,
    ...zeros,
    rowId,
    userId,
    holdId,
    state: 'requested',
    amount: whole,
    fee: 0,
    providerFee: unitsOf(5_000),
    net: whole - unitsOf(5_000),
    reference: `withdrawal-${rowId}`,
    description: 'withdrawal',
    railId: 101,
    sentCount: 0,
    reserved: 0,
    createdMs: 0,
    updatedMs: 0,
    isTakenPaid: false,
    accountHold: null,
    isOwnerGone: false,
  }
}

/** Retries with the same id until the outcome is known. */
async function step(engine: Engine, row: Withdrawal, act: 'hold' | 'release'): Promise<EngineStep> {
  for (;;) {
    const booked = await submitStep(
      engine,
      withdrawalCommand(row, act),
      `withdrawal:${row.rowId}:${act}`,
    )
    if (booked.status !== 'later') return booked
  }
}

/** Runs one round; returns the hold of the successful withdrawal. */
async function race(engine: Engine, first: number, from: number): Promise<Withdrawal> {
  const rowIds = Array.from({ length: atOnce }, (_, no) => first + ((no + from) % atOnce))
  const asked = [...rowIds, ...rowIds.slice(0, repeated)]
  const ends = await Promise.all(
    asked.map(async (rowId) => ({
      rowId,
      end: await step(engine, withdrawalOf(rowId, null), 'hold'),
    })),
  )
  const winners = ends.flatMap(({ rowId, end }) => {
    if (end.status !== 'done') {
      assert.equal(end.status === 'refused' && end.code, 'balance.insufficient')
      return []
    }
    const held = end.events.find((event) => event.kind === 'hold_changed')
    assert.equal(held?.remaining, whole)
    return [withdrawalOf(rowId, held.holdId)]
  })
  assert.equal(new Set(winners.map(({ rowId }) => rowId)).size, 1, `TUKAR_SEED=${seed}`)
  const [winner] = winners
  assert.ok(winner !== undefined)
  return winner
}

test(`ATT-84 INV-02 INV-04 R-12: ${rounds} times ${atOnce} withdrawals of a whole balance at once: one gets it each time`, async (t) => {
  t.diagnostic(`TUKAR_SEED=${seed}`)
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  await engine.submit(creditOf(userId, 1, whole), null)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  const random = createRandom(seed)
  for (let round = 0; round < rounds; round += 1) {
    const winner = await race(engine, 1 + round * atOnce, Math.floor(random.uniform() * atOnce))
    assert.equal((await step(engine, winner, 'release')).status, 'done')
  }
  await tablesFollow(engine, userId)
  const { rows } = await database.query(
    `select available, held, (select count(*) from exchange.hold where remaining > 0) as holds,
       (select count(*) from exchange.transfer where to_bucket = 'held') as times
     from exchange.balance where account_id = $1 and currency_id = 1`,
    [userId],
  )
  assert.deepEqual(rows, [{ available: whole, held: 0, holds: 0, times: rounds }])
})
