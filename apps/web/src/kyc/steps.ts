/**
 * Where a person is in the identity check, and which page shows that. The server alone says the step;
 * this says only where a page that was opened leads to (KYC-02 to KYC-05, DEC-45 to DEC-48).
 */

export type Variant = 'id' | 'global'

/** The pages of the steps 0 to 3. */
export const stepNames = ['satu', 'dua', 'tiga', 'empat'] as const
export type StepName = (typeof stepNames)[number]

/** The pages of the identity check. */
export type KycPage =
  | {
      readonly page: 'nationality'
      /** Whoever came to choose again is not led on at once (DEC-50). */
      readonly isChange: boolean
    }
  | { readonly page: 'step'; readonly variant: Variant; readonly name: StepName }

export type KycState = 'none' | 'draft' | 'submitted' | 'in_review' | 'rejected' | 'approved'
export type Piece = 'document' | 'video' | 'details'

/** What the server says of an identity check. */
export type KycStatus = {
  /** 0 consent, or nationality before it; 1 details; 2 video; 3 nothing more to do (KYC-03). */
  readonly step: 0 | 1 | 2 | 3
  /** Null until a nationality is chosen. */
  readonly variant: Variant | null
  readonly state: KycState
  /** The server's word for why it was not approved, null where it was not refused. */
  readonly reason: string | null
  /** What alone is asked for again, null for everything. */
  readonly piece: Piece | null
  readonly mode: 'both' | 'steps' | 'modal'
  readonly limits: Limits
}

export type Limits = {
  readonly videoBytes: number
  readonly videoMinSeconds: number
  readonly videoMaxSeconds: number
}

/** Returns the page of an address's two parts; null where there is none. */
export function parseKycPage(variant: string, name: string): KycPage | null {
  const known = stepNames.find((one) => one === name)
  if (known === undefined || (variant !== 'id' && variant !== 'global')) return null
  return { page: 'step', variant, name: known }
}

/** Returns the page that is to be shown instead of the one that was opened; null where it may stay. */
export function findRedirect(here: KycPage, status: KycStatus): KycPage | null {
  const { step, variant } = status
  if (variant === null) {
    return here.page === 'nationality' ? null : { page: 'nationality', isChange: false }
  }
  if (here.page === 'nationality') {
    if (here.isChange && step <= 1) return null
    // The last page is reached by way of the video's, whose own check leads on (DEC-47).
    return { page: 'step', variant, name: stepNames[step === 3 ? 2 : step] }
  }
  const name = stepNames[step]
  return here.variant === variant && here.name === name ? null : { page: 'step', variant, name }
}
