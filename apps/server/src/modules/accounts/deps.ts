/** The dependencies that all parts of accounts share. */
import type { Engine } from '../../engine/index.ts'
import type { Captcha } from '../../platform/captcha/captcha.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import type { Sessions } from './sessions/sessions.ts'

export type AccountsDeps = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly sessions: Sessions
  readonly captcha: Captcha
  readonly keys: Keys
  readonly mail: Mail
  /** The origin of our pages, for links in e-mails; without a slash at the end. */
  readonly origin: string
  /** The name of the product, as authenticator apps show it. */
  readonly product: string
  /** Whether a user must confirm the address before the first sign-in (DEC-29). */
  readonly requiresVerifiedEmail: boolean
  readonly isSimulation: boolean
  /** The saved bank account of a user as the receiver of a payment; null if there is none. */
  readonly savedReceiver: (userId: number) => Promise<string | null>
  /** How long a browser stores the session. */
  readonly sessionDays: number
}
