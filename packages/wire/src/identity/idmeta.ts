/**
 * The calls of the verification modal (API-72 to API-74) and of the configuration host: what the calls
 * take and what they answer.
 */
import * as z from 'zod/mini'

const idLengthMax = 200

export const CreateVerification = z.object({
  template_id: z.string().check(z.maxLength(idLengthMax)),
})

/** How alike something read and something typed are; null where one of them is missing. */
export type IdmetaMatches = {
  /** 0 to 1. */
  readonly name: number | null
  readonly number: boolean | null
  readonly birth_date: boolean | null
}

/** `result` of a document that was read; what was read stays with us. */
export type IdmetaDocument = {
  readonly document_type: 'ID_CARD' | 'PASSPORT' | 'UNKNOWN'
  /** 0 to 1. */
  readonly confidence: number
  readonly matches: IdmetaMatches
}

/** `result` of a face that was compared with the document's: fractions of 1 (KYCM-11). */
export type IdmetaScores = { readonly probability: number; readonly quality: number }
