/** Where a person stands before deposits and withdrawals, and what leads on. Pure. */
import type { KycState } from '../kyc/steps.ts'

export type VerificationStatus = 'none' | 'draft' | 'waiting' | 'rejected' | 'approved' | 'agreed'

/** What of the way is missing, as the server's refusals name it. */
export type Missing = 'kyc' | 'agreement'

/** What the profile says of it. */
export type Progress = { readonly isIdentityKnown: boolean; readonly hasAgreed: boolean }

/** Returns where a person stands; `state` is null while the server has not said it. */
export function toVerificationStatus(
  progress: Progress,
  state: KycState | null,
): VerificationStatus {
  if (progress.isIdentityKnown) return progress.hasAgreed ? 'agreed' : 'approved'
  switch (state) {
    case 'draft':
    case 'rejected':
      return state
    case 'submitted':
    case 'in_review':
      return 'waiting'
    case 'approved':
      return 'approved'
    case 'none':
    case null:
      return 'none'
  }
}

/** Returns what is missing by the profile alone; null where nothing is, and while it is not known. */
export function findMissingByProfile(progress: Progress | null): Missing | null {
  return progress === null ? null : findMissingByStatus(toVerificationStatus(progress, null))
}

/** Returns what a refusal says is missing; null where it is about something else. */
export function findMissingByRefusal(code: string): Missing | null {
  if (code === 'kyc.required') return 'kyc'
  return code === 'agreement.required' ? 'agreement' : null
}

/** Returns what is missing where a person stands; null once nothing is. */
export function findMissingByStatus(status: VerificationStatus): Missing | null {
  if (status === 'agreed') return null
  return status === 'approved' ? 'agreement' : 'kyc'
}
