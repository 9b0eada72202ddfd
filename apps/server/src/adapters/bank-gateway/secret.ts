/** Secrets that are sent to us. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that tells nothing of them (ATT-66). */
export function isSame(given: string, wanted: string): boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}
