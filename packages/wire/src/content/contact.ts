/** The input of the contact form (API-71). */
import * as z from 'zod/mini'

/** Above every accepted length: a longer text is a malformed request, a shorter one gets its own error. */
const textLengthMax = 20_000
const text = z.string().check(z.maxLength(textLengthMax))

export const ContactUs = z.object({ name: text, email: text, subject: text, message: text })
