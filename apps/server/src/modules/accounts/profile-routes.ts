/** The own profile (API-06, API-07): read whole, of which the nickname alone is changed (SRV-26). */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { oneLineOf } from '../../platform/text/plain-text.ts'
import type { AccountsParts } from './parts.ts'
import { findUser, type User, updateNickname } from './profile-store.ts'

/** In characters (DEC-38). */
const nicknameLengthMax = 50

/** Serves `GET` and `POST /users/mydata`. */
export function registerProfile(http: HttpHost, { database, sessions }: AccountsParts): void {
  route(http, sessions, calls.profile, async ({ request, userId }) => {
    const user = await findUser(database, userId)
    if (user === null) throw new Refusal('session.invalid')
    return success(request, { data: profileRow(user) })
  })

  route(http, sessions, calls.updateProfile, async ({ request, userId, input }) => {
    const nickname = oneLineOf(input.orang_nickname, nicknameLengthMax)
    if (nickname === null) throw new Refusal('profile.nickname', { max: nicknameLengthMax })
    await updateNickname(database, userId, nickname)
    return success(request, { data: { orang_nickname: nickname } }, { code: 'profile.done' })
  })
}

/** The profile (DATA-01); what later issues fill is empty, not missing. */
function profileRow(user: User) {
  return {
    orang_id: user.userId,
    orang_name: user.fullName,
    orang_nickname: user.nickname,
    orang_email: user.email,
    orang_kyc_status: 'not approve',
    orang_agreement: 0,
    two_fa_is_active: false,
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
