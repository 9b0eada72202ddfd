/** The limits of rupiah in and out. */
import { type Environment, readNumber, SettingsError } from './environment.ts'
import type { SettingDoc } from './settings.ts'

/** Whole rupiah. */
export type RupiahSettings = {
  readonly depositMin: number
  readonly depositMax: number
  /** How long an invoice can be paid. */
  readonly depositHours: number
  readonly withdrawalMin: number
  readonly withdrawalMax: number
  /** Per person and day in Jakarta. */
  readonly withdrawalDaily: number
  /** From here on two operators must agree. */
  readonly withdrawalReviewFrom: number
}

const rupiahMax = 10_000_000_000
const hoursMax = 720

export const rupiahSettingDocs: readonly SettingDoc[] = [
  { name: 'TUKAR_DEPOSIT_MIN', default: '10000', meaning: 'Smallest deposit, in rupiah.' },
  { name: 'TUKAR_DEPOSIT_MAX', default: '200000000', meaning: 'Largest deposit, in rupiah.' },
  {
    name: 'TUKAR_DEPOSIT_HOURS',
    default: '24',
    meaning: 'How long a deposit can be paid; what is paid later is credited all the same.',
  },
  { name: 'TUKAR_WITHDRAWAL_MIN', default: '50000', meaning: 'Smallest withdrawal, in rupiah.' },
  {
    name: 'TUKAR_WITHDRAWAL_MAX',
    default: '250000000',
    meaning: 'Largest withdrawal, in rupiah: what the fast rail of the banks takes at once.',
  },
  {
    name: 'TUKAR_WITHDRAWAL_DAILY',
    default: '1000000000',
    meaning: 'What one person may withdraw on a day of Jakarta, in rupiah.',
  },
  {
    name: 'TUKAR_WITHDRAWAL_REVIEW_FROM',
    default: '100000000',
    meaning: 'From this many rupiah in a day on, withdrawals wait for two operators.',
  },
]

/** Reads the rupiah limits; throws `SettingsError` if a minimum is above its maximum. */
export function readRupiahSettings(env: Environment): RupiahSettings {
  const rupiah = (name: string, fallback: number): number =>
    readNumber(env, name, fallback, [1, rupiahMax])
  const settings = {
    depositMin: rupiah('TUKAR_DEPOSIT_MIN', 10_000),
    depositMax: rupiah('TUKAR_DEPOSIT_MAX', 200_000_000),
    depositHours: readNumber(env, 'TUKAR_DEPOSIT_HOURS', 24, [1, hoursMax]),
    withdrawalMin: rupiah('TUKAR_WITHDRAWAL_MIN', 50_000),
    withdrawalMax: rupiah('TUKAR_WITHDRAWAL_MAX', 250_000_000),
    withdrawalDaily: rupiah('TUKAR_WITHDRAWAL_DAILY', 1_000_000_000),
    withdrawalReviewFrom: rupiah('TUKAR_WITHDRAWAL_REVIEW_FROM', 100_000_000),
  }
  if (settings.depositMin > settings.depositMax) {
    throw new SettingsError('TUKAR_DEPOSIT_MIN must not be above TUKAR_DEPOSIT_MAX.')
  }
  if (settings.withdrawalMin > settings.withdrawalMax) {
    throw new SettingsError('TUKAR_WITHDRAWAL_MIN must not be above TUKAR_WITHDRAWAL_MAX.')
  }
  return settings
}
