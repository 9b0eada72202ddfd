/** The dialog of the mailed code by which a withdrawal is confirmed. */
import { useEffect, useRef, useState } from 'react'
import { type CodeOutcome, type CodePayment, requestCode } from '../accounts/codes/otp-calls.ts'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { tellFailure } from './failure-toast.ts'

export type CodeDialog<Wish> = {
  readonly isCodeAsked: boolean
  /** Opens the dialog for what was confirmed: news that come behind it change nothing in that (ATT-90). */
  readonly askCode: (wish: Wish) => void
  /** A code from the e-mail; gives what is wrong with it, null where nothing is. */
  readonly takeCode: (code: string) => Promise<string | null>
  readonly closeCode: () => void
  /** Has a code mailed for what was confirmed. */
  readonly requestCode: () => Promise<CodeOutcome>
}

/**
 * Returns the dialog of a form.
 *
 * @param send gives why it was refused; null where it was taken, or where the outcome is not known
 * @param paymentOf what a wish pays, which its code is bound to
 * @param refuse tells at its place what the dialog does not
 */
export function useCode<Wish extends { readonly otp: string }>(
  send: (wish: Wish) => Promise<Failure | null>,
  paymentOf: (wish: Wish) => CodePayment,
  refuse: (failure: Failure | null) => void,
): CodeDialog<Wish> {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const confirmed = useRef<Wish | null>(null)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = isCodeAsked
  }, [isCodeAsked])
  return {
    isCodeAsked,
    askCode: (wish) => {
      confirmed.current = wish
      setCodeAsked(true)
    },
    async takeCode(code) {
      if (confirmed.current === null) return null
      const failure = await send({ ...confirmed.current, otp: code })
      const isOfCode = failure?.code.startsWith('otp.') === true
      // A dialog that was closed meanwhile tells nobody.
      if (isOfCode && isShown.current) {
        tellFailure(failure)
        return failureText(failure)
      }
      setCodeAsked(false)
      refuse(failure)
      return null
    },
    closeCode: () => setCodeAsked(false),
    requestCode: () => {
      if (confirmed.current === null) throw new Error('no payment is confirmed')
      return requestCode(paymentOf(confirmed.current))
    },
  }
}
