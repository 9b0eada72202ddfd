/** The dependencies of rupiah deposits and withdrawals. */
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
  /** Per user and day of Jakarta. */
  readonly withdrawalDaily: number
  /** Two operators must approve from this amount on. */
  readonly reviewFrom: number
  /** The gateway's charge for a payout. */
  readonly payoutFee: number
  /** The length of the security hold (SRV-82). */
  readonly holdHours: number
  /** The pauses after a new device, and before a first payment to a bank account. */
  readonly firstTimeHolds: FirstTimeHolds
}

export type RupiahDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly keys: Keys
  readonly mail: Mail
  readonly sessions: Sessions
  /** Decides who may deposit and withdraw. */
  readonly gate: Eligibility
  readonly gateway: BankGateway
  readonly methods: readonly PaymentMethod[]
  readonly limits: RupiahLimits
  readonly bankAccountRules: BankAccountSettings
  /** The current withdrawal fee in parts per million. */
  readonly feePpm: () => number
  /** Whether rupiah deposits and withdrawals are open now. */
  readonly openness: () => { readonly deposits: boolean; readonly withdrawals: boolean }
  /** Whether the exchange is in maintenance, when nothing is paid out. */
  readonly isClosed: () => boolean
  /**
   * Simulation only: tops up the gateway, so that it can pay money that came in over another rail. Null
   * without top-ups.
   */
  readonly topUp: TopUp | null
  /** The product name in e-mails. */
  readonly product: string
  /** The URL of our pages, without a trailing slash. */
  readonly origin: string
}
