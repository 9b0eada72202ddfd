/** Where the reader stands, kept current: asked for once a page shows it, and again when news comes. */
import { useEffect } from 'react'
import { reloadProfile, useProfile } from '../accounts/settings/profile.ts'
import { createResource, useResource } from '../api/resource.ts'
import { currentSession, onSession } from '../api/session.ts'
import { onFeedEvent } from '../feed/store.ts'
import { loadStatus } from '../kyc/kyc-calls.ts'
import type { KycStatus } from '../kyc/steps.ts'
import { type Standing, standingOf } from './standing.ts'

const status = createResource(async () => (currentSession() === null ? null : loadStatus()))
onSession(status.reload)

export type KnownStanding = {
  readonly standing: Standing
  /** Which ways to be verified are offered (DEC-42). */
  readonly mode: KycStatus['mode']
}

/** Returns where the reader stands; null for a guest and while it is not known. */
export function useStanding(): KnownStanding | null {
  const profile = useProfile()
  const loaded = useResource(status)
  useEffect(() => {
    // What changed on another page since is asked for again.
    status.reload()
    return onFeedEvent((event) => {
      if (event.kind !== 'identity') return
      status.reload()
      reloadProfile()
    })
  }, [])
  if (profile === null) return null
  const isLoading = loaded.state === 'loading'
  if (isLoading && !profile.isIdentityKnown) return null
  const known = loaded.state === 'ready' ? loaded.value : null
  return { standing: standingOf(profile, known?.state ?? null), mode: known?.mode ?? 'steps' }
}
