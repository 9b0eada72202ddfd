/** What every concern of accounts stands on. */
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
  /** Where our pages are, for links in mails; without a slash at the end. */
  readonly origin: string
  /** Name of the product, as authenticators show it. */
  readonly product: string
  /** Whether an address must be its owner's before he signs in (DEC-29). */
  readonly requiresVerifiedEmail: boolean
  readonly isSimulation: boolean
  /** How long a browser keeps its session. */
  readonly sessionDays: number
}
