import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MigratedDatabase, migratedDatabase } from '../../platform/database/testing/cluster.ts'
import { endExpired } from './changes/change-record.ts'
import { addProposal, holdProposal, listProposals } from './role-proposals-store.ts'

let own: MigratedDatabase

before(async () => {
  own = await migratedDatabase()
})

after(() => own.stop())

test('FLT-18 INV-22 INV-26: an expired proposal stays expired when the clock is set back', async () => {
  const { database } = own
  const created = await database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key)
     select n, n, n || '@people.example', n || '@people.example' from unnest(array['a', 'b']) n
     returning id`,
  )
  const [userId = 0, proposedBy = 0] = created.rows.map(({ id }) => id)
  const asked = { userId, role: 'admin', isGiven: true, reason: 'joins us', proposedBy } as const
  const proposalId = (await addProposal(database, asked)) ?? 0
  const moveClock = (span: string) =>
    database.query(
      `update desk.role_proposal set proposed_at = proposed_at - $1::interval,
         expires_at = expires_at - $1::interval`,
      [span],
    )
  await endExpired(database)
  assert.equal((await listProposals(database)).length, 1)
  await moveClock('30 days')
  await endExpired(database)
  await moveClock('-30 days')
  assert.equal(await holdProposal(database, proposalId), null)
  assert.deepEqual(await listProposals(database), [])
})
