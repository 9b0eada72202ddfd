/** Verification of the provider's callback signatures, and parsing of callbacks (ATT-49). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProviderCallback } from '@tukar/wire'
import type { Callback, CallbackOutcome } from './port.ts'

const signatureGrammar = /^[0-9a-f]{64}$/i

/** Whether `x-signature` is the hex HMAC-SHA256 of the raw body, compared in constant time. */
export function isSigned(rawBody: Buffer, signature: string | undefined, secret: string): boolean {
  if (signature === undefined || !signatureGrammar.test(signature)) return false
  const wanted = createHmac('sha256', secret).update(rawBody).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), wanted)
}

/** Outcomes by the provider's status in lower case, without spaces and punctuation. */
const outcomes: Readonly<Record<string, CallbackOutcome>> = {
  verified: 'verified',
  approved: 'verified',
  reviewneeded: 'review',
  rejected: 'rejected',
}

/** Parses a callback; null for an invalid one. */
export function readCallback(body: unknown): Callback | null {
  const read = ProviderCallback.safeParse(body)
  if (!read.success) return null
  const { verificationId, status } = read.data
  const word = status.toLowerCase().replaceAll(/[\s_-]/g, '')
  const outcome = Object.hasOwn(outcomes, word) ? outcomes[word] : undefined
  return { verificationId, outcome: outcome ?? 'pending' }
}
