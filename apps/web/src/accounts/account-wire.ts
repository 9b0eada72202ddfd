/** Converts answers about accounts from wire names. */
import type { DemoPeopleAnswer, ProfileRow } from '@tukar/wire'
import { type DemoPerson, type RoleTrial, trialRoles } from './demo/demo-types.ts'
import type { Profile } from './settings/profile.ts'

/** Reads the profile of the signed-in user (DATA-01). */
export function readProfile(row: ProfileRow): Profile {
  return {
    fullName: row.orang_name,
    verifiedName: row.verified_name ?? '',
    nickname: row.orang_nickname,
    email: row.orang_email,
    hasTwoFactor: row.two_fa_is_active,
    isSuspended: row.suspended,
    isDemo: row.demo,
    isIdentityKnown: row.orang_kyc_status === 'approve',
    hasAgreed: row.orang_agreement === 1,
  }
}

/** Reads the demo operators, one per role. */
export function readRoleTrials(rows: DemoPeopleAnswer['roles']): readonly RoleTrial[] {
  return rows.flatMap(({ name, role: outcome }) => {
    const role = trialRoles.find((one) => one === outcome)
    return role === undefined ? [] : [{ name, role }]
  })
}

/** Reads the demo accounts of simulation mode. */
export function readDemoPeople(rows: DemoPeopleAnswer['data']): readonly DemoPerson[] {
  return rows.map(({ name, role }) => ({
    name,
    role: role === 'operator' ? 'operator' : 'trader',
  }))
}
