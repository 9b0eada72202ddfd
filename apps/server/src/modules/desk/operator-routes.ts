/** The console's calls of operators: their roles, and the proposals of admins to change them. */
import { calls, type DeskOperatorRow, type DeskProposal, rowNumber } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Contact, findContacts } from '../accounts/index.ts'
import type { Desk } from './desk.ts'
import { deskRoute } from './desk-route.ts'
import { rolesSince } from './operators-store.ts'
import { readAllRoles } from './role-proofs.ts'
import { decideProposal, proposalDecisions, proposeRole } from './role-proposals.ts'
import { countProposals, listProposals, type RoleProposal } from './role-proposals-store.ts'

/** Serves `/desk/operators`, and adds the waiting proposals to the overview. */
export function registerOperators(http: HttpHost, desk: Desk): void {
  const { database } = desk
  desk.addQueue({ name: 'operators.proposals', read: () => countProposals(database) })

  deskRoute(http, desk, calls.deskOperators, 'admin', async ({ request }) => {
    const listed = await readAllRoles(database, desk.keys)
    const sinces = await rolesSince(database)
    const contacts = await findContacts(database, [...listed.keys()])
    // Deleted accounts keep their rows for the audit log, but can no longer enter.
    const data = [...listed].flatMap(([userId, roles]): readonly DeskOperatorRow[] => {
      const [contact, since] = [contacts.get(userId), sinces.get(userId)]
      if (contact === undefined || since === undefined) return []
      const { name, email } = contact
      return [{ user_id: userId, name, email, roles, since: since.toISOString() }]
    })
    return success(request, { data })
  })

  deskRoute(http, desk, calls.changeOperator, 'admin', async ({ request, operator, input }) => {
    const { email, role, is_given: isGiven, reason } = input
    const id = await proposeRole(desk, operator, { email, role, isGiven, reason })
    return success(request, { data: { id } }, { code: 'desk.proposed' })
  })

  deskRoute(http, desk, calls.deskProposals, 'admin', async ({ request, operator }) => {
    const proposals = await listProposals(database)
    const ids = proposals.flatMap(({ userId, proposedBy }) => [userId, proposedBy])
    const contacts = await findContacts(database, [...new Set(ids)])
    const data = proposals.flatMap((one) => proposalRow(one, contacts, operator.operatorId))
    return success(request, { data })
  })

  deskRoute(http, desk, calls.decideProposal, 'admin', async ({ request, operator, input, id }) => {
    const proposalId = rowNumber(id)
    if (proposalId === null) throw new Refusal('desk.case_unknown')
    await decideProposal(desk, operator, { proposalId, ...input })
    return success(request, {}, { code: 'desk.decided' })
  })
}

/** No row if the account is deleted. */
function proposalRow(
  proposal: RoleProposal,
  contacts: ReadonlyMap<number, Contact>,
  operatorId: number,
): readonly DeskProposal[] {
  const { proposalId, userId, role, isGiven, reason, proposedBy, proposedAt, expiresAt } = proposal
  const person = contacts.get(userId)
  if (person === undefined) return []
  return [
    {
      id: proposalId,
      person: { user_id: userId, name: person.name, email: person.email },
      role,
      is_given: isGiven,
      reason,
      proposed_by: contacts.get(proposedBy)?.name ?? `#${proposedBy}`,
      proposed_at: proposedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      can: proposalDecisions(proposal, operatorId),
    },
  ]
}
