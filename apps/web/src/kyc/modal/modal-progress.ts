/** The user's verification status, before and after the dialog; reloaded on each event. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { onFeedEvent } from '../../feed/store.ts'
import { loadStatus } from '../kyc-calls.ts'
import type { KycStatus } from '../steps/steps.ts'

export type Progress = Pick<KycStatus, 'state' | 'mode' | 'reason'>

export type KnownProgress = {
  /** Null while loading. */
  readonly progress: Progress | null
  readonly isFailed: boolean
  readonly reload: () => void
}

/**
 * Loads the status once, and again on each decision. `onShut` is called when the server closes the dialog.
 */
export function useProgress(onShut: () => void): KnownProgress {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [isFailed, setFailed] = useState(false)
  const shut = useRef(onShut)
  useEffect(() => {
    shut.current = onShut
  })
  const reload = useCallback(() => {
    setFailed(false)
    loadStatus().then(setProgress, () => setFailed(true))
  }, [])
  useEffect(() => {
    reload()
    return onFeedEvent((event) => {
      if (event.kind === 'identity') reload()
      if (event.kind === 'identityClosed') shut.current()
    })
  }, [reload])
  return { progress, isFailed, reload }
}
