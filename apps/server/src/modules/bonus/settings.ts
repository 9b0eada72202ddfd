/** The settings of the monthly bonus (DEC-128). */
import {
  requireAtMost,
  rupiahSetting,
  type Setting,
  type SettingGroup,
  type SettingReader,
  switchSetting,
} from '../settings/index.ts'
import type { BonusTerms } from './closing.ts'
import { amountMax } from './rules.ts'

const unitsOfRupiah = 100

const group: SettingGroup = {
  key: 'bonus',
  title: { en: 'Monthly bonus', id: 'Bonus bulanan' },
}
const roles = ['finance', 'admin'] as const

/** Whether the bonus is paid; off until an amount is set. */
export const bonusSwitch: Setting<boolean> = switchSetting({
  key: 'bonus.is_on',
  group,
  title: { en: 'Bonus', id: 'Bonus' },
  note: {
    en: 'Paid once a month to whoever had 30 matched orders.',
    id: 'Dibayar sekali sebulan kepada siapa pun yang 30 ordernya terlaksana.',
  },
  roles,
  byDefault: false,
})

/** Whole rupiah for each user and month. */
export const bonusAmount: Setting<number> = rupiahSetting({
  key: 'bonus.amount',
  group,
  title: { en: 'Amount of the bonus', id: 'Besar bonus' },
  note: {
    en: 'In rupiah, for one person and month. It comes from the house.',
    id: 'Dalam rupiah, per orang per bulan. Dibayar dari kas bursa.',
  },
  roles,
  byDefault: 0,
  check: (rupiah) => requireAtMost(rupiah, amountMax / unitsOfRupiah),
})

/** The current settings of the bonus. */
export function termsOf(live: SettingReader): BonusTerms {
  return {
    isOn: () => live.value(bonusSwitch),
    amount: () => live.value(bonusAmount) * unitsOfRupiah,
  }
}
