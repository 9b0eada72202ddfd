/** Comparison of shared secrets in requests to us. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time, so that the duration reveals nothing about them (ATT-66). */
export function isSame(given: string, wanted: string): boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}
