/** Votes that a passkey signs (H-2, INV-22): requested, and nothing else is accepted instead. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { temporaryCluster, type TestCluster } from '../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { deskOn, personAt, testPass } from '../../../testing/desk.ts'
import type { VotePass } from '../operator.ts'
import { type Ballot, castVote, provenVoters } from '../votes.ts'
import { addPasskey, findPasskey, passkeysOf, removePasskey } from './passkey-store.ts'
import { authenticator } from './testing/authenticator.ts'

const { rpId, origin } = testPass.rules

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const ballot: Ballot = { kind: 'withdrawal', subjectId: 7, decision: 'approve', shown: ['Rp 1'] }

test('H-2 INV-22: an operator with a passkey votes with it alone, and its signature is verified when votes are counted', async (t) => {
  const desk = await deskOn(t, await cluster.database())
  const { database, keys } = desk
  const { userId } = await personAt(desk, 'Ratna')
  const vote = (of: Ballot, pass: Partial<VotePass> = {}) => {
    const entry = {
      operatorId: userId,
      action: 'payout.approve',
      subject: 'withdrawal:7',
      reason: '',
    } as const
    return inTransaction(database, (transaction) =>
      castVote(transaction, keys, { ...of, entry }, { ...testPass, ...pass }),
    )
  }
  /** The challenge of a vote. */
  const asked = async (of: Ballot) => {
    const refusal: unknown = await vote(of).catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal && refusal.code === 'desk.passkey_needed', String(refusal))
    const { nonce, challenge, passkeys } = refusal.params
    return { nonce: String(nonce), challenge: String(challenge), passkeys: String(passkeys) }
  }
  const refusedFor = (code: string) => ({ name: 'Refusal', code })

  await assert.rejects(
    vote(ballot, { rules: { ...testPass.rules, isPasskeyNeeded: true } }),
    refusedFor('desk.passkey_missing'),
  )
  const own = authenticator()
  const created = { ...own, userId, name: 'Phone', rpId, origin, counter: 0 }
  assert.equal(await addPasskey(database, keys, created), true)

  const first = await asked(ballot)
  assert.equal(first.passkeys, own.id)
  const shown = own.sign(first)
  const other = { ...ballot, shown: ['Rp 1,000,000'] }
  const wrong = refusedFor('desk.passkey_wrong')
  await assert.rejects(vote(other, { shown }), wrong, 'it was signed of something else')
  await assert.rejects(vote({ ...ballot, decision: 'reject' }, { shown }), wrong)
  await assert.rejects(vote(ballot, { shown: authenticator().sign(first) }), wrong, 'a stranger')
  await assert.rejects(vote(ballot, { shown: 'nonsense' }), wrong)
  await vote(ballot, { shown })
  assert.deepEqual(await provenVoters(database, keys, ballot), [userId])
  await assert.rejects(vote(ballot, { shown }), wrong, 'what was signed once is used up')

  const unverified = authenticator(1)
  await addPasskey(database, keys, { ...created, ...unverified })
  await assert.rejects(vote(ballot, { shown: unverified.sign(await asked(ballot)) }), wrong)

  // A removed passkey signs nothing more; earlier signatures stay valid.
  const remove = () => inTransaction(database, (client) => removePasskey(client, userId, own.id))
  assert.equal(await remove(), true)
  await assert.rejects(vote(ballot, { shown: own.sign(await asked(ballot)) }), wrong)
  await database.query('update desk.passkey set removed_at = null where id = $1', [own.id])
  await assert.rejects(
    vote({ ...ballot, subjectId: 8 }, { shown: own.sign(await asked(ballot)) }),
    wrong,
    'nor once its row was set back',
  )
  assert.deepEqual(
    await passkeysOf(database, keys, userId).then((all) => all.map(({ id }) => id)),
    [unverified.id],
  )
  assert.deepEqual(await provenVoters(database, keys, ballot), [userId])
  const thief = authenticator()
  await database.query('update desk.passkey set public_key = $1 where id = $2', [
    thief.publicKey,
    own.id,
  ])
  assert.equal(await findPasskey(database, keys, own.id), null)
  assert.deepEqual(await provenVoters(database, keys, ballot), [])
})
