/** What joining and recovering an account take. */
import * as z from 'zod/mini'
import { captchaFields } from './sign-in.ts'

/** Longer than anything accepted: what is wrong is told in a sentence. */
const textLengthMax = 300
const text = z.string().check(z.maxLength(textLengthMax))

export const SignUp = z.object({
  name: text,
  email: text,
  password: z.string(),
  password_confirm: z.string(),
  ...captchaFields,
})

/** The code of a mailed link (MAIL-01). */
export const VerifyEmail = z.object({ code: text })

/** Asks for a mail: the verification again, or a link to choose a new password. */
export const MailRequest = z.object({ email: text, ...captchaFields })

/** A new password by the token of a mailed link. */
export const ChangePassword = z.object({
  email: text,
  token: text,
  password: z.string(),
  password_confirm: z.string(),
  ...captchaFields,
})
