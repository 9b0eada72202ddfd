/** What signing in, second factors and sessions take. */
import * as z from 'zod/mini'

const emailLengthMax = 300
/** Longer than any code or challenge: what is wrong is told in a sentence. */
const secretLengthMax = 200

const email = z.string().check(z.maxLength(emailLengthMax))
const secret = z.string().check(z.maxLength(secretLengthMax))
const proof = z.optional(z.string())

/** A captcha's proof travels under either name, on every call that wants one (DEC-22). */
export const captchaFields = { 'g-recaptcha-response': proof, captcha: proof } as const

const hex = z.string().check(z.regex(/^[0-9a-f]{1,64}$/))

/** A proof of work (base64 of its JSON): a challenge as it was given, and what solves it. */
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

/** The second step: `password` carries the challenge of the first (DEC-17). */
export const TwoFactorLogin = z.object({ email, password: secret, google_secret: secret })

/** A code of the authenticator, under its historic name (DEC-35). */
export const TwoFactorCode = z.object({ google_secret: secret })

const amountGrammar = /^\d{1,20}(?:\.\d{1,18})?$/

/** As they are withdrawn; it is told in the mail, so that it is bounded. */
const Payment = z.object({
  currency: z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/)),
  amount: z.union([
    z.string().check(z.regex(amountGrammar)),
    z.number().check(z.refine((amount) => amountGrammar.test(String(amount)))),
  ]),
  /** Of an EVM chain. */
  chain_id: z.optional(z.nullable(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]))),
  /** Without one: the saved bank account. */
  withdraw_to: z.optional(z.nullable(z.string().check(z.regex(/^\s*[A-Za-z0-9]{1,128}\s*$/)))),
})

/** The payment that a code is asked for; without one it confirms any (API-62, ATT-13). */
export const SendCode = z.nullish(z.object({ payment: z.optional(z.nullable(Payment)) }))

/** One session, or all but the own. */
export const RevokeSessions = z.union([
  z.object({ all: z.literal(true) }),
  z.object({ id: z.union([z.number().check(z.int(), z.positive()), z.string()]) }),
])
