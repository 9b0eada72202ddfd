/** For tests: users whose identity is verified and who have agreed, without the pages that lead there. */
import type { KycDetails } from '@tukar/wire'
import { agreeForDemoPerson, identityFiguresOf } from '../modules/agreement/index.ts'
import { approveDemoPerson } from '../modules/kyc/index.ts'
import type { Database } from '../platform/database/pool.ts'
import type { Keys } from '../platform/secrets/keys.ts'
import { testKeys } from '../platform/secrets/testing/secrets.ts'

type Deps = { readonly database: Database; readonly keys: Keys }

/** Approves a user under a name; the other details are given. */
export function verify(
  deps: Deps,
  userId: number,
  name: string,
  details: Partial<KycDetails> = {},
): Promise<void> {
  return approveDemoPerson({ ...deps, clock: Date.now }, userId, {
    phone: null,
    birthPlace: null,
    birthDate: null,
    gender: null,
    address: null,
    profession: null,
    number: null,
    numberKind: 'ktp',
    npwp: null,
    city: null,
    province: null,
    nationality: 'ID',
    ...details,
    name,
  })
}

/** Approves a user under a name, and records the agreement. */
export async function verifyAndAgree(deps: Deps, userId: number, name: string): Promise<void> {
  await verify(deps, userId, name)
  await agreeForDemoPerson({ ...deps, isSimulation: true }, userId)
}

/** The identity and agreement of a profile, for tests that serve profiles. */
export function figuresIn(database: Database) {
  return async (userId: number) => identityFiguresOf({ database, keys: testKeys }, userId)
}
