/** The console's calls about changes of money or rules. */
import { type ChangeStatus, type DeskChangeOutcome, routes } from '@tukar/wire'
import { isOutcomeOpen } from '../../api/answer.ts'
import { newCommandId } from '../../api/command-id.ts'
import { type Paged, toPage } from '../cases/case-wire.ts'
import { get, post, readData, type CallResult } from '../desk-calls.ts'
import { callSigned } from '../passkeys/signed-call.ts'
import { type Answer, type ChangeEntry, type Preview, toChange, toPreview } from './change-wire.ts'

/** A change to propose: its kind, and the input of the kind. */
export type ChangeRequest = { readonly kind: string; readonly input: unknown }

/** Previews a change; nothing is stored. */
export function previewChange(wanted: ChangeRequest): Promise<CallResult<Preview>> {
  return post(routes.previewChange, { input: wanted }, toPreview)
}

/** Ids of proposals with an unknown outcome, by their content. */
const openIds = new Map<string, string>()

/**
 * Proposes a change. While its outcome is unknown, the same change is sent again with the same id, also from
 * another dialog, so that nothing is proposed twice.
 */
export async function proposeChange(
  wanted: ChangeRequest,
  reason: string,
): Promise<CallResult<DeskChangeOutcome>> {
  const input = { ...wanted, reason }
  const name = JSON.stringify(input)
  const known = openIds.get(name)
  const commandId = known ?? newCommandId()
  openIds.set(name, commandId)
  const outcome = await callSigned(routes.proposeChange, { input, commandId })
  if (outcome.ok || !isOutcomeOpen(outcome, known !== undefined)) openIds.delete(name)
  return readData(outcome, (data) => data)
}

/** Loads a page of changes, newest first; null includes every status. */
export function loadChanges(
  status: ChangeStatus | null,
  page: number,
): Promise<CallResult<Paged<ChangeEntry>>> {
  const input = { page, ...(status && { status }) }
  return get(routes.deskChanges, { input }, (data) => toPage(data, toChange))
}

/** Confirms or declines a proposal. */
export function decideChange(
  id: number,
  decision: Answer,
  reason: string,
): Promise<CallResult<DeskChangeOutcome>> {
  return post(routes.decideChange, { input: { decision, reason }, id }, (data) => data)
}
