/** What the contact form sends (API-71). */
import * as z from 'zod/mini'

/** Longer than anything accepted: what is too long is told in a sentence, not as a broken request. */
const textLengthMax = 20_000
const text = z.string().check(z.maxLength(textLengthMax))

export const ContactUs = z.object({ name: text, email: text, subject: text, message: text })
