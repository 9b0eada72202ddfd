/** Google's reCAPTCHA: the page's token is checked by `siteverify`, with a timeout. */
import { requestWithin } from '../external/request.ts'
import type { Prover } from './captcha.ts'

export type RecaptchaSettings = {
  readonly siteKey: string
  readonly secret: string
  readonly verifyUrl: string
  /** Host names of pages on which the widget may have been solved. */
  readonly hostnames: readonly string[]
}

const timeoutMsDefault = 5_000
const answerBytesMax = 10_000
const okStatus = 200
/** Google's tokens are valid for two minutes. */
const lifeMs = 120_000
/** The lowest accepted score of version 3, from 0 (bot) to 1 (human). */
const scoreMin = 0.5

/** Checks tokens with these keys: Google must confirm them for our page, now. */
export function createRecaptcha(settings: RecaptchaSettings, timeoutMs = timeoutMsDefault): Prover {
  const { siteKey, secret, verifyUrl, hostnames } = settings
  return {
    task: async () => ({ kind: 'recaptcha', site_key: siteKey }),

    async check(proof, { action, clientAddress }) {
      const body = new URLSearchParams({ secret, response: proof, remoteip: clientAddress })
      const limits = { timeoutMs, answerBytesMax }
      const { status, text } = await requestWithin(verifyUrl, { method: 'POST', body }, limits)
      if (status !== okStatus) throw new Error(`siteverify answered ${status}`)
      const answer: unknown = JSON.parse(text)
      return isConfirmed(answer, hostnames, action) ? provenBy(answer, proof) : null
    },
  }
}

type Confirmed = { readonly success: true; readonly challenge_ts: string }

/** Whether Google confirms the token for one of our pages, and for this action if the answer names one. */
function isConfirmed(
  answer: unknown,
  hostnames: readonly string[],
  wanted: string,
): answer is Confirmed {
  if (typeof answer !== 'object' || answer === null) return false
  const {
    success,
    hostname,
    challenge_ts: madeAt,
    action,
    score,
  }: Record<string, unknown> = {
    ...answer,
  }
  if (success !== true || typeof hostname !== 'string' || typeof madeAt !== 'string') return false
  const isFresh = Math.abs(Date.now() - Date.parse(madeAt)) <= lifeMs
  const isForThis = action === undefined || action === wanted
  const isHuman = score === undefined || (typeof score === 'number' && score >= scoreMin)
  return isFresh && hostnames.includes(hostname) && isForThis && isHuman
}

function provenBy({ challenge_ts: madeAt }: Confirmed, proof: string) {
  return { identity: `recaptcha ${proof}`, expiresAtMs: Date.parse(madeAt) + 2 * lifeMs }
}
