/** What the calls of an account's own settings take (API-07, API-08). */
import * as z from 'zod/mini'

/** Longer than anything accepted: what is too long is told in a sentence, not as a broken request. */
const textLengthMax = 5_000
const text = z.string().check(z.maxLength(textLengthMax))

/** The nickname alone: every other field is dropped (DEC-38, SRV-26). */
export const UpdateProfile = z.object({ orang_nickname: text })

export const DeleteAccount = z.object({ reason: text })
