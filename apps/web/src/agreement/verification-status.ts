/** The verification status before deposits and withdrawals, and the missing steps. Pure. */
import type { KycState } from '../kyc/steps/steps.ts'

export type VerificationStatus = 'none' | 'draft' | 'waiting' | 'rejected' | 'approved' | 'agreed'

/** The missing step, as the server's refusals name it. */
export type Missing = 'kyc' | 'agreement'

/** The verification progress in the profile. */
export type Progress = { readonly isIdentityKnown: boolean; readonly hasAgreed: boolean }

/** Returns the verification status; `state` is null until the server sent it. */
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

/** Returns the missing step by the profile alone; null if none is missing or the profile is not loaded. */
export function findMissingByProfile(progress: Progress | null): Missing | null {
  return progress === null ? null : findMissingByStatus(toVerificationStatus(progress, null))
}

/** Returns the missing step of a refusal; null if the refusal has another reason. */
export function findMissingByRefusal(code: string): Missing | null {
  if (code === 'kyc.required') return 'kyc'
  return code === 'agreement.required' ? 'agreement' : null
}

/** Returns the missing step of a verification status; null if none is missing. */
export function findMissingByStatus(status: VerificationStatus): Missing | null {
  if (status === 'agreed') return null
  return status === 'approved' ? 'agreement' : 'kyc'
}
