/**
 * The draft of the details. It is complete while the page is open, so that navigation loses nothing. The tab
 * stores it without pictures and identity numbers, so that a reload loses little.
 */
import { currentSession, onSession } from '../../api/session.ts'
import { dropTabDraft, keepTabDraft, readTabDraft } from '../../api/tab-draft.ts'
import { toDraft, type SavedDetails, mergeDraft } from './details-form.ts'
import type { SentDetails } from '../kyc-calls.ts'

let kept: { readonly userId: string; readonly draft: SentDetails } | null = null

onSession(() => {
  kept = null
})

/** The draft of the signed-in user, based on the values of the server. */
export function readDraft({ details }: SavedDetails): SentDetails {
  const userId = currentSession()?.userId ?? null
  if (kept !== null && kept.userId === userId) return kept.draft
  const fields = userId === null ? {} : readTabDraft('identity', userId)
  return { details: mergeDraft(details, fields), document: null, npwpPicture: null }
}

/** Replaces the draft. */
export function storeDraft(draft: SentDetails): void {
  const session = currentSession()
  kept = session === null ? null : { userId: session.userId, draft }
  if (session !== null) keepTabDraft('identity', session.userId, toDraft(draft.details))
}

/** Deletes the draft after it was sent. */
export function dropDraft(): void {
  kept = null
  dropTabDraft('identity')
}
