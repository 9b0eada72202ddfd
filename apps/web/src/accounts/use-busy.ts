/** One action at a time: a form that is being sent ignores further submits. */
import { type SyntheticEvent, useRef, useState } from 'react'

export type Busy = {
  readonly isBusy: boolean
  /** Runs the action unless another one is running. */
  readonly run: (action: () => Promise<void>) => void
  /**
   * Handles a form's submit: runs the action instead of the browser's own, and focuses the first invalid
   * field, so that its error is announced.
   */
  readonly onSubmit: (event: SyntheticEvent, action: () => Promise<void>) => void
}

/** Returns a guard that allows one action at a time. */
export function useBusy(): Busy {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const run = (action: () => Promise<void>) => {
    if (isRunning.current) return
    const end = () => {
      isRunning.current = false
      setBusy(false)
    }
    isRunning.current = true
    setBusy(true)
    action().then(end, end)
  }
  const onSubmit = (event: SyntheticEvent, action: () => Promise<void>) => {
    event.preventDefault()
    const form = event.currentTarget
    run(async () => {
      await action()
      setTimeout(() => focusFirstFault(form))
    })
  }
  return { isBusy, run, onSubmit }
}

function focusFirstFault(form: Element): void {
  const faults = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
  const isThere = faults.some((fault) => fault === document.activeElement)
  if (!isThere) faults[0]?.focus()
}
