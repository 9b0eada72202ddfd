/**
 * Giving and taking roles (INV-22): one admin proposes, another one confirms within a day. Who made a
 * proposal is known by his account, whatever he is called and however he is signed in (ATT-101).
 */
import type { DeskRole } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findByEmail, findContacts } from '../accounts/index.ts'
import { record } from './audit.ts'
import type { Desk } from './desk.ts'
import type { Operator } from './operator.ts'
import { giveRole, rolesOf, takeRole } from './operators-store.ts'
import {
  addProposal,
  endProposal,
  endProposalsOf,
  holdProposal,
  type RoleProposal,
} from './role-proposals-store.ts'

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
  database: Database,
  { operatorId }: Operator,
  { email, role, isGiven, reason }: RoleChange,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const person = await findByEmail(transaction, email)
    if (person === null) throw new Refusal('desk.person_unknown')
    const { userId } = person
    if (userId === operatorId) throw new Refusal('desk.own_roles')
    const roles = await rolesOf(transaction, userId)
    if (roles.includes(role) === isGiven) throw new Refusal('desk.role_unchanged')
    const made = { userId, role, isGiven, reason, proposedBy: operatorId }
    const proposalId = await addProposal(transaction, made)
    if (proposalId === null) throw new Refusal('desk.already_proposed')
    await record(transaction, {
      operatorId,
      action: 'role.propose',
      subject: `user:${userId}`,
      reason,
      before: { roles },
      after: { proposalId, role, isGiven },
    })
    return proposalId
  })
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
 * Refuses `desk.already_decided` for what is over, `desk.same_operator`, `desk.own_roles`, and
 * `desk.proposer_without_role` where whoever proposed it is no admin now: then one alone would decide.
 */
export async function decideProposal(
  desk: Pick<Desk, 'database' | 'rolesNow'>,
  { operatorId }: Operator,
  { proposalId, decision, reason }: ProposalVerdict,
): Promise<void> {
  await inTransaction(desk.database, async (transaction) => {
    const proposal = await holdProposal(transaction, proposalId)
    if (proposal === null) throw new Refusal('desk.already_decided')
    const may = mayDecide(proposal, operatorId, decision)
    if (may !== 'yes') throw new Refusal(may)
    const isConfirmed = decision === 'confirm'
    const { userId, proposedBy, role, isGiven } = proposal
    if (isConfirmed && !(await desk.rolesNow(transaction, proposedBy)).includes('admin')) {
      throw new Refusal('desk.proposer_without_role')
    }
    await endProposal(transaction, proposalId, isConfirmed ? 'confirmed' : 'declined', operatorId)
    const before = { roles: await rolesOf(transaction, userId) }
    if (isConfirmed) await carryOut(transaction, proposal, operatorId)
    const changed = isGiven ? 'role.give' : 'role.take'
    await record(transaction, {
      operatorId,
      action: isConfirmed ? changed : 'role.decline',
      subject: `user:${userId}`,
      reason,
      before,
      after: { roles: await rolesOf(transaction, userId), proposalId, proposedBy, role, isGiven },
    })
  })
}

async function carryOut(
  transaction: Transaction,
  { userId, role, isGiven, proposedBy }: RoleProposal,
  operatorId: number,
): Promise<void> {
  const people = await findContacts(transaction, [userId])
  if (!people.has(userId)) throw new Refusal('desk.person_unknown')
  const isChanged = isGiven
    ? await giveRole(transaction, userId, role, proposedBy)
    : await takeRole(transaction, userId, role)
  if (!isChanged) throw new Refusal('desk.role_unchanged')
  if (role === 'admin' && !isGiven) await endProposalsOf(transaction, userId, operatorId)
}
