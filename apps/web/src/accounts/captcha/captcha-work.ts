/** A worker that solves a challenge, so that the page stays responsive. */
import type { Challenge } from 'altcha-lib/types'
import { createProof } from './captcha-proof.ts'

export type CaptchaWorkAnswer = { readonly proof: string | null }

addEventListener('message', (event: MessageEvent<Challenge>) => {
  const answer = (proof: string | null) => postMessage({ proof } satisfies CaptchaWorkAnswer)
  createProof(event.data).then(answer, () => answer(null))
})
