/** Challenges for passkeys: each from a nonce of ours, which is good for minutes, and from all that is signed. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../../platform/secrets/keys.ts'

const lifeMs = 5 * 60_000
const nonceBytes = 16

/** A fresh nonce: when it ends, chance, and a proof that it is ours. */
export function makeNonce(keys: Keys, nowMs: number): string {
  const text = `${nowMs + lifeMs}.${randomBytes(nonceBytes).toString('hex')}`
  return `${text}.${proofOf(keys, text)}`
}

/** Whether a nonce is ours and still good. */
export function isFreshNonce(keys: Keys, nonce: string, nowMs: number): boolean {
  const [endsMs = '', chance = '', proof = ''] = nonce.split('.')
  const right = Buffer.from(proofOf(keys, `${endsMs}.${chance}`))
  const own = Buffer.from(proof)
  const isOurs = own.length === right.length && timingSafeEqual(own, right)
  return isOurs && Number(endsMs) > nowMs
}

/** What is signed, in the base64url that browsers speak. */
export function challengeOf(nonce: string, signed: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([nonce, signed]))
    .digest('base64url')
}

function proofOf(keys: Keys, text: string): string {
  return createHmac('sha256', keys('operator-vote')).update(`nonce ${text}`).digest('hex')
}
