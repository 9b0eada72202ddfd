/**
 * Schemas of the identity provider's REST API, for the parts that we use. An answer that violates them is
 * rejected; unknown fields are dropped.
 */
import * as z from 'zod/mini'

const idLengthMax = 200
const textLengthMax = 500
/** Without NUL, which PostgreSQL cannot store. */
const storable = z.string().check(z.refine((value) => !value.includes('\0')))
const id = storable.check(z.minLength(1), z.maxLength(idLengthMax))
const maybeText = z.nullable(storable.check(z.maxLength(textLengthMax)))
const fraction = z.number().check(z.gte(0), z.lte(1))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** `POST /v1/verification/create-verification`. */
export const ProviderVerification = z.object({
  message: z.literal('Verification created successfully'),
  verification: z.object({ id }),
})

/** `POST /v1/verification/document-verification`. */
export const ProviderDocument = z.object({
  message: z.literal('OK'),
  result: z.object({
    documentType: z.enum(['ID_CARD', 'PASSPORT', 'UNKNOWN']),
    extraction: z.object({
      fullName: maybeText,
      documentNumber: maybeText,
      birthDate: z.nullable(day),
      /** The last day of the document's validity. */
      expiryDate: z.optional(z.nullable(day)),
      gender: z.optional(z.nullable(z.enum(['M', 'F']))),
      confidence: fraction,
    }),
    /** Compared with the expected values: `name` is a similarity. */
    dataCheck: z.object({
      name: z.nullable(fraction),
      number: z.nullable(z.boolean()),
      birthDate: z.nullable(z.boolean()),
    }),
    face: z.nullable(z.object({ quality: fraction })),
  }),
})

/** `POST /v1/verification/biometric-verification`. */
export const ProviderFace = z.object({
  message: z.literal('OK'),
  result: z.object({
    probability: fraction,
    quality: fraction,
    /** Whether the image shows the original document; not all providers report it. */
    copy: z.optional(z.nullable(z.boolean())),
  }),
})

/** The answer of a refusal; it has scores if a face was compared and did not match. */
export const ProviderRefusal = z.object({
  message: storable.check(z.minLength(1), z.maxLength(textLengthMax)),
  result: z.optional(
    z.nullable(z.object({ probability: z.optional(fraction), quality: z.optional(fraction) })),
  ),
})

/** The callback: a verification has progressed; it has no scores (ATT-49). */
export const ProviderCallback = z.object({ verificationId: id, status: id })

export type ProviderDocument = z.infer<typeof ProviderDocument>
export type ProviderRefusal = z.infer<typeof ProviderRefusal>
