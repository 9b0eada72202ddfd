/** The dialog of the mailed code by which a withdrawal is confirmed. */
import { useEffect, useRef, useState } from 'react'
import { type CodeOutcome, type CodePayment, requestCode } from '../accounts/codes/otp-calls.ts'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { showFailure } from './failure-toast.ts'

export type CodeDialog<Input> = {
  readonly isCodeDialogOpen: boolean
  /** Opens the dialog for what was confirmed: news that come behind it change nothing in that (ATT-90). */
  readonly openCodeDialog: (input: Input) => void
  /** A code from the e-mail; gives what is wrong with it, null where nothing is. */
  readonly submitCode: (code: string) => Promise<string | null>
  readonly closeCodeDialog: () => void
  /** Has a code mailed for what was confirmed. */
  readonly requestCode: () => Promise<CodeOutcome>
}

/**
 * Returns the dialog of a form.
 *
 * @param send gives why it was refused; null where it was taken, or where the outcome is not known
 * @param toPayment what a wish pays, which its code is bound to
 * @param refuse tells at its place what the dialog does not
 */
export function useCode<Input extends { readonly otp: string }>(
  send: (input: Input) => Promise<Failure | null>,
  toPayment: (input: Input) => CodePayment,
  refuse: (failure: Failure | null) => void,
): CodeDialog<Input> {
  const [isCodeDialogOpen, setCodeDialogOpen] = useState(false)
  const confirmed = useRef<Input | null>(null)
  const isShown = useRef(false)
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
      const failure = await send({ ...confirmed.current, otp: code })
      const isOfCode = failure?.code.startsWith('otp.') === true
      // A dialog that was closed meanwhile tells nobody.
      if (isOfCode && isShown.current) {
        showFailure(failure)
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
