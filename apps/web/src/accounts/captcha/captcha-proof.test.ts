import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha'
import { isRecord, parseJson } from '../../api/json.ts'
import { createProof } from './captcha-proof.ts'

const hmacSignatureSecret = 'a secret of this test alone'
const cases = [
  { algorithm: 'PBKDF2/SHA-256', deriveKey: derivePbkdf2 },
  { algorithm: 'SHA-256', deriveKey: deriveSha },
] as const

/** Decodes the solution in a proof. */
function opened(proof: string | null): { readonly counter: number; readonly derivedKey: string } {
  const payload = parseJson(atob(proof ?? ''))
  assert.ok(isRecord(payload) && isRecord(payload['solution']) && isRecord(payload['challenge']))
  const { counter, derivedKey } = payload['solution']
  assert.ok(typeof counter === 'number' && typeof derivedKey === 'string')
  return { counter, derivedKey }
}

for (const { algorithm, deriveKey } of cases) {
  test(`DEC-23: a proof of ${algorithm} is accepted by the verifying side`, async () => {
    const challenge = await createChallenge({
      algorithm,
      cost: 10,
      deriveKey,
      hmacSignatureSecret,
      keyPrefix: '0',
    })
    const solution = opened(await createProof(challenge))
    const verified = await verifySolution({
      challenge,
      deriveKey,
      hmacSignatureSecret,
      solution: { ...solution, time: 0 },
    })
    assert.equal(verified.verified, true)
  })
}
