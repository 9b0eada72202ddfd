/** The user's profile on the wire: its row, and the inputs of the calls that change or delete an account. */
import type { NicknameRow, ProfileRow } from '../answers/accounts.ts'
import * as z from 'zod/mini'
import { type IdentityFigures, identityRow } from '../identity/agreement.ts'

/** Above every accepted length: a longer text is a malformed request, a shorter one gets its own error. */
const textLengthMax = 5_000
const text = z.string().check(z.maxLength(textLengthMax))

/** The nickname only: all other fields are dropped (DEC-38, SRV-26). */
export const UpdateProfile = z.object({ orang_nickname: text })

/** The maximum length of the reason for a deletion (DEL-01). */
export const deletionReasonLengthMax = 500

export const DeleteAccount = z.object({ reason: text })

/** The requested nickname, as it was sent. */
export function nicknameOf(input: z.output<typeof UpdateProfile>): string {
  return input.orang_nickname
}

/** The answer to a change of the nickname. */
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
  /** Whether it is a demo account, which many visitors share. */
  readonly isDemo: boolean
}

/** The profile (DATA-01): unknown fields are empty, not missing. */
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
