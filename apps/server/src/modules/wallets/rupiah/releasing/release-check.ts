/**
 * Whether the hold of a withdrawal may be released (INV-13): the row may have been set back while its payout is under
 * way. The steps of rows are only ever added to, so they tell whether it was sent; the gateway tells what came of it.
 */
import type { Answer, Payout } from '../../../../adapters/bank-gateway/index.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'

/** After a send that nobody knows the end of, the gateway may still begin it for so long. */
export const settlingMs = 120_000

/** A gateway that does not say for so long what became of a payout is asked by people. */
export const silentMs = 600_000

/** Why a hold is not released: the gateway does not say what became of the payout. */
export const silentCode = 'payout.silent'

/** Why a hold is not released: the gateway carries the payout out, or did so. */
export const sentCode = 'payout.sent'

/** When a withdrawal was given to the gateway, by its steps. */
export type Sendings = {
  readonly count: number
  /** The last time; null: never. */
  readonly lastMs: number | null
  /** How long ago that is, by the clock that wrote it; null: never. */
  readonly agoMs: number | null
}

export type ReleaseFacts = {
  readonly sendings: Sendings
  /** Whether the row is what its owner asked for, so that its reference is the one that was sent. */
  readonly isAsked: boolean
  /** Whether the gateway told this very process that it refuses the payout, and it was not sent again since. */
  readonly isRefusedHere: boolean
  readonly payout: Answer<Payout>
}

/**
 * `free`: nothing goes out any more. `sent`: the gateway carries it out or did so. `forged`: nobody can tell, as the row
 * is not what was asked for. `later`: not known now. `silent`: not known long after it was sent, so people have to ask.
 */
export type ReleaseCheck = 'free' | 'sent' | 'forged' | 'later' | 'silent'

/** Judges one that was sent. */
export function checkRelease({
  sendings,
  isAsked,
  isRefusedHere,
  payout,
}: ReleaseFacts): ReleaseCheck {
  const { count, agoMs } = sendings
  if (agoMs === null) return 'free'
  if (!isAsked) return 'forged'
  switch (payout.status) {
    case 'done':
      return payout.value.state === 'failed' || payout.value.state === 'reversed' ? 'free' : 'sent'
    case 'absent':
      // What was sent may still begin, unless the gateway itself said that it does not.
      return (count === 1 && isRefusedHere) || agoMs >= settlingMs ? 'free' : 'later'
    case 'refused':
    case 'unknown':
      return agoMs >= silentMs ? 'silent' : 'later'
  }
}

/** What is known of a release that is not to be booked; null: it may be. */
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
