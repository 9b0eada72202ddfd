/** Inputs and answers of the verification modal (API-72 to API-74) and of the configuration host. */
import * as z from 'zod/mini'

const idLengthMax = 200

export const CreateVerification = z.object({
  template_id: z.string().check(z.maxLength(idLengthMax)),
})

/** The similarity of read and entered values; null if one of them is missing. */
export type IdmetaMatches = {
  /** 0 to 1. */
  readonly name: number | null
  readonly number: boolean | null
  readonly birth_date: boolean | null
}

/** `result` of a document check; the read texts are not returned. */
export type IdmetaDocument = {
  readonly document_type: 'ID_CARD' | 'PASSPORT' | 'UNKNOWN'
  /** 0 to 1. */
  readonly confidence: number
  readonly matches: IdmetaMatches
}

/** `result` of comparing a face with the document's: scores from 0 to 1 (KYCM-11). */
export type IdmetaScores = { readonly probability: number; readonly quality: number }
