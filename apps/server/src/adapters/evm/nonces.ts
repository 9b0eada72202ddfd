/**
 * Finds nonces of one sender that were assigned and lost, as a pure function of our rows and the chain's
 * counts. A nonce belongs to one payment for ever. Anything signed for it may still be mined, so that a nonce
 * is filled only where nothing was signed (FLT-30, ATT-94).
 */

export type NonceUse = {
  readonly nonce: number
  /** Whether a payment has this nonce and has not ended unsigned. */
  readonly isLive: boolean
}

/**
 * - `gaps`: no payment needs these nonces, but later ones wait for them; each takes a self-send
 * - `stranger`: the chain counts a nonce that we never assigned. Somebody else uses the key: stop and alarm.
 */
export type NonceGaps =
  | { readonly status: 'gaps'; readonly nonces: readonly number[] }
  | { readonly status: 'stranger'; readonly nonce: number }

/**
 * Returns the nonces to fill now, in order.
 *
 * @param uses all nonces from `latest` on, in any order
 * @param latest transaction count of this sender at the head: every lower nonce is used
 * @param next the next nonce to assign, read after `latest`
 */
export function nonceGaps(of: {
  readonly uses: readonly NonceUse[]
  readonly latest: number
  readonly next: number
}): NonceGaps {
  const { uses, latest, next } = of
  if (latest > next) return { status: 'stranger', nonce: next }
  const live = new Set(uses.filter(({ isLive }) => isLive).map(({ nonce }) => nonce))
  const nonces: number[] = []
  // A gap that no later nonce waits for is not worth a fee.
  const end = Math.max(latest, ...live)
  for (let nonce = latest; nonce < end; nonce += 1) if (!live.has(nonce)) nonces.push(nonce)
  return { status: 'gaps', nonces }
}
