/**
 * Every call: its path, its host group (API-01), who may make it, what it takes and what it gives. The server registers
 * its routes from this table, so a call that is not here does not exist, and one whose `access` is
 * `session` cannot be served without one.
 */
import { accountsCalls } from './accounts.ts'
import { identityCalls } from './identity.ts'
import { contentCalls } from './content.ts'
import { tradingCalls } from './trading.ts'
import { walletsCalls } from './wallets.ts'
import { deskCalls } from './desk.ts'
import { deskMoneyCalls } from './desk-money.ts'
import type { Call } from './call.ts'

export const calls = {
  ...accountsCalls,
  ...identityCalls,
  ...contentCalls,
  ...tradingCalls,
  ...walletsCalls,
  ...deskCalls,
  ...deskMoneyCalls,
} as const satisfies Record<string, Call>
