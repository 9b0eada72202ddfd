/** The own profile on the wire: its row, and what the calls that change or end an account take. */
import * as z from 'zod/mini'

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
export function nicknameRow(nickname: string) {
  return { orang_nickname: nickname }
}

export type ProfileFigures = {
  readonly userId: number
  readonly fullName: string
  readonly nickname: string
  readonly email: string
  readonly hasTwoFactor: boolean
}

/** The profile (DATA-01); what later issues fill is empty, not missing. */
export function profileRow(user: ProfileFigures) {
  return {
    orang_id: user.userId,
    orang_name: user.fullName,
    orang_nickname: user.nickname,
    orang_email: user.email,
    orang_kyc_status: 'not approve',
    orang_agreement: 0,
    two_fa_is_active: user.hasTwoFactor,
    orang_nik: null,
    orang_niktype: null,
    orang_profession: null,
    orang_address: null,
    orang_domicile: null,
    orang_income_source: null,
    orang_income: null,
    orang_acc_purpose: null,
    orang_mobilenumber: null,
    orang_birthplace: null,
    orang_birthday: null,
    orang_gender: null,
    orang_address_city: null,
    orang_address_province: null,
    orang_mother_name: null,
    orang_npwp_number: null,
    orang_nik_file: null,
    orang_warganegara: null,
    orang_video_file: null,
  }
}
