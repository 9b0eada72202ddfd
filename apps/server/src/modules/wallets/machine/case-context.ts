/** The context of cases at the operator console: their users, and the approvals. */
import type { DeskApproval, DeskPerson } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import { findContacts } from '../../accounts/index.ts'
import { maskedEmail, maskedName } from '../../desk/index.ts'
import { type Approval, readApprovals } from './approvals.ts'
import type { RowKind } from './row-store.ts'

/** The data of cases that is not in their rows. */
export type CaseContext = {
  readonly person: (userId: number) => DeskPerson | null
  /** The approvals of one of these decisions. */
  readonly approvals: (rowId: number, decisions: readonly string[]) => readonly DeskApproval[]
}

/** Reads the context of some rows. */
export async function readCaseContext(
  database: Database,
  kind: RowKind,
  rows: readonly { readonly rowId: number; readonly userId: number }[],
): Promise<CaseContext> {
  const rowIds = rows.map(({ rowId }) => rowId)
  const all = await readApprovals(database, kind, rowIds)
  const peopleIds = [
    ...rows.map(({ userId }) => userId),
    ...all.map(({ operatorId }) => operatorId),
  ]
  const people = await findContacts(database, [...new Set(peopleIds)])
  return {
    person(userId) {
      const contact = people.get(userId)
      if (contact === undefined) return null
      const { name, email } = contact
      return { user_id: userId, name: maskedName(name), email: maskedEmail(email) }
    },
    approvals: (rowId, decisions) =>
      all
        .filter((one) => one.rowId === rowId && decisions.includes(one.decision))
        .map((one) => approvalRow(one, people.get(one.operatorId)?.name ?? '')),
  }
}

function approvalRow(approval: Approval, operator: string): DeskApproval {
  const { operatorId, decision, reason, atMs } = approval
  return { operator_id: operatorId, operator, at: new Date(atMs).toISOString(), decision, reason }
}
