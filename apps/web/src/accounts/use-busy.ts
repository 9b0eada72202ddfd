/** One action at a time: a form that is on its way takes no second submit. */
import { type SyntheticEvent, useRef, useState } from 'react'

export type Busy = {
  readonly isBusy: boolean
  /** Runs the action unless one runs already. */
  readonly run: (action: () => Promise<void>) => void
  /**
   * A form's submit: runs the action in place of the browser's own, and leads to the first field that it
   * found at fault, so that its error is heard where it is not seen.
   */
  readonly onSubmit: (event: SyntheticEvent, action: () => Promise<void>) => void
}

/** Returns what keeps an action to one at a time. */
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
      setTimeout(() => leadToFault(form))
    })
  }
  return { isBusy, run, onSubmit }
}

function leadToFault(form: Element): void {
  const faults = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
  const isThere = faults.some((fault) => fault === document.activeElement)
  if (!isThere) faults[0]?.focus()
}
