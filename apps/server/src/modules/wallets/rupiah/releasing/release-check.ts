/**
 * Whether the hold of a withdrawal may be released (INV-13). The row may have been set back while its payout
 * is under way. Its steps are append-only and tell whether it was sent; the gateway tells the outcome.
 */
import type { Answer, Payout } from '../../../../adapters/bank-gateway/index.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'

/** After a payout request with unknown outcome, the gateway may still start it for this long. */
export const settlingMs = 120_000

/** After this long without an answer of the gateway, operators must ask it. */
export const silentMs = 600_000

/** Why a hold is not released: the gateway does not report the outcome of the payout. */
export const silentCode = 'payout.silent'

/** Why a hold is not released: the gateway executes or executed the payout. */
export const sentCode = 'payout.sent'

/** When a withdrawal was sent to the gateway, by its steps. */
export type Sendings = {
  readonly count: number
  /** The last time; null if it was never sent. */
  readonly lastMs: number | null
  /** The time since then, by the clock that wrote it; null if it was never sent. */
  readonly agoMs: number | null
}

export type ReleaseFacts = {
  readonly sendings: Sendings
  /** Whether the row equals its owner's request, so that its reference is the sent one. */
  readonly isRequested: boolean
  /** Whether the gateway refused the payout to this process, and it was not sent again since. */
  readonly isRefusedHere: boolean
  readonly payout: Answer<Payout>
}

/**
 * `free`: no payout can happen any longer. `sent`: the gateway executes or executed it. `forged`:
 * undecidable, because the row differs from the request. `later`: unknown now. `silent`: unknown long after
 * it was sent, so operators must ask.
 */
export type ReleaseCheck = 'free' | 'sent' | 'forged' | 'later' | 'silent'

/** Checks a withdrawal that was sent. */
export function checkRelease({
  sendings,
  isRequested,
  isRefusedHere,
  payout,
}: ReleaseFacts): ReleaseCheck {
  const { count, agoMs } = sendings
  if (agoMs === null) return 'free'
  if (!isRequested) return 'forged'
  switch (payout.status) {
    case 'done':
      return payout.value.state === 'failed' || payout.value.state === 'reversed' ? 'free' : 'sent'
    case 'absent':
      // A sent payout may still start, unless the gateway refused it.
      return (count === 1 && isRefusedHere) || agoMs >= settlingMs ? 'free' : 'later'
    case 'refused':
    case 'unknown':
      return agoMs >= silentMs ? 'silent' : 'later'
  }
}

/** The outcome of a release that must not be booked; null if it may be booked. */
export function barredStep(check: ReleaseCheck): EngineStep | null {
  switch (check) {
    case 'free':
      return null
    case 'later':
      return { status: 'later' }
    case 'sent':
      return { status: 'refused', code: sentCode, params: {} }
    case 'silent':
      return { status: 'refused', code: silentCode, params: {} }
    case 'forged':
      return { status: 'refused', code: 'payout.forged', params: {} }
  }
}
