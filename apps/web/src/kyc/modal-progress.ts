/** How far the verification of the person is, before and after the dialog; asked again when news comes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { onFeedEvent } from '../feed/store.ts'
import { loadStatus } from './kyc-calls.ts'
import type { KycStatus } from './steps.ts'

export type Progress = Pick<KycStatus, 'state' | 'mode' | 'reason'>

export type KnownProgress = {
  /** Null while it is not known. */
  readonly progress: Progress | null
  readonly isFailed: boolean
  readonly reload: () => void
}

/** Asks once, and again whenever the server tells of a decision; `onShut` is called where it says to close. */
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
