/**
 * Gives and revokes roles (INV-22): one admin proposes, another one confirms within a day. The proposer is
 * identified by account, regardless of name and session (ATT-101).
 */
import type { DeskRole } from '@tukar/wire'
import type { Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { findByEmail, findContacts } from '../accounts/index.ts'
import type { ChainHead } from './audit-chain.ts'
import type { Desk } from './desk.ts'
import type { Operator } from './operator.ts'
import { revokeRole } from './operators-store.ts'
import { grantRole, provenRoles, revokeAction } from './role-proofs.ts'
import {
  addProposal,
  endProposal,
  endProposalsOf,
  holdProposal,
  type RoleProposal,
} from './role-proposals-store.ts'
import { type Ballot, castVote, provenVoters } from './votes.ts'

export type RoleChange = {
  readonly email: string
  readonly role: DeskRole
  readonly isGiven: boolean
  readonly reason: string
}

export type ProposalVerdict = {
  readonly proposalId: number
  readonly decision: 'confirm' | 'decline'
  readonly reason: string
}

/**
 * Proposes to give or revoke a role; nothing changes yet. Refuses `desk.own_roles` for the operator's own
 * roles, `desk.person_unknown` for an unknown address, `desk.role_unchanged` if nothing would change, and
 * `desk.already_proposed`.
 *
 * @returns the proposal's id
 */
export async function proposeRole(
  { database, keys }: Pick<Desk, 'database' | 'keys'>,
  { operatorId, pass }: Operator,
  { email, role, isGiven, reason }: RoleChange,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const person = await findByEmail(transaction, email)
    if (person === null) throw new Refusal('desk.person_unknown')
    const { userId } = person
    if (userId === operatorId) throw new Refusal('desk.own_roles')
    const roles = await rolesOf(transaction, keys, userId)
    if (roles.includes(role) === isGiven) throw new Refusal('desk.role_unchanged')
    const created = { userId, role, isGiven, reason, proposedBy: operatorId }
    const proposalId = await addProposal(transaction, created)
    if (proposalId === null) throw new Refusal('desk.already_proposed')
    await castVote(
      transaction,
      keys,
      {
        ...ballotOf({ proposalId, userId, role, isGiven }, 'propose'),
        entry: {
          operatorId,
          action: 'role.propose',
          subject: `user:${userId}`,
          reason,
          before: { roles },
          after: { proposalId, role, isGiven },
        },
      },
      pass,
    )
    return proposalId
  })
}

/** The subject of a vote. */
function ballotOf(
  {
    proposalId,
    userId,
    role,
    isGiven,
  }: Pick<RoleProposal, 'proposalId' | 'userId' | 'role' | 'isGiven'>,
  decision: 'propose' | ProposalVerdict['decision'],
): Ballot {
  return { kind: 'role', subjectId: proposalId, decision, shown: [userId, role, isGiven] }
}

async function rolesOf(
  connection: Pick<Transaction, 'query'>,
  keys: Keys,
  userId: number,
): Promise<readonly DeskRole[]> {
  return (await provenRoles(connection, keys, [userId])).get(userId) ?? []
}

/** The person whom a proposal concerns may only agree to losing a role. */
function mayDecide(
  { userId, proposedBy, isGiven }: RoleProposal,
  operatorId: number,
  decision: ProposalVerdict['decision'],
): 'yes' | 'desk.own_roles' | 'desk.same_operator' {
  const isConfirmed = decision === 'confirm'
  if (userId === operatorId && isConfirmed === isGiven) return 'desk.own_roles'
  if (proposedBy === operatorId && isConfirmed) return 'desk.same_operator'
  return 'yes'
}

/** The decisions that an admin may make about a proposal. */
export function proposalDecisions(
  proposal: RoleProposal,
  operatorId: number,
): readonly ProposalVerdict['decision'][] {
  return (['confirm', 'decline'] as const).filter(
    (decision) => mayDecide(proposal, operatorId, decision) === 'yes',
  )
}

