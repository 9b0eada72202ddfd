/**
 * The user's step in the identity check, and the page that shows it. The server decides the step; this file
 * computes redirects only (KYC-02 to KYC-05, DEC-45 to DEC-48).
 */

export type Variant = 'id' | 'global'

/** The pages of the steps 0 to 3. */
export const stepNames = ['satu', 'dua', 'tiga', 'empat'] as const
export type StepName = (typeof stepNames)[number]

/** The pages of the identity check. */
export type KycPage =
  | {
      readonly page: 'nationality'
      /** A user who wants to change the choice is not redirected at once (DEC-50). */
      readonly isChange: boolean
    }
  | { readonly page: 'step'; readonly variant: Variant; readonly name: StepName }

export type KycState = 'none' | 'draft' | 'submitted' | 'in_review' | 'rejected' | 'approved'
export type Piece = 'document' | 'video' | 'details'

/** The server's status of an identity check. */
export type KycStatus = {
  /** 0 nationality or consent; 1 details; 2 video; 3 finished (KYC-03). */
  readonly step: 0 | 1 | 2 | 3
  /** Null until a nationality is selected. */
  readonly variant: Variant | null
  readonly state: KycState
  /** The server's code of the rejection; null if it was not rejected. */
  readonly reason: string | null
  /** The only piece to send again; null means everything. */
  readonly piece: Piece | null
  readonly mode: 'both' | 'steps' | 'modal'
  readonly limits: Limits
}

export type Limits = {
  readonly videoBytes: number
  readonly videoMinSeconds: number
  readonly videoMaxSeconds: number
}

/** Returns the page for the two parts of a path; null if there is none. */
export function parseKycPage(variant: string, name: string): KycPage | null {
  const known = stepNames.find((one) => one === name)
  if (known === undefined || (variant !== 'id' && variant !== 'global')) return null
  return { page: 'step', variant, name: known }
}

/** Returns the page to redirect to; null if the open page may stay. */
export function findRedirect(here: KycPage, status: KycStatus): KycPage | null {
  const { step, variant } = status
  if (variant === null) {
    return here.page === 'nationality' ? null : { page: 'nationality', isChange: false }
  }
  if (here.page === 'nationality') {
    if (here.isChange && step <= 1) return null
    // The last page is reached through the video page, which redirects after its own check (DEC-47).
    return { page: 'step', variant, name: stepNames[step === 3 ? 2 : step] }
  }
  const name = stepNames[step]
  return here.variant === variant && here.name === name ? null : { page: 'step', variant, name }
}
