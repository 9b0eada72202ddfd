/**
 * The missing steps before deposits and withdrawals, beside the button of a form. They are shown before a
 * click, and a click focuses them instead of sending a request that would be refused (ATT-51).
 */
import { type RefObject, useRef } from 'react'
import { LazyIdentityNote } from '../agreement/lazy-identity-note.tsx'
import { type Missing, findMissingByProfile } from '../agreement/verification-status.ts'
import { reloadProfile, useProfile } from '../accounts/settings/profile.ts'

export type Eligibility = {
  /** Null if no step is missing or the profile is not loaded; then the server decides. */
  readonly missing: Missing | null
  readonly note: RefObject<HTMLDivElement | null>
  /** Focuses the note and returns true if a step is missing. */
  readonly blocks: () => boolean
}

/** Returns the missing steps of a form that moves money. */
export function useEligibility(): Eligibility {
  const missing = findMissingByProfile(useProfile())
  const note = useRef<HTMLDivElement>(null)
  const blocks = () => {
    if (missing === null) return false
    // Another page may have completed the step.
    reloadProfile()
    note.current?.focus()
    return true
  }
  return { missing, note, blocks }
}

/** The note; empty if nothing is missing. */
export function EligibilityNote({
  eligibility: { missing, note },
}: {
  readonly eligibility: Eligibility
}) {
  if (missing === null) return null
  return (
    <div ref={note} tabIndex={-1}>
      <LazyIdentityNote page="form" />
    </div>
  )
}

/** Focuses a field and scrolls to it. */
export function focusField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
