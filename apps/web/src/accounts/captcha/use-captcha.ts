/** The captcha of a form: started with the form, renewed after each failed call. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Outcome } from '../../api/call.ts'
import { type Captcha, type CaptchaState, createCaptcha } from './captcha.ts'
import { captchaPorts } from './captcha-ports.ts'
import { isWrongCaptcha } from '../failure.ts'

/** The delay before a fresh captcha after "Wrong captcha" (LOGIN-08, REG-22, PASS-04, PASS-09). */
export const wrongCaptchaDelayMs = 2_000

export type FormCaptcha = {
  readonly shown: CaptchaState
  readonly retry: () => void
  readonly answer: (proof: string | null) => void
  /** Makes a call with a proof; a failed call starts a new proof. */
  readonly carry: <Body>(call: (proof: string) => Promise<Outcome<Body>>) => Promise<Outcome<Body>>
}

/**
 * Returns the captcha of the form.
 *
 * @param wrongDelayMs delay of the next round after "Wrong captcha". The contract reloads the page; here a
 * fresh captcha replaces the old one after the same delay (DEC-09).
 */
export function useCaptcha(wrongDelayMs: number = wrongCaptchaDelayMs): FormCaptcha {
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
      if (!outcome.ok) captcha.renew(isWrongCaptcha(outcome) ? wrongDelayMs : 0)
      return outcome
    },
  }
}
