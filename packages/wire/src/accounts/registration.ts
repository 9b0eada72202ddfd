/** Inputs of registration and account recovery. */
import * as z from 'zod/mini'
import { captchaFields } from './sign-in.ts'

/** Above every accepted length: shorter texts get their own error. */
const textLengthMax = 300
const text = z.string().check(z.maxLength(textLengthMax))

export const SignUp = z.object({
  name: text,
  email: text,
  password: z.string(),
  password_confirm: z.string(),
  ...captchaFields,
})

/** The code of an e-mail link (MAIL-01). */
export const VerifyEmail = z.object({ code: text })

/** Requests an e-mail: the verification again, or a link for a new password. */
export const MailRequest = z.object({ email: text, ...captchaFields })

/** A new password, with the token of an e-mail link. */
export const ChangePassword = z.object({
  email: text,
  token: text,
  password: z.string(),
  password_confirm: z.string(),
  ...captchaFields,
})
