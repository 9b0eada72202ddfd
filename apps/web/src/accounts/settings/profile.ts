/** Who is signed in. */
import { routes } from '@tukar/wire'
import { load } from '../../api/call.ts'
import { createResource, type Loadable, useResource } from '../../api/resource.ts'
import { currentSession, onSession, useSession } from '../../api/session.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { readProfile } from '../account-wire.ts'

export type Profile = {
  readonly fullName: string
  /** The name that was verified, which a bank account must bear; empty before. */
  readonly verifiedName: string
  readonly nickname: string
  readonly email: string
  /** Whether signing in and withdrawing ask for a code (TFA-10). */
  readonly hasTwoFactor: boolean
  /** Whether operators suspended the account: it looks and cancels, and neither orders nor withdraws. */
  readonly isSuspended: boolean
  /** A demo person's account, which many visitors share. */
  readonly isDemo: boolean
  readonly isIdentityKnown: boolean
  /** Whether the user agreement was accepted; without it no money moves (AGR-01). */
  readonly hasAgreed: boolean
}

async function loadProfile(): Promise<Profile | null> {
  if (currentSession() === null) return null
  return load(routes.profile, {}, ({ data }) => readProfile(data))
}

const profileResource = createResource(loadProfile)
onSession(profileResource.reload)
// What could not be asked for while the line was down is, once it is back.
onFeedEvent((event) => {
  if (event.kind === 'missed' && profileResource.read().state === 'error') profileResource.reload()
})

/** The profile of who is signed in; null for a guest and until it is known. */
export function useProfile(): Profile | null {
  const session = useSession()
  const loaded = useResource(profileResource)
  return session === null || loaded.state !== 'ready' ? null : loaded.value
}

/** The own profile with its states: for pages that show it whole. */
export function useProfileResource(): Loadable<Profile | null> {
  return useResource(profileResource)
}

/** Asks for the profile again; what is shown stays until the answer is there. */
export const reloadProfile = profileResource.reload
