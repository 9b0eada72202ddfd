/** What rupiah in and out stands on. */
import type { BankGateway, PaymentMethod, TopUp } from '../../../adapters/bank-gateway/index.ts'
import type { Engine } from '../../../engine/index.ts'
import type { BankAccountSettings } from '../../../platform/config/bank-account-settings.ts'
import type { Database } from '../../../platform/database/pool.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { Sessions } from '../../accounts/index.ts'
import type { Eligibility } from '../../agreement/index.ts'
import type { FirstTimeHolds } from '../machine/request-pause.ts'

/** Limits, in units. */
export type RupiahLimits = {
  readonly depositMin: number
  readonly depositMax: number
  /** How long an invoice can be paid. */
  readonly depositHours: number
  readonly withdrawalMin: number
  readonly withdrawalMax: number
  /** Of one person on one day of Jakarta. */
  readonly withdrawalDaily: number
  /** From here on two operators must agree. */
  readonly reviewFrom: number
  /** What a payout costs at the gateway. */
  readonly payoutFee: number
  /** How long withdrawals rest after a change of how the account is entered (SRV-82). */
  readonly holdHours: number
  /** How long withdrawals rest from a new device, or to a bank account that was never paid. */
  readonly firstTimeHolds: FirstTimeHolds
}

export type RupiahDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly keys: Keys
  readonly mail: Mail
  readonly sessions: Sessions
  /** Says who may deposit and withdraw. */
  readonly gate: Eligibility
  readonly gateway: BankGateway
  readonly methods: readonly PaymentMethod[]
  readonly limits: RupiahLimits
  readonly bankAccountRules: BankAccountSettings
  /** The percent fee of withdrawals in parts per million, as the currency says it now. */
  readonly feePpm: () => number
  /** Whether rupiah is taken in and paid out, as operators say it now. */
  readonly openness: () => { readonly deposits: boolean; readonly withdrawals: boolean }
  /** Whether the exchange is in maintenance: nothing is paid out then. */
  readonly isClosed: () => boolean
  /**
   * Simulation only: puts money of the simulation at the gateway, so that it can pay what came in over
   * another rail. Null: nobody lends anything.
   */
  readonly topUp: TopUp | null
  /** Name of the product, as mails say it. */
  readonly product: string
  /** Where our pages are, without a slash at the end. */
  readonly origin: string
}
