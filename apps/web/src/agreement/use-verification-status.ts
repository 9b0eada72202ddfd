/** Where the reader stands, kept current: asked for once a page shows it, and again when news comes. */
import { useEffect } from 'react'
import { reloadProfile, useProfile } from '../accounts/settings/profile.ts'
import { createResource, useResource } from '../api/resource.ts'
import { currentSession, onSession } from '../api/session.ts'
import { onFeedEvent } from '../feed/store.ts'
import { loadStatus } from '../kyc/kyc-calls.ts'
import type { KycStatus } from '../kyc/steps.ts'
import { type VerificationStatus, toVerificationStatus } from './verification-status.ts'

const statusResource = createResource(async () => (currentSession() === null ? null : loadStatus()))
onSession(statusResource.reload)

export type KnownVerificationStatus = {
  readonly status: VerificationStatus
  /** Which ways to be verified are offered (DEC-42). */
  readonly mode: KycStatus['mode']
}

/** Returns where the reader stands; null for a guest and while it is not known. */
export function useVerificationStatus(): KnownVerificationStatus | null {
  const profile = useProfile()
  const loaded = useResource(statusResource)
  useEffect(() => {
    // What changed on another page since is asked for again.
    statusResource.reload()
    return onFeedEvent((event) => {
      if (event.kind !== 'identity') return
      statusResource.reload()
      reloadProfile()
    })
  }, [])
  if (profile === null) return null
  const isLoading = loaded.state === 'loading'
  if (isLoading && !profile.isIdentityKnown) return null
  const known = loaded.state === 'ready' ? loaded.value : null
  return {
    status: toVerificationStatus(profile, known?.state ?? null),
    mode: known?.mode ?? 'steps',
  }
}
