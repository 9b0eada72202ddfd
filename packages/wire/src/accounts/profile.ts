/** The own profile on the wire: its row, and what the calls that change or end an account take. */
import type { NicknameRow, ProfileRow } from '../answers/accounts.ts'
import * as z from 'zod/mini'
import { type IdentityFigures, identityRow } from '../identity/agreement.ts'

/** Longer than anything accepted: what is too long is told in a sentence, not as a broken request. */
const textLengthMax = 5_000
const text = z.string().check(z.maxLength(textLengthMax))

/** The nickname alone: every other field is dropped (DEC-38, SRV-26). */
export const UpdateProfile = z.object({ orang_nickname: text })

/** How many characters the reason of a deletion may have (DEL-01). */
export const deletionReasonLengthMax = 500

export const DeleteAccount = z.object({ reason: text })

/** The nickname that is asked for, as it was sent. */
export function nicknameOf(input: z.output<typeof UpdateProfile>): string {
  return input.orang_nickname
}

/** What a change of the nickname answers. */
export function nicknameRow(nickname: string): NicknameRow {
  return { orang_nickname: nickname }
}

export type ProfileFigures = {
  readonly userId: number
  readonly fullName: string
  readonly nickname: string
  readonly email: string
  readonly hasTwoFactor: boolean
  /** Whether operators suspended the account. */
  readonly isSuspended: boolean
  /** Whether it is a demo person's, which many visitors share. */
  readonly isDemo: boolean
}

/** The profile (DATA-01): what is not known yet is empty, not missing. */
export function profileRow(user: ProfileFigures, identity: IdentityFigures): ProfileRow {
  return {
    orang_id: user.userId,
    orang_name: user.fullName,
    orang_nickname: user.nickname,
    orang_email: user.email,
    two_fa_is_active: user.hasTwoFactor,
    suspended: user.isSuspended,
    demo: user.isDemo,
    ...identityRow(identity),
  }
}
