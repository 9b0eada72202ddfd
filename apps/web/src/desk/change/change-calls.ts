/** The console's calls about changes of money or rules. */
import type { ChangeStatus } from '@tukar/wire'
import { isOutcomeOpen } from '../../api/answer.ts'
import { newCommandId } from '../../api/command-id.ts'
import { get, post, type Told, told } from '../desk-calls.ts'
import { sendSigned } from '../passkeys/signed-call.ts'
import type { Paged } from '../wire-reading.ts'
import {
  type Answer,
  type ChangeEntry,
  type Outcome,
  type Preview,
  readChanges,
  readOutcome,
  readPreview,
} from './change-wire.ts'

/** A change that somebody wants: its kind, and what the kind takes. */
export type Wanted = { readonly kind: string; readonly input: unknown }

/** What a change would do; nothing is kept. */
export async function previewChange(wanted: Wanted): Promise<Told<Preview>> {
  return told(await post('changes/preview', wanted), readPreview)
}

/** Ids of proposals whose outcome nobody told us, by what they propose. */
const openIds = new Map<string, string>()

/**
 * Proposes a change. Until its outcome is known the same one is asked for again with the same id, from
 * another dialog too, so that nothing is proposed twice.
 */
export async function proposeChange(wanted: Wanted, reason: string): Promise<Told<Outcome>> {
  const body = { ...wanted, reason }
  const name = JSON.stringify(body)
  const known = openIds.get(name)
  const commandId = known ?? newCommandId()
  openIds.set(name, commandId)
  const path = '/desk/changes'
  const outcome = await sendSigned({ host: 'api', method: 'POST', path, body, commandId })
  if (outcome.ok || !isOutcomeOpen(outcome, known !== undefined)) openIds.delete(name)
  return told(outcome, readOutcome)
}

/** A page of changes, newest first; null takes every status. */
export async function loadChanges(
  status: ChangeStatus | null,
  page: number,
): Promise<Told<Paged<ChangeEntry>>> {
  return told(await get('changes', { page, ...(status && { status }) }), readChanges)
}

/** Confirms or declines what somebody proposed. */
export async function decideChange(
  id: number,
  decision: Answer,
  reason: string,
): Promise<Told<Outcome>> {
  return told(await post(`changes/${id}/decide`, { decision, reason }), readOutcome)
}
