/** Operators of the console, and how they vote. */
import type { DeskRole } from '@tukar/wire'
import type { CodeTry } from '../accounts/index.ts'

/** The rules of votes. */
export type VotingRules = {
  /** The site of the passkeys: its host, and its origin. */
  readonly rpId: string
  readonly origin: string
  /** Whether a vote needs a passkey; otherwise passkeys are optional. */
  readonly isPasskeyNeeded: boolean
  /** Whether an operator without a passkey must add a fresh authenticator code to each vote. */
  readonly isCodeNeeded: boolean
}

/** An authenticator code of the operator, counted already, and the source of the attempt. */
export type VoteCode = { readonly digits: string; readonly codeTry: CodeTry }

/** The credentials of a vote. */
export type VotePass = {
  /** The signed passkey assertion as the client sent it; null if none was sent. */
  readonly shown: string | null
  /** Null if no code was sent. */
  readonly code: VoteCode | null
  /** A demo person has no authenticator app: the simulation shows the code of the vote. */
  readonly isDemo: boolean
  readonly sessionAgeSeconds: number
  readonly rules: VotingRules
}

/** A person with a role who makes a request. */
export type Operator = {
  readonly operatorId: number
  readonly name: string
  readonly roles: readonly DeskRole[]
  readonly pass: VotePass
}
