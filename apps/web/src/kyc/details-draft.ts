/**
 * What is typed and not sent yet: kept whole while the page is open, so that going back and forth loses
 * nothing, and without pictures and numbers of identity in the tab, so that a reload loses little.
 */
import { currentSession, onSession } from '../api/session.ts'
import { dropTabDraft, keepTabDraft, readTabDraft } from '../api/tab-draft.ts'
import { toDraft, type SavedDetails, mergeDraft } from './details-form.ts'
import type { SentDetails } from './kyc-calls.ts'

let kept: { readonly userId: string; readonly draft: SentDetails } | null = null

onSession(() => {
  kept = null
})

/** The draft of who is signed in, which begins with what the server has. */
export function readDraft({ details }: SavedDetails): SentDetails {
  const userId = currentSession()?.userId ?? null
  if (kept !== null && kept.userId === userId) return kept.draft
  const fields = userId === null ? {} : readTabDraft('identity', userId)
  return { details: mergeDraft(details, fields), document: null, npwpPicture: null }
}

/** Keeps a draft instead of the one before. */
export function keepDraft(draft: SentDetails): void {
  const session = currentSession()
  kept = session === null ? null : { userId: session.userId, draft }
  if (session !== null) keepTabDraft('identity', session.userId, toDraft(draft.details))
}

/** Forgets it: it was sent. */
export function dropDraft(): void {
  kept = null
  dropTabDraft('identity')
}
