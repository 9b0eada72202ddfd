/** The dependencies of the identity module. */
import type { KycMode } from '@tukar/wire'
import type { IdentityCheck } from '../../adapters/identity-check/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Keys } from '../../platform/secrets/keys.ts'

/** The dependencies to seal and decrypt users' data. */
export type VaultDeps = { readonly database: Database; readonly keys: Keys }

/** Like `VaultDeps`, for reads in a transaction. */
export type VaultReading = Pick<VaultDeps, 'keys'> & {
  readonly database: Pick<Database, 'query'>
}

/** The dependencies of a decision and its messages. */
export type KycDecisionDeps = {
  readonly keys: Keys
  readonly mail: Mail
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The origin of our pages, without a slash at the end. */
  readonly origin: string
}

/** The minimum scores of an automatic approval, 0 to 1. */
export type Thresholds = { readonly probabilityMin: number; readonly qualityMin: number }

export type KycDeps = VaultDeps &
  KycDecisionDeps & {
    /** The product's name, for e-mails. */
    readonly product: string
    readonly log: Log
    readonly mode: KycMode
    /** Whether an automatic approval is final, or a proposal to an operator. */
    readonly machineApproves: boolean
    readonly idFileRequired: boolean
    /** Whether the modal accepts a passport without an image of its back (DEC-61). */
    readonly passportSingleSide: boolean
    readonly thresholds: Thresholds
    readonly check: Pick<IdentityCheck, 'createVerification' | 'checkDocument' | 'checkFace'>
    /** The verification template of the identity check. */
    readonly templateId: string
  }
