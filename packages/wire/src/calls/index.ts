/**
 * All calls: path, host group (API-01), access, input and answer. The server registers its routes from this
 * table, so every call is listed here, and a call with access `session` cannot be served without one.
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
