/** The profile of the signed-in user. */
import { routes } from '@tukar/wire'
import { load } from '../../api/call.ts'
import { createResource, type Loadable, useResource } from '../../api/resource.ts'
import { currentSession, onSession, useSession } from '../../api/session.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { readProfile } from '../account-wire.ts'

export type Profile = {
  readonly fullName: string
  /** The verified name, which the bank account's holder must have; empty before verification. */
  readonly verifiedName: string
  readonly nickname: string
  readonly email: string
  /** Whether sign-in and withdrawals require a code (TFA-10). */
  readonly hasTwoFactor: boolean
  /**
   * Whether operators suspended the account. A suspended user can read and cancel, but cannot place orders or
   * withdraw.
   */
  readonly isSuspended: boolean
  /** Whether this is a demo account, which many visitors share. */
  readonly isDemo: boolean
  readonly isIdentityKnown: boolean
  /** Whether the user agreement was accepted, which deposits and withdrawals require (AGR-01). */
  readonly hasAgreed: boolean
}

async function loadProfile(): Promise<Profile | null> {
  if (currentSession() === null) return null
  return load(routes.profile, {}, ({ data }) => readProfile(data))
}

const profileResource = createResource(loadProfile)
onSession(profileResource.reload)
// The profile is reloaded when the connection is back.
onFeedEvent((event) => {
  if (event.kind === 'missed' && profileResource.read().state === 'error') profileResource.reload()
})

/** The profile of the signed-in user; null for guests and while it loads. */
export function useProfile(): Profile | null {
  const session = useSession()
  const loaded = useResource(profileResource)
  return session === null || loaded.state !== 'ready' ? null : loaded.value
}

/** The user's profile with its loading states, for pages that show all of it. */
export function useProfileResource(): Loadable<Profile | null> {
  return useResource(profileResource)
}

/** Reloads the profile; the old one is shown until the answer arrives. */
export const reloadProfile = profileResource.reload
