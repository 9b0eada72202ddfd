/**
 * The user's verification status, kept current: loaded when a page shows it, and reloaded on each identity
 * event.
 */
import { useEffect } from 'react'
import { reloadProfile, useProfile } from '../accounts/settings/profile.ts'
import { createResource, useResource } from '../api/resource.ts'
import { currentSession, onSession } from '../api/session.ts'
import { onFeedEvent } from '../feed/store.ts'
import { loadStatus } from '../kyc/kyc-calls.ts'
import type { KycStatus } from '../kyc/steps/steps.ts'
import { type VerificationStatus, toVerificationStatus } from './verification-status.ts'

const statusResource = createResource(async () => (currentSession() === null ? null : loadStatus()))
onSession(statusResource.reload)

export type KnownVerificationStatus = {
  readonly status: VerificationStatus
  /** The offered ways of verification (DEC-42). */
  readonly mode: KycStatus['mode']
}

/** Returns the user's verification status; null for guests and while it loads. */
export function useVerificationStatus(): KnownVerificationStatus | null {
  const profile = useProfile()
  const loaded = useResource(statusResource)
  useEffect(() => {
    // Another page may have changed the status.
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
