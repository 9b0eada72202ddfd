/**
 * Giving and taking roles (INV-22): one admin proposes, another one confirms within a day. Who made a
 * proposal is known by his account, whatever he is called and however he is signed in (ATT-101).
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
import { takeRole } from './operators-store.ts'
import { giveRole, provenRoles, takeAction } from './role-proofs.ts'
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
 * Proposes to give or take a role; nothing changes yet. Refuses `desk.own_roles` for the own ones, so that
 * nobody gives himself power, `desk.person_unknown` for an address that nobody has, `desk.role_unchanged`
 * for what is so already, and `desk.already_proposed`.
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
    const made = { userId, role, isGiven, reason, proposedBy: operatorId }
    const proposalId = await addProposal(transaction, made)
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

/** What is voted about. */
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

/** Who a proposal is about may only agree to having less power. */
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

/** What an admin may decide about a proposal. */
export function proposalDecisions(
  proposal: RoleProposal,
  operatorId: number,
): readonly ProposalVerdict['decision'][] {
  return (['confirm', 'decline'] as const).filter(
    (decision) => mayDecide(proposal, operatorId, decision) === 'yes',
  )
}

/**
 * Confirms a proposal, and the role is given or taken; or declines it, as whoever made it may do too.
 * Refuses `desk.already_decided` for what is over, `desk.same_operator`, `desk.own_roles`,
 * `desk.vote_unproven` where nothing proves that it was proposed, and `desk.proposer_without_role` where whoever
 * proposed it is no admin now: then one alone would decide.
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
    const changed = isGiven ? 'role.give' : takeAction
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

/** Refuses what nothing proves to be proposed, and what was by somebody who is no admin now. */
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

/** Refuses what is so already, and what is about nobody. */
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
  if (isGiven) await giveRole(transaction, keys, { userId, role, givenBy: proposedBy }, at)
  else await takeRole(transaction, userId, role)
  if (role === 'admin' && !isGiven) await endProposalsOf(transaction, userId, operatorId)
}
