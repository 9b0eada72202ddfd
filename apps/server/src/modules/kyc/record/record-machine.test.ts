import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createMail } from '../../../platform/mail/mail.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { deskOn, personAt } from '../../../testing/desk.ts'
import { decide } from './decide.ts'
import { mayMove, type RecordState, recordEdges } from './record-machine.ts'
import { findRecord, historyOf, holdRecord, moveRecord } from './record-store.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const states: readonly RecordState[] = ['draft', 'submitted', 'in_review', 'rejected', 'approved']

test('INV-20: an approved record stays approved, and none returns to a draft', () => {
  assert.deepEqual(recordEdges.approved, [])
  for (const from of states) {
    assert.equal(mayMove(from, 'draft'), false, from)
    assert.equal(mayMove(from, from), false, from)
  }
})

/** An action of the user, an automatic decision, or a decision about an old version. */
const acts = fc.constantFrom('submit', 'approve', 'review', 'reject', 'stale' as const)

test('INV-20: whatever is tried in any order, a record follows declared transitions, each in its history', async (t) => {
  const desk = await deskOn(t, await rig.database())
  const keys = testKeys
  const decidedMs = Date.UTC(2026, 0, 15)
  const clock = () => decidedMs
  const deps = { keys, mail: createMail(keys), origin: 'https://tukar.example', clock }
  let people = 0
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { maxLength: 8 }), async (tried) => {
      const { userId } = await personAt(desk, `P${people++}`)
      let expected: RecordState = 'draft'
      const moves: string[] = []
      for (const act of tried) {
        const to = { submit: 'submitted', approve: 'approved', review: 'in_review' } as const
        const wanted: RecordState = act === 'reject' || act === 'stale' ? 'rejected' : to[act]
        const isDone = await inTransaction(desk.database, async (transaction) => {
          const record = await holdRecord(transaction, userId)
          assert.ok(record !== null)
          if (act === 'submit') {
            const changes = { kind: 'indonesia' }
            const by = { keys, actor: 'user', cause: null, changes } as const
            return moveRecord(transaction, record, wanted, by)
          }
          const decision = act === 'stale' ? 'reject' : act
          const version = act === 'stale' ? record.version - 1 : record.version
          await decide(transaction, deps, {
            userId,
            decision,
            reason: 'other',
            actor: 'machine',
            version,
          })
          return true
        }).catch((error: unknown) => {
          assert.ok(error instanceof Refusal || /no transition from/.test(String(error)))
          return false
        })
        assert.equal(isDone, act !== 'stale' && mayMove(expected, wanted))
        if (!isDone) continue
        moves.push(`${expected}>${wanted}`)
        expected = wanted
      }
      const steps = await historyOf(desk.database, userId)
      assert.deepEqual(
        steps.map(({ from, to }) => `${from}>${to}`),
        moves,
      )
      const found = await findRecord(desk.database, userId)
      assert.equal(found?.state ?? 'draft', expected)
    }),
    { numRuns: 40 },
  )
  const decided = await desk.database.query<{ at: Date }>(
    'select distinct decided_at as at from kyc.record where decided_at is not null',
  )
  assert.deepEqual(
    decided.rows.map(({ at }) => at.getTime()),
    [decidedMs],
    'by the clock of the module',
  )
})
