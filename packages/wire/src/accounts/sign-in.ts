/** Inputs of sign-in, second factors and sessions. */
import * as z from 'zod/mini'

const emailLengthMax = 300
/** Above the length of every code and challenge: shorter texts get their own error. */
const secretLengthMax = 200

const email = z.string().check(z.maxLength(emailLengthMax))
const secret = z.string().check(z.maxLength(secretLengthMax))
const proof = z.optional(z.string())

/** The captcha's proof has either name on every call that needs one (DEC-22). */
export const captchaFields = { 'g-recaptcha-response': proof, captcha: proof } as const

const hex = z.string().check(z.regex(/^[0-9a-f]{1,64}$/))

/** A proof of work (base64 of its JSON): the challenge and its solution. */
export const WorkProof = z.object({
  challenge: z.object({
    signature: hex,
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.number(),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
    }),
  }),
  solution: z.object({ counter: z.number(), derivedKey: hex }),
})

export const SignIn = z.object({ email, password: z.string(), ...captchaFields })

/** The second step of a sign-in: `password` has the challenge of the first (DEC-17). */
export const TwoFactorLogin = z.object({ email, password: secret, google_secret: secret })

/** A code of the authenticator app, under its historic name (DEC-35). */
export const TwoFactorCode = z.object({ google_secret: secret })

const amountGrammar = /^\d{1,20}(?:\.\d{1,18})?$/

/** The fields of a withdrawal; their length is limited, because the e-mail shows them. */
const Payment = z.object({
  currency: z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/)),
  amount: z.union([
    z.string().check(z.regex(amountGrammar)),
    z.number().check(z.refine((amount) => amountGrammar.test(String(amount)))),
  ]),
  /** The id of an EVM chain. */
  chain_id: z.optional(z.nullable(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]))),
  /** Missing: the saved bank account. */
  withdraw_to: z.optional(z.nullable(z.string().check(z.regex(/^\s*[A-Za-z0-9]{1,128}\s*$/)))),
})

/** The payment that a code confirms; without one the code confirms any payment (API-62, ATT-13). */
export const SendCode = z.nullish(z.object({ payment: z.optional(z.nullable(Payment)) }))

/** One session, or all except the current one. */
export const RevokeSessions = z.union([
  z.object({ all: z.literal(true) }),
  z.object({ id: z.union([z.number().check(z.int(), z.positive()), z.string()]) }),
])
