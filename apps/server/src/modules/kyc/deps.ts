/** What the identity module stands on. */
import type { KycMode } from '@tukar/wire'
import type { IdentityCheck } from '../../adapters/identity-check/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Keys } from '../../platform/secrets/keys.ts'

/** What opens and seals what is kept of people. */
export type VaultDeps = { readonly database: Database; readonly keys: Keys }

/** The same, where a transaction reads. */
export type VaultReading = Pick<VaultDeps, 'keys'> & {
  readonly database: Pick<Database, 'query'>
}

/** What a decision is told with. */
export type DecisionDeps = {
  readonly keys: Keys
  readonly mail: Mail
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Where our pages are, without a slash at the end. */
  readonly origin: string
}

/** The least that the machine approves with, 0 to 1. */
export type Thresholds = { readonly probabilityMin: number; readonly qualityMin: number }

export type KycDeps = VaultDeps &
  DecisionDeps & {
    /** Our name, in mails. */
    readonly product: string
    readonly log: Log
    readonly mode: KycMode
    /** Whether the machine's approval is one, or a proposal to a person. */
    readonly machineApproves: boolean
    readonly idFileRequired: boolean
    /** Whether a passport goes through the modal without a picture of its back (DEC-61). */
    readonly passportSingleSide: boolean
    readonly thresholds: Thresholds
    readonly check: Pick<IdentityCheck, 'createVerification' | 'checkDocument' | 'checkFace'>
    /** Which verification the identity check is asked for. */
    readonly templateId: string
  }
