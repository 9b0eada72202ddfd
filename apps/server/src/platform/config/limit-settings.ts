/** Limits per person and per client address. */
import { type Environment, readNumber } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export type LimitSettings = {
  /** Orders and cancels of one user per second, and the burst. */
  readonly orderRate: number
  readonly orderBurst: number
  /** Sockets that one client address may have open at a time. */
  readonly socketsPerAddress: number
  /** Accounts that one client address may open in a burst; the limit refills by five a second. */
  readonly signUpBurst: number
}

export const limitSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_ORDER_RATE',
    default: '50',
    meaning: 'Orders and cancels of one user in a second.',
  },
  { name: 'TUKAR_ORDER_BURST', default: '100', meaning: 'How many of them may come at once.' },
  {
    name: 'TUKAR_SOCKETS_PER_ADDRESS',
    default: '500',
    meaning:
      'Sockets that one client address may have open: a page has two, and an office or a phone network shares one address.',
  },
  {
    name: 'TUKAR_SIGN_UP_BURST',
    default: '100',
    meaning: 'Sign-ups, and sign-ins, of one client address at once; five a second come back.',
  },
]

/** Reads the limits; throws `SettingsError` for an invalid one. */
export function readLimitSettings(env: Environment): LimitSettings {
  return {
    orderRate: readNumber(env, 'TUKAR_ORDER_RATE', 50, [1, 1_000_000]),
    socketsPerAddress: readNumber(env, 'TUKAR_SOCKETS_PER_ADDRESS', 500, [1, 10_000]),
    orderBurst: readNumber(env, 'TUKAR_ORDER_BURST', 100, [1, 1_000_000]),
    signUpBurst: readNumber(env, 'TUKAR_SIGN_UP_BURST', 100, [1, 1_000_000]),
  }
}
