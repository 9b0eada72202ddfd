/**
 * Our own captcha: the visitor's browser searches for a derived key that begins with a zero byte, 256 keys on
 * average. The server stores no challenge: it is signed, and returned with its solution.
 */
import { WorkProof } from '@tukar/wire'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Prover } from './captcha.ts'

const algorithm = 'PBKDF2/SHA-256'
/** How long a challenge is valid; the page requests a new one before that. */
const lifeMs = 600_000
const millisecondsPerSecond = 1_000

/** Creates and checks challenges signed with the secret; `cost` is the rounds per key. */
export function createProofOfWork(hmacSignatureSecret: string, cost: number): Prover {
  return {
    async task() {
      const expiresAt = Math.floor((Date.now() + lifeMs) / millisecondsPerSecond)
      const options = { algorithm, cost, deriveKey, expiresAt, hmacSignatureSecret }
      return { kind: 'altcha', challenge: await createChallenge(options) }
    },

    async check(proof) {
      const { success, data } = WorkProof.safeParse(parse(proof))
      if (!success) return null
      const { challenge, solution } = data
      const found = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })
      if (!found.verified) return null
      const { nonce, expiresAt } = challenge.parameters
      // The challenge is spent, not the solution: it may have several solutions.
      return { identity: `work ${nonce}`, expiresAtMs: (expiresAt + 1) * millisecondsPerSecond }
    },
  }
}

/** Base64 of JSON; undefined for anything else. */
function parse(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
