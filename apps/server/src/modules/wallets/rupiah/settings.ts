/**
 * Limits of rupiah that operators set at run time, with defaults from the configuration. Each change needs
 * two operators, because it changes how much money can leave.
 */
import {
  countSetting,
  type LiveSettings,
  requireAtLeast,
  requireAtMost,
  rupiahSetting,
  type Setting,
  type SettingGroup,
} from '../../settings/index.ts'
import type { FirstTimeHolds } from '../machine/request-pause.ts'
import type { RupiahLimits } from './deps.ts'
import { unitsOf } from './units.ts'

/** The defaults of the configuration, in whole rupiah and hours. */
export type RupiahDefaults = {
  readonly depositMin: number
  readonly depositMax: number
  readonly depositHours: number
  readonly withdrawalMin: number
  readonly withdrawalMax: number
  readonly withdrawalDaily: number
  readonly withdrawalReviewFrom: number
  readonly payoutFee: number
  readonly holdHours: number
  readonly firstTimeHolds: FirstTimeHolds
}

const group: SettingGroup = {
  key: 'rupiah',
  title: { en: 'Rupiah in and out', id: 'Setoran dan penarikan rupiah' },
}
const roles = ['finance', 'risk', 'admin'] as const
const hours = { en: 'hours', id: 'jam' }
const hoursMost = 720

/** Registers the limits; returns their current values at each read, in units. */
export function liveRupiahLimits(live: LiveSettings, defaults: RupiahDefaults): RupiahLimits {
  const own = { ...depositSettings(defaults), ...withdrawalSettings(defaults) }
  for (const setting of Object.values(own)) live.register(setting)
  const units = (setting: Setting<number>) => unitsOf(live.value(setting))
  return {
    get depositMin() {
      return units(own.depositMin)
    },
    get depositMax() {
      return units(own.depositMax)
    },
    get depositHours() {
      return live.value(own.depositHours)
    },
    get withdrawalMin() {
      return units(own.withdrawalMin)
    },
    get withdrawalMax() {
      return units(own.withdrawalMax)
    },
    get withdrawalDaily() {
      return units(own.withdrawalDaily)
    },
    get reviewFrom() {
      return units(own.reviewFrom)
    },
    get payoutFee() {
      return units(own.payoutFee)
    },
    // The same value applies to coins, so it stays in the configuration.
    holdHours: defaults.holdHours,
    firstTimeHolds: defaults.firstTimeHolds,
  }
}

function depositSettings(defaults: RupiahDefaults) {
  const depositMin: Setting<number> = rupiahSetting({
    key: 'rupiah.deposit_min',
    group,
    title: { en: 'Smallest deposit', id: 'Setoran terkecil' },
    note: { en: 'In rupiah.', id: 'Dalam rupiah.' },
    roles,
    byDefault: defaults.depositMin,
    least: 1,
    check: (rupiah, others) => requireAtMost(rupiah, others.value(depositMax)),
  })
  const depositMax: Setting<number> = rupiahSetting({
    key: 'rupiah.deposit_max',
    group,
    title: { en: 'Largest deposit', id: 'Setoran terbesar' },
    note: { en: 'In rupiah.', id: 'Dalam rupiah.' },
    roles,
    byDefault: defaults.depositMax,
    check: (rupiah, others) => requireAtLeast(rupiah, others.value(depositMin)),
  })
  const depositHours = countSetting({
    key: 'rupiah.deposit_hours',
    group,
    title: { en: 'How long a deposit can be paid', id: 'Batas waktu pembayaran setoran' },
    note: {
      en: 'In hours, for new deposits. What is paid later is credited all the same.',
      id: 'Dalam jam, untuk setoran baru. Yang dibayar setelahnya tetap dikreditkan.',
    },
    roles,
    byDefault: defaults.depositHours,
    least: 1,
    most: hoursMost,
    unit: hours,
  })
  return { depositMin, depositMax, depositHours }
}

function withdrawalSettings(defaults: RupiahDefaults) {
  const withdrawalMin: Setting<number> = rupiahSetting({
    key: 'rupiah.withdrawal_min',
    group,
    title: { en: 'Smallest withdrawal', id: 'Penarikan terkecil' },
    note: {
      en: 'In rupiah; above the fee of a payout.',
      id: 'Dalam rupiah; di atas biaya pencairan.',
    },
    roles,
    byDefault: defaults.withdrawalMin,
    least: 1,
    check(rupiah, others) {
      requireAtMost(rupiah, others.value(withdrawalMax))
      requireAtLeast(rupiah, others.value(payoutFee) + 1)
    },
  })
  const withdrawalMax: Setting<number> = rupiahSetting({
    key: 'rupiah.withdrawal_max',
    group,
    title: { en: 'Largest withdrawal', id: 'Penarikan terbesar' },
    note: {
      en: 'In rupiah: what the fast rail of the banks takes at once.',
      id: 'Dalam rupiah: yang diterima jalur cepat antarbank dalam sekali kirim.',
    },
    roles,
    byDefault: defaults.withdrawalMax,
    check: (rupiah, others) => requireAtLeast(rupiah, others.value(withdrawalMin)),
  })
  const payoutFee: Setting<number> = rupiahSetting({
    key: 'rupiah.payout_fee',
    group,
    title: { en: 'Fee of a payout', id: 'Biaya pencairan' },
    note: {
      en: 'In rupiah: what the gateway asks for, and the user of a withdrawal pays.',
      id: 'Dalam rupiah: yang diminta gateway dan dibayar pengguna yang menarik dana.',
    },
    roles,
    byDefault: defaults.payoutFee,
    check: (rupiah, others) => requireAtMost(rupiah, others.value(withdrawalMin) - 1),
  })
  return { withdrawalMin, withdrawalMax, payoutFee, ...reviewSettings(defaults) }
}

function reviewSettings(defaults: RupiahDefaults) {
  const withdrawalDaily = rupiahSetting({
    key: 'rupiah.withdrawal_daily',
    group,
    title: { en: 'Withdrawals of one person in a day', id: 'Penarikan satu orang dalam sehari' },
    note: {
      en: 'In rupiah; the day is that of Jakarta.',
      id: 'Dalam rupiah; hari menurut waktu Jakarta.',
    },
    roles,
    byDefault: defaults.withdrawalDaily,
    least: 1,
  })
  const reviewFrom = rupiahSetting({
    key: 'rupiah.review_from',
    group,
    title: { en: 'Two operators look from', id: 'Diperiksa dua operator mulai' },
    note: {
      en: 'In rupiah in a day: from here on withdrawals wait for two operators.',
      id: 'Dalam rupiah sehari: mulai dari sini penarikan menunggu dua operator.',
    },
    roles,
    byDefault: defaults.withdrawalReviewFrom,
    least: 1,
  })
  return { withdrawalDaily, reviewFrom }
}
