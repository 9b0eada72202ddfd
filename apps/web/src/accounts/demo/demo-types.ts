/** The accounts that simulation mode offers for sign-in. */

export type DemoPerson = { readonly name: string; readonly role: 'trader' | 'operator' }

export const trialRoles = ['support', 'kyc', 'finance', 'risk', 'admin'] as const

/** A demo operator with a single role. */
export type RoleTrial = { readonly name: string; readonly role: (typeof trialRoles)[number] }
