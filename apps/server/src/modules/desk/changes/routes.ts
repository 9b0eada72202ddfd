/** The console's calls of changes: preview, proposal, list and decision. */
import { serverMessage } from '@tukar/i18n/server'
import {
  calls,
  type ChangeStatus,
  type DeskChangeOutcome,
  type DeskChangePreview,
  type DeskChangeRow,
  type DeskChanges,
  deskRoles,
  rowNumber,
} from '@tukar/wire'
import { commandUuid } from '../../../platform/http/command-id.ts'
import { type HttpHost, languageOf, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Contact, findContacts } from '../../accounts/index.ts'
import type { Desk } from '../desk.ts'
import { deskRoute } from '../desk-route.ts'
import type { Operator } from '../operator.ts'
import { type Change, countWaiting, listChanges } from './change-store.ts'
import { type ChangeOutcome, isAboutHimself } from './changes.ts'
import type { ChangePreview } from './kind.ts'

const pageRows = 50

const sentences: Readonly<Partial<Record<ChangeStatus, string>>> = {
  applied: 'desk.change_applied',
  applying: 'desk.change_applying',
  waiting: 'desk.change_waiting',
  declined: 'desk.decided',
}

/** Serves `/desk/changes`, and adds the waiting changes to the overview. */
export function registerChanges(http: HttpHost, desk: Desk): void {
  const { changes, database } = desk
  desk.addQueue({ name: 'changes.waiting', read: () => countWaiting(database) })

  deskRoute(http, desk, calls.previewChange, deskRoles, async ({ request, operator, input }) => {
    const preview = await changes.preview(input, operator)
    return success(request, { data: previewRow(preview) })
  })

  deskRoute(http, desk, calls.proposeChange, deskRoles, async ({ request, operator, input }) => {
    const requestId = commandUuid(request.headers['idempotency-key'])
    const outcome = await changes.propose({ ...input, requestId }, operator)
    return success(request, { data: outcomeRow(outcome) }, sentenceOf(outcome))
  })

  deskRoute(http, desk, calls.decideChange, deskRoles, async ({ request, operator, input, id }) => {
    const changeId = rowNumber(id)
    if (changeId === null) throw new Refusal('desk.case_unknown')
    const outcome = await changes.decide({ changeId, ...input }, operator)
    return success(request, { data: outcomeRow(outcome) }, sentenceOf(outcome))
  })

  deskRoute(http, desk, calls.deskChanges, deskRoles, async ({ request, operator, input }) => {
    const page = Number(input.page ?? 1)
    const kinds = visibleKinds(desk, operator).filter(
      (kind) => input.kind === undefined || kind === input.kind,
    )
    const filter = { kinds, status: input.status ?? null, page, rows: pageRows }
    const listed = await listChanges(database, filter)
    const people = listed.changes.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy])
    const ids = [...new Set(people.filter((one) => one !== null))]
    const names = await findContacts(database, ids)
    const failureText = ({ failure }: Change) =>
      failure && serverMessage(languageOf(request), failure.code, failure.params)
    const datas = listed.changes.map((change) => ({
      ...changeRow(change, names, failureText(change)),
      can: decisionsOf(desk, change, operator),
    }))
    const { total } = listed
    return success(request, { data: { datas, total, page, rows: pageRows } satisfies DeskChanges })
  })
}

/** Readers of the audit log see all kinds; other operators see those that they may propose. */
function visibleKinds({ changes }: Desk, { roles }: Operator): readonly string[] {
  const seesAll = roles.includes('risk') || roles.includes('admin')
  return changes
    .kinds()
    .filter((own) => seesAll || own.roles.some((role) => roles.includes(role)))
    .map(({ kind }) => kind)
}

function decisionsOf({ changes }: Desk, change: Change, operator: Operator): DeskChangeRow['can'] {
  const { kind, status, proposedBy } = change
  const { operatorId, roles } = operator
  const own = changes.kinds().find((one) => one.kind === kind)
  const mayDecide = own?.roles.some((role) => roles.includes(role)) === true
  if (status !== 'waiting' || !mayDecide || isAboutHimself(change, operator)) return []
  return proposedBy === operatorId ? ['decline'] : ['confirm', 'decline']
}

function previewRow(preview: ChangePreview): DeskChangePreview {
  const { subject, title, lines, warnings, isSecondNeeded } = preview
  return { subject, title, lines, warnings, is_second_needed: isSecondNeeded }
}

function outcomeRow({ changeId, status }: ChangeOutcome): DeskChangeOutcome {
  return { id: changeId, status }
}

function sentenceOf({ status }: ChangeOutcome): { readonly code: string } | null {
  const code = sentences[status]
  return code === undefined ? null : { code }
}

function changeRow(
  change: Change,
  names: ReadonlyMap<number, Contact>,
  failure: string | null,
): Omit<DeskChangeRow, 'can'> {
  const nameOf = (id: number) => names.get(id)?.name ?? `#${id}`
  const { changeId, kind, subject, shown, reason, status, isSecondNeeded } = change
  return {
    id: changeId,
    kind,
    subject,
    ...shown,
    is_second_needed: isSecondNeeded,
    status,
    reason,
    proposed_by: nameOf(change.proposedBy),
    proposed_at: change.proposedAt.toISOString(),
    expires_at: change.expiresAt.toISOString(),
    decided_by: change.decidedBy === null ? null : nameOf(change.decidedBy),
    decided_at: change.decidedAt?.toISOString() ?? null,
    decided_reason: change.decidedReason,
    failure,
  }
}