/**
 * Confirms a proposal and gives or revokes the role, or declines it; its proposer may decline it too. Refuses
 * `desk.already_decided`, `desk.same_operator`, `desk.own_roles`, `desk.vote_unproven` if no vote proves the
 * proposal, and `desk.proposer_without_role` if the proposer is no longer an admin: then one admin alone
 * would decide.
 */
export async function decideProposal(
  desk: Pick<Desk, 'database' | 'keys' | 'rolesNow'>,
  operator: Operator,
  { proposalId, decision, reason }: ProposalVerdict,
): Promise<void> {
  const { keys } = desk
  await inTransaction(desk.database, async (transaction) => {
    const proposal = await holdProposal(transaction, proposalId)
    if (proposal === null) throw new Refusal('desk.already_decided')
    const { operatorId } = operator
    const may = mayDecide(proposal, operatorId, decision)
    if (may !== 'yes') throw new Refusal(may)
    const isConfirmed = decision === 'confirm'
    if (isConfirmed) await refuseUnproposed(desk, transaction, proposal)
    await endProposal(transaction, proposalId, isConfirmed ? 'confirmed' : 'declined', operatorId)
    const { userId, proposedBy, role, isGiven } = proposal
    const before = await rolesOf(transaction, keys, userId)
    if (isConfirmed) await refuseVain(transaction, proposal, before)
    const changed = isGiven ? 'role.give' : revokeAction
    const after = isConfirmed ? changedRoles(before, proposal) : before
    const at = await castVote(
      transaction,
      keys,
      {
        ...ballotOf(proposal, decision),
        entry: {
          operatorId,
          action: isConfirmed ? changed : 'role.decline',
          subject: `user:${userId}`,
          reason,
          before: { roles: before },
          after: { roles: after, proposalId, proposedBy, role, isGiven },
        },
      },
      operator.pass,
    )
    if (isConfirmed) await carryOut(transaction, keys, proposal, { at, operatorId })
  })
}

/** Refuses proposals without a proof, and those of a former admin. */
async function refuseUnproposed(
  { keys, rolesNow }: Pick<Desk, 'keys' | 'rolesNow'>,
  transaction: Transaction,
  proposal: RoleProposal,
): Promise<void> {
  const { proposedBy } = proposal
  const proposers = await provenVoters(transaction, keys, ballotOf(proposal, 'propose'))
  if (!proposers.includes(proposedBy)) throw new Refusal('desk.vote_unproven')
  if (!(await rolesNow(transaction, proposedBy)).includes('admin')) {
    throw new Refusal('desk.proposer_without_role')
  }
}

/** Refuses a proposal that would change nothing, or whose account is gone. */
async function refuseVain(
  transaction: Transaction,
  { userId, role, isGiven }: RoleProposal,
  roles: readonly DeskRole[],
): Promise<void> {
  const people = await findContacts(transaction, [userId])
  if (!people.has(userId)) throw new Refusal('desk.person_unknown')
  if (roles.includes(role) === isGiven) throw new Refusal('desk.role_unchanged')
}

function changedRoles(
  roles: readonly DeskRole[],
  { role, isGiven }: RoleProposal,
): readonly DeskRole[] {
  const others = roles.filter((own) => own !== role)
  return isGiven ? [...others, role].toSorted() : others
}

async function carryOut(
  transaction: Transaction,
  keys: Keys,
  { userId, role, isGiven, proposedBy }: RoleProposal,
  { at, operatorId }: { readonly at: ChainHead; readonly operatorId: number },
): Promise<void> {
  if (isGiven) await grantRole(transaction, keys, { userId, role, givenBy: proposedBy }, at)
  else await revokeRole(transaction, userId, role)
  if (role === 'admin' && !isGiven) await endProposalsOf(transaction, userId, operatorId)
}
