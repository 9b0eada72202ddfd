/**
 * Which nonces of one sender were given away and lost, as a pure function of what we wrote down and what the
 * chain counts. A nonce belongs to one purpose for ever; whatever was signed for it may still come into a
 * block, so it is filled only where nothing was signed (FLT-30, ATT-94).
 */

export type NonceUse = {
  readonly nonce: number
  /** Whether something was planned for it that did not end before it was signed. */
  readonly isLive: boolean
}

/**
 * - `gaps`: nobody needs these, but others wait behind them: each takes a self-send
 * - `stranger`: the chain counts a nonce that we never gave away: the key is used elsewhere; stop, alarm
 */
export type NonceGaps =
  | { readonly status: 'gaps'; readonly nonces: readonly number[] }
  | { readonly status: 'stranger'; readonly nonce: number }

/**
 * What to fill now, in order.
 *
 * @param uses all from `latest` on, in any order
 * @param latest transactions of this sender in the head's chain: every nonce below it is used up
 * @param next the nonce that is given away next, read after `latest`
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
  // One that nobody waits behind is not worth a fee.
  const end = Math.max(latest, ...live)
  for (let nonce = latest; nonce < end; nonce += 1) if (!live.has(nonce)) nonces.push(nonce)
  return { status: 'gaps', nonces }
}
