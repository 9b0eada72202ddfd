/** A worker that does a challenge's work away from the page. */
import type { Challenge } from 'altcha-lib/types'
import { createProof } from './captcha-proof.ts'

export type CaptchaWorkAnswer = { readonly proof: string | null }

addEventListener('message', (event: MessageEvent<Challenge>) => {
  const answer = (proof: string | null) => postMessage({ proof } satisfies CaptchaWorkAnswer)
  createProof(event.data).then(answer, () => answer(null))
})
