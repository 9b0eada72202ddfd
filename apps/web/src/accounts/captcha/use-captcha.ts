/** A form's captcha: begun when the form is shown, renewed after each call that it did not carry. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Outcome } from '../../api/call.ts'
import { type Captcha, type CaptchaState, createCaptcha } from './captcha.ts'
import { captchaPorts } from './captcha-ports.ts'
import { isWrongCaptcha } from '../failure.ts'

/** How long after "Wrong captcha" a fresh one begins (LOGIN-08, REG-22, PASS-04, PASS-09). */
export const wrongCaptchaDelayMs = 2_000

export type FormCaptcha = {
  readonly shown: CaptchaState
  readonly retry: () => void
  readonly answer: (proof: string | null) => void
  /** Makes a call with a proof; after one that failed a new proof is made. */
  readonly carry: <Body>(call: (proof: string) => Promise<Outcome<Body>>) => Promise<Outcome<Body>>
}

/**
 * Returns the captcha of the form that is shown.
 *
 * @param wrongPauseMs how long after "Wrong captcha" the next round begins: what the contract calls a
 *   reload of the page is a fresh captcha in place, after the same delay (DEC-09)
 */
export function useCaptcha(wrongPauseMs: number = wrongCaptchaDelayMs): FormCaptcha {
  const [captcha] = useState<Captcha>(() => createCaptcha(captchaPorts))
  useEffect(() => {
    captcha.start()
    return captcha.stop
  }, [captcha])
  const shown = useSyncExternalStore(captcha.subscribe, captcha.read)
  return {
    shown,
    retry: () => captcha.renew(),
    answer: captcha.answer,
    carry: async (call) => {
      const outcome = await call(await captcha.take())
      if (!outcome.ok) captcha.renew(isWrongCaptcha(outcome) ? wrongPauseMs : 0)
      return outcome
    },
  }
}
