/**
 * What is missing before money may move, beside the button of a form: said before the press, and a press
 * leads here in the place of a question that would be refused (ATT-51).
 */
import { type RefObject, useRef } from 'react'
import { LazyIdentityNote } from '../agreement/lazy-identity-note.tsx'
import { type Missing, findMissingByProfile } from '../agreement/verification-status.ts'
import { reloadProfile, useProfile } from '../accounts/settings/profile.ts'

export type Eligibility = {
  /** Null where nothing is missing, and while that is not known: then the server judges. */
  readonly missing: Missing | null
  readonly note: RefObject<HTMLDivElement | null>
  /** Leads to the note and gives true where something is missing. */
  readonly stops: () => boolean
}

/** Returns what stands between the reader and a form that moves money. */
export function useEligibility(): Eligibility {
  const missing = findMissingByProfile(useProfile())
  const note = useRef<HTMLDivElement>(null)
  const stops = () => {
    if (missing === null) return false
    // It may be there since, by another page.
    reloadProfile()
    note.current?.focus()
    return true
  }
  return { missing, note, stops }
}

/** The note; nothing for those who have it all. */
export function EligibilityNote({ gate: { missing, note } }: { readonly gate: Eligibility }) {
  if (missing === null) return null
  return (
    <div ref={note} tabIndex={-1}>
      <LazyIdentityNote place="form" />
    </div>
  )
}

/** Leads to a field that something is said about, wherever the page stands. */
export function focusField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
