/** The console's calls about changes of money or rules. */
import type { ChangeStatus } from '@tukar/wire'
import { send } from '../../api/request.ts'
import { get, post, type Told, told } from '../desk-calls.ts'
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

/** Proposes a change; the id makes it safe to ask again. */
export async function proposeChange(
  wanted: Wanted,
  reason: string,
  commandId: string,
): Promise<Told<Outcome>> {
  const body = { ...wanted, reason }
  const path = '/desk/changes'
  return told(await send({ host: 'api', method: 'POST', path, body, commandId }), readOutcome)
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
