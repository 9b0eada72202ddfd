/** Callbacks of the provider: whose they are, and what they tell (ATT-49). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProviderCallback } from '@tukar/wire'
import type { Callback, CallbackOutcome } from './port.ts'

const signatureGrammar = /^[0-9a-f]{64}$/i

/** Whether `x-signature` is the HMAC-SHA256 of the raw body in hex, in a time that tells nothing of it. */
export function isSigned(rawBody: Buffer, signature: string | undefined, secret: string): boolean {
  if (signature === undefined || !signatureGrammar.test(signature)) return false
  const wanted = createHmac('sha256', secret).update(rawBody).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), wanted)
}

/** The words of a provider in lower case, without spaces and marks between them. */
const outcomes: Readonly<Record<string, CallbackOutcome>> = {
  verified: 'verified',
  approved: 'verified',
  reviewneeded: 'review',
  rejected: 'rejected',
}

/** What a callback tells; null for one that makes no sense. */
export function readCallback(body: unknown): Callback | null {
  const read = ProviderCallback.safeParse(body)
  if (!read.success) return null
  const { verificationId, status } = read.data
  const word = status.toLowerCase().replaceAll(/[\s_-]/g, '')
  const outcome = Object.hasOwn(outcomes, word) ? outcomes[word] : undefined
  return { verificationId, outcome: outcome ?? 'pending' }
}
