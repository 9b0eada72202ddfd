/**
 * A worker that does a challenge's work away from the page: it counts until a derived key begins as the
 * challenge asks, and gives back the proof as it travels, base64 of {challenge, solution}.
 */
import { solveChallenge } from 'altcha-lib'
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha'
import type { Challenge } from 'altcha-lib/types'

export type CaptchaWorkAnswer = { readonly proof: string | null }

const timeoutMs = 60_000

async function proofOf(challenge: Challenge): Promise<string | null> {
  const isSlow = challenge.parameters.algorithm.startsWith('PBKDF2/')
  const deriveKey = isSlow ? derivePbkdf2 : deriveSha
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
  return solution === null ? null : btoa(JSON.stringify({ challenge, solution }))
}

addEventListener('message', (event: MessageEvent<Challenge>) => {
  const answer = (proof: string | null) => postMessage({ proof } satisfies CaptchaWorkAnswer)
  proofOf(event.data).then(answer, () => answer(null))
})
