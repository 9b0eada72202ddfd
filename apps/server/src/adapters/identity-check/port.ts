/**
 * Port of identity verification: a verification, then its document, then the face. Images are JPEG bytes. The
 * provider's findings are evidence only; another module decides on approval.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'

/**
 * Result of a call. `absent`: the provider does not know the verification, so that the caller starts a new
 * one. `refused`: the provider checked and rejected, in its own words. `unknown`: no check took place, or its
 * result is not known. The caller tries again later and concludes nothing (FLT-37).
 */
export type Answer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'absent' }
  | {
      readonly status: 'refused'
      readonly message: string
      /** From 0 to 1, where the refusal concerns a compared face. */
      readonly probability?: number
      readonly quality?: number
    }
  | { readonly status: 'unknown'; readonly reason: string }

/** Data that a person entered, which the provider compares with the document. Dates are `YYYY-MM-DD`. */
export type Expected = {
  readonly name: string | null
  readonly number: string | null
  readonly birthDate: string | null
}

export type NewVerification = {
  readonly templateId: string
  /** Our reference; it reveals nothing about the person. */
  readonly reference: string
  readonly expected: Expected
}

export type DocumentCheck = {
  readonly templateId: string
  readonly verificationId: string
  readonly front: Buffer
  readonly back: Buffer | null
}

export type FaceCheck = {
  readonly templateId: string
  readonly verificationId: string
  readonly image: Buffer
}

export type DocumentFindings = {
  readonly kind: 'ktp' | 'passport' | 'unknown'
  readonly name: string | null
  readonly number: string | null
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null
  /** As written on the document; null where it is missing or unreadable. */
  readonly gender: 'M' | 'F' | null
  /** Whether the document is past its last day; null where no such date was read. */
  readonly expired: boolean | null
  /** From 0 to 1: confidence of the text recognition. */
  readonly confidence: number
  /**
   * Comparison with the expected data; null where either value is unknown. `name` is a similarity from 0 to
   * 1.
   */
  readonly matches: {
    readonly name: number | null
    readonly number: boolean | null
    readonly birthDate: boolean | null
  }
  /** The face on the document; null where none was found. Quality is from 0 to 1. */
  readonly face: { readonly quality: number } | null
}

export type FaceFindings = {
  /** From 0 to 1: probability that both faces belong to one person. */
  readonly probability: number
  /** From 0 to 1: how visible the face is. */
  readonly quality: number
  /** Whether the picture shows a copy of the document instead of its holder; absent where the provider does not say. */
  readonly copy?: boolean
}

/** `pending` is no outcome yet. The others end the provider's flow. */
export type CallbackOutcome = 'verified' | 'review' | 'rejected' | 'pending'

export type Callback = { readonly verificationId: string; readonly outcome: CallbackOutcome }

export type IdentityCheck = {
  createVerification(order: NewVerification): Promise<Answer<{ readonly verificationId: string }>>
  /** Reads the document, and keeps its face for `checkFace`. */
  checkDocument(check: DocumentCheck): Promise<Answer<DocumentFindings>>
  /** Compares a face with the face of the document. The document must have been checked before. */
  checkFace(check: FaceCheck): Promise<Answer<FaceFindings>>
  /** Whether the raw body of a callback has a valid signature, compared in constant time (ATT-49). */
  isCallback(rawBody: Buffer, signature: string | undefined): boolean
  /** Parses a callback; null for an invalid one. The result is a hint: its scores are ignored. */
  readCallback(body: unknown): Callback | null
  /** Health from recent calls. */
  health(): ServiceHealth
}
