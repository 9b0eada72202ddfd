/** People who work at the console, with what they may. */
import type { DeskRole } from '@tukar/wire'
import type { CodeTry } from '../accounts/index.ts'

/** What votes want. */
export type VotingRules = {
  /** The site that passkeys are for: its host, and its whole origin. */
  readonly rpId: string
  readonly origin: string
  /** Whether nobody votes without one; else they are offered. */
  readonly isPasskeyNeeded: boolean
  /** Whether who has none gives a fresh code of his authenticator with each vote. */
  readonly isCodeNeeded: boolean
}

/** A code of the operator's authenticator, counted already, and where it was tried. */
export type VoteCode = { readonly digits: string; readonly codeTry: CodeTry }

/** By what an operator votes. */
export type VotePass = {
  /** What his passkey signed, as it was sent; null where nothing was. */
  readonly shown: string | null
  /** Null where no code came with it. */
  readonly code: VoteCode | null
  /** A demo person has no authenticator: the simulation shows the code that he votes by. */
  readonly isDemo: boolean
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
