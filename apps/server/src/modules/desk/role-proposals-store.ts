/** Role changes that one admin proposed and another decides about, in the database. */
import type { DeskRole } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** A proposal without a decision is void after this time. */
export const proposalHours = 24

export type RoleProposal = {
  readonly proposalId: number
  readonly userId: number
  readonly role: DeskRole
  readonly isGiven: boolean
  readonly reason: string
  readonly proposedBy: number
  readonly proposedAt: Date
  readonly expiresAt: Date
}

const columns = `id as "proposalId", user_id as "userId", role, is_given as "isGiven", reason,
  proposed_by as "proposedBy", proposed_at as "proposedAt", expires_at as "expiresAt"`

/** Inserts a proposal; null if the same role of the same person is already waiting. */
export async function addProposal(
  connection: Connection,
  created: Pick<RoleProposal, 'userId' | 'role' | 'isGiven' | 'reason' | 'proposedBy'>,
): Promise<number | null> {
  await connection.query(
    `update desk.role_proposal set state = 'expired', decided_at = now()
     where state = 'open' and user_id = $1 and role = $2 and expires_at <= now()`,
    [created.userId, created.role],
  )
  const added = await connection.query<{ id: number }>(
    `insert into desk.role_proposal (user_id, role, is_given, reason, proposed_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))
     on conflict do nothing returning id`,
    [
      created.userId,
      created.role,
      created.isGiven,
      created.reason,
      created.proposedBy,
      proposalHours,
    ],
  )
  return added.rows[0]?.id ?? null
}

/** Expires proposals without a decision in time, so that a clock set back cannot revive them (INV-26). */
export async function expireProposals(connection: Connection): Promise<readonly RoleProposal[]> {
  const ended = await connection.query<RoleProposal>(
    `update desk.role_proposal set state = 'expired', decided_at = now()
     where state = 'open' and expires_at <= now() returning ${columns}`,
  )
  return ended.rows
}

/** Locks a proposal that can still be decided until the transaction ends; null if there is none. */
export async function holdProposal(
  connection: Connection,
  proposalId: number,
): Promise<RoleProposal | null> {
  const found = await connection.query<RoleProposal>(
    `select ${columns} from desk.role_proposal
     where id = $1 and state = 'open' and expires_at > now() for update`,
    [proposalId],
  )
  return found.rows[0] ?? null
}

/** Ends a proposal. */
export async function endProposal(
  connection: Connection,
  proposalId: number,
  state: 'confirmed' | 'declined',
  decidedBy: number,
): Promise<void> {
  await connection.query(
    `update desk.role_proposal set state = $2, decided_by = $3, decided_at = now() where id = $1`,
    [proposalId, state, decidedBy],
  )
}

/** Ends the proposals of an operator who is no longer an admin. */
export async function endProposalsOf(
  connection: Connection,
  proposedBy: number,
  decidedBy: number,
): Promise<void> {
  await connection.query(
    `update desk.role_proposal set state = 'declined', decided_by = $2, decided_at = now()
     where proposed_by = $1 and state = 'open'`,
    [proposedBy, decidedBy],
  )
}

/** The waiting proposals, oldest first. */
export async function listProposals(connection: Connection): Promise<readonly RoleProposal[]> {
  const found = await connection.query<RoleProposal>(
    `select ${columns} from desk.role_proposal
     where state = 'open' and expires_at > now() order by id`,
  )
  return found.rows
}

/** How many proposals wait, and since when. */
export async function countProposals(
  connection: Connection,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const found = await connection.query<{ count: number; oldestAt: Date | null }>(
    `select count(*)::int as count, min(proposed_at) as "oldestAt" from desk.role_proposal
     where state = 'open' and expires_at > now()`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}
