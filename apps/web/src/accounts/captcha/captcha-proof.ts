/** Solves a proof-of-work challenge: counts until a derived key begins with the required prefix. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha'
import type { Challenge } from 'altcha-lib/types'

/** A device that needs longer reports a failure and may try another challenge. */
const timeoutMs = 60_000

/** Returns the proof in the server's format, base64 of {challenge, solution}; null after a timeout. */
export async function createProof(challenge: Challenge): Promise<string | null> {
  const isSlow = challenge.parameters.algorithm.startsWith('PBKDF2/')
  const deriveKey = isSlow ? derivePbkdf2 : deriveSha
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
  return solution === null ? null : btoa(JSON.stringify({ challenge, solution }))
}
