/** Reads answers about accounts: wire names stop here. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { type DemoPerson, type RoleTrial, trialRoles } from './demo-types.ts'
import type { Profile } from './profile.ts'

/** Reads the profile of who is signed in (DATA-01). */
export function readProfile(body: JsonRecord): Profile {
  const data = isRecord(body['data']) ? body['data'] : {}
  return {
    fullName: textAt(data, 'orang_name'),
    verifiedName: textAt(data, 'verified_name'),
    nickname: textAt(data, 'orang_nickname'),
    email: textAt(data, 'orang_email'),
    hasTwoFactor: isSet(data['two_fa_is_active']),
    isSuspended: data['suspended'] === true,
    isDemo: data['demo'] === true,
    isIdentityKnown: data['orang_kyc_status'] === 'approve',
    hasAgreed: isAgreed(data['orang_agreement']),
  }
}

/** Not yet is 0, null or false on the wire; anything else is when or that it was (DATA-01). */
export function isAgreed(value: unknown): boolean {
  return Boolean(value) && value !== '0'
}

/** The wire says yes as true, 1 or "1". */
function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === '1'
}

/** The one-time challenge of a sign-in that asks for a code, else null (DATA-02, DEC-17). */
export function readChallengeOf(body: JsonRecord): string | null {
  const token = textAt(body, 'token')
  return body['action'] === '2fa' && token !== '' ? token : null
}

/** What a sign-in gives, or null where the answer asks for more than that. */
export function readSession(body: JsonRecord): { token: string; userId: string } | null {
  if (body['action'] === '2fa') return null
  const [token, userId] = [textAt(body, 'token'), textAt(body, 'usid')]
  return token === '' || userId === '' ? null : { token, userId }
}

/** Reads the demo operators of one role each; a server without them tells of none. */
export function readRoleTrials(body: JsonRecord): readonly RoleTrial[] {
  const rows: unknown = body['roles']
  if (!Array.isArray(rows)) return []
  return rows.filter(isRecord).flatMap((row) => {
    const role = trialRoles.find((one) => one === row['role'])
    return role === undefined ? [] : [{ name: textAt(row, 'name'), role }]
  })
}

/** Reads the demo people of simulation mode. */
export function readDemoPeople(body: JsonRecord): readonly DemoPerson[] {
  const data = body['data']
  const rows: unknown = isRecord(data) ? data['datas'] : data
  if (!Array.isArray(rows)) return []
  return rows.filter(isRecord).map((row) => ({
    name: textAt(row, 'name'),
    role: row['role'] === 'operator' ? 'operator' : 'trader',
  }))
}
