/**
 * Challenges for passkeys: each combines a nonce of ours, valid for minutes, with everything that is signed.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../../platform/secrets/keys.ts'

const lifeMs = 5 * 60_000
const nonceBytes = 16

/** A fresh nonce: its end, random bytes, and a MAC of ours. */
export function makeNonce(keys: Keys, nowMs: number): string {
  const text = `${nowMs + lifeMs}.${randomBytes(nonceBytes).toString('hex')}`
  return `${text}.${proofOf(keys, text)}`
}

/** Whether a nonce is ours and still valid. */
export function isFreshNonce(keys: Keys, nonce: string, nowMs: number): boolean {
  const [endsMs = '', chance = '', proof = ''] = nonce.split('.')
  const right = Buffer.from(proofOf(keys, `${endsMs}.${chance}`))
  const own = Buffer.from(proof)
  const isOurs = own.length === right.length && timingSafeEqual(own, right)
  return isOurs && Number(endsMs) > nowMs
}

/** The challenge to sign, in base64url as browsers expect it. */
export function challengeOf(nonce: string, signed: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([nonce, signed]))
    .digest('base64url')
}

function proofOf(keys: Keys, text: string): string {
  return createHmac('sha256', keys('operator-vote')).update(`nonce ${text}`).digest('hex')
}
