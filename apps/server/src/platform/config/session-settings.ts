/** How long sessions live, used and unused. */
import { type Environment, readNumber } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export type SessionLife = {
  readonly days: number
  /** An unused session ends after this many hours. */
  readonly idleHours: number
}

const hoursOfDay = 24
const daysMax = 30
/** In a simulation people stay signed in until the next day. */
const liveIdleHours = 24

export const sessionSettingDocs: readonly SettingDoc[] = [
  { name: 'TUKAR_SESSION_DAYS', default: '7', meaning: 'How long a session lives.' },
  {
    name: 'TUKAR_SESSION_IDLE_HOURS',
    default: '24, in simulation all its days',
    meaning: 'After how many hours without a call or an open page a session ends earlier.',
  },
]

/** Reads the lifetimes of sessions; the default idle limit applies in live mode only. */
export function readSessionLife(env: Environment, mode: 'simulation' | 'live'): SessionLife {
  const days = readNumber(env, 'TUKAR_SESSION_DAYS', 7, [1, daysMax])
  const usual = mode === 'live' ? liveIdleHours : days * hoursOfDay
  const idleHours = readNumber(env, 'TUKAR_SESSION_IDLE_HOURS', usual, [1, daysMax * hoursOfDay])
  return { days, idleHours }
}
