/** The dialog of the e-mailed code that confirms a withdrawal. */
import { useEffect, useRef, useState } from 'react'
import { type CodeOutcome, type CodePayment, requestCode } from '../../accounts/codes/otp-calls.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { showFailure } from './failure-toast.ts'

export type CodeDialog<Input> = {
  readonly isCodeDialogOpen: boolean
  /**
   * Opens the dialog for a confirmed request; later changes of the page do not affect the request (ATT-90).
   */
  readonly openCodeDialog: (input: Input) => void
  /** Submits a code from the e-mail. Returns the error to show at the code; null if there is none. */
  readonly submitCode: (code: string) => Promise<string | null>
  readonly closeCodeDialog: () => void
  /** Requests a code by e-mail for the confirmed request. */
  readonly requestCode: () => Promise<CodeOutcome>
}

/**
 * Returns the code dialog of a form.
 *
 * @param send returns the failure; null if the request was accepted or its outcome is unknown
 * @param toPayment returns the payment that the code of a request confirms
 * @param refuse shows a failure that the dialog does not show; null if there is none
 */
export function useCode<Input extends { readonly otp: string }>(
  send: (input: Input) => Promise<Failure | null>,
  toPayment: (input: Input) => CodePayment,
  refuse: (failure: Failure | null) => void,
): CodeDialog<Input> {
  const [isCodeDialogOpen, setCodeDialogOpen] = useState(false)
  const confirmed = useRef<Input | null>(null)
  const isShown = useRef(false)
  /** Removes the toast of the last refused code. */
  const removeToast = useRef<() => void>(() => undefined)
  useEffect(() => {
    isShown.current = isCodeDialogOpen
  }, [isCodeDialogOpen])
  return {
    isCodeDialogOpen,
    openCodeDialog: (input) => {
      confirmed.current = input
      setCodeDialogOpen(true)
    },
    async submitCode(code) {
      if (confirmed.current === null) return null
      removeToast.current()
      const failure = await send({ ...confirmed.current, otp: code })
      const isOfCode = failure?.code.startsWith('otp.') === true
      // A dialog that was closed during the call shows nothing.
      if (isOfCode && isShown.current) {
        removeToast.current = showFailure(failure)
        return failureText(failure)
      }
      setCodeDialogOpen(false)
      refuse(failure)
      return null
    },
    closeCodeDialog: () => setCodeDialogOpen(false),
    requestCode: () => {
      if (confirmed.current === null) throw new Error('no payment is confirmed')
      return requestCode(toPayment(confirmed.current))
    },
  }
}
