/** People who work at the console, with what they may. */
import type { DeskRole } from '@tukar/wire'

/** What votes want. */
export type VotingRules = {
  /** The site that passkeys are for: its host, and its whole origin. */
  readonly rpId: string
  readonly origin: string
  /** Whether nobody votes without one; else they are offered. */
  readonly isPasskeyNeeded: boolean
}

/** By what an operator votes. */
export type VotePass = {
  /** What his passkey signed, as it was sent; null where nothing was. */
  readonly shown: string | null
  readonly sessionAgeSeconds: number
  readonly rules: VotingRules
}

/** Who asks: somebody with a role. */
export type Operator = {
  readonly operatorId: number
  readonly name: string
  readonly roles: readonly DeskRole[]
  readonly pass: VotePass
}
