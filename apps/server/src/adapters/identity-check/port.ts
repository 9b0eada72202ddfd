/**
 * What the exchange asks of who verifies people: a verification, the document in it, then the face.
 * Pictures are JPEG bytes. What the provider concludes is evidence; whether somebody is approved is
 * decided elsewhere.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'

/**
 * What came of a call. `absent`: the provider knows no such verification, so that another must be begun.
 * `refused`: it looked and said no, in its own words. `unknown`: nobody looked, or nobody can tell; ask
 * again later, and conclude nothing from it (FLT-37).
 */
export type Answer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'absent' }
  | {
      readonly status: 'refused'
      readonly message: string
      /** 0 to 1, where the refusal is of a face that was compared. */
      readonly probability?: number
      readonly quality?: number
    }
  | { readonly status: 'unknown'; readonly reason: string }

/** What a person typed, for the provider to compare with what it reads; dates as `YYYY-MM-DD`. */
export type Expected = {
  readonly name: string | null
  readonly number: string | null
  readonly birthDate: string | null
}

export type NewVerification = {
  readonly templateId: string
  /** Ours; says nothing of the person to whoever reads it. */
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
  /** As written on it; null where it is not, or was not read. */
  readonly gender: 'M' | 'F' | null
  /** Whether its last day is over; null where none was read. */
  readonly expired: boolean | null
  /** 0 to 1: how sure the text was read. */
  readonly confidence: number
  /** Against what was expected; null where one of both is not known. `name` is a likeness, 0 to 1. */
  readonly matches: {
    readonly name: number | null
    readonly number: boolean | null
    readonly birthDate: boolean | null
  }
  /** The face on the document; null where none was found. Quality is 0 to 1. */
  readonly face: { readonly quality: number } | null
}

export type FaceFindings = {
  /** 0 to 1: that the face is that of the document. */
  readonly probability: number
  /** 0 to 1: how well it could be seen. */
  readonly quality: number
  /** Whether the picture is one of the document, not of who holds it; absent where nobody told. */
  readonly copy?: boolean
}

/** `pending` says nothing yet; the others mean that the provider's flow has ended. */
export type CallbackOutcome = 'verified' | 'review' | 'rejected' | 'pending'

export type Callback = { readonly verificationId: string; readonly outcome: CallbackOutcome }

export type IdentityCheck = {
  createVerification(order: NewVerification): Promise<Answer<{ readonly verificationId: string }>>
  /** Reads the document and keeps its face for `checkFace`. */
  checkDocument(check: DocumentCheck): Promise<Answer<DocumentFindings>>
  /** Compares a face with that of the document, which must have been checked before. */
  checkFace(check: FaceCheck): Promise<Answer<FaceFindings>>
  /** Whether the raw body of a callback bears our signature, compared in constant time (ATT-49). */
  isCallback(rawBody: Buffer, signature: string | undefined): boolean
  /** What a callback tells, or null for one that makes no sense. A hint: scores in it are not read. */
  readCallback(body: unknown): Callback | null
  /** From recent calls. */
  health(): ServiceHealth
}
