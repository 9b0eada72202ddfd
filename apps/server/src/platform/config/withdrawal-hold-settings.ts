/** How long withdrawals are on security hold. */
import { type Environment, readNumber } from './environment.ts'
import type { Mode, SettingDoc } from './settings.ts'

export type WithdrawalHoldSettings = {
  /** After a change of password, second factor or bank account (SRV-82). */
  readonly withdrawalHoldHours: number
  readonly firstTimeHolds: {
    /** From a device on its first sign-in to the account. */
    readonly newDeviceSeconds: number
    /** To an address or a bank account that the owner was never paid at before. */
    readonly newReceiverSeconds: number
  }
}

const hoursMax = 720
const secondsMax = hoursMax * 3_600
/** The simulation's default is short enough to wait for. */
const byDefault = { live: 86_400, simulation: 60 } as const
const defaultText = '86400, in simulation 60'

export const withdrawalHoldSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_WITHDRAWAL_HOLD_HOURS',
    default: '24',
    meaning:
      'How long withdrawals wait after a change of password, second factor or bank account; 0 holds none.',
  },
  {
    name: 'TUKAR_NEW_DEVICE_HOLD_SECONDS',
    default: defaultText,
    meaning:
      'How long withdrawals wait from a device since it signed in first, but for the one that the account was registered on; 0 holds none.',
  },
  {
    name: 'TUKAR_NEW_RECEIVER_HOLD_SECONDS',
    default: defaultText,
    meaning:
      'How long a withdrawal waits to an address or a bank account where no withdrawal of this person has arrived before; 0 holds none.',
  },
]

/** Reads the holds; throws `SettingsError` unless they are whole numbers of hours or seconds. */
export function readWithdrawalHolds(env: Environment, mode: Mode): WithdrawalHoldSettings {
  const secondsOf = (name: string) => readNumber(env, name, byDefault[mode], [0, secondsMax])
  return {
    withdrawalHoldHours: readNumber(env, 'TUKAR_WITHDRAWAL_HOLD_HOURS', 24, [0, hoursMax]),
    firstTimeHolds: {
      newDeviceSeconds: secondsOf('TUKAR_NEW_DEVICE_HOLD_SECONDS'),
      newReceiverSeconds: secondsOf('TUKAR_NEW_RECEIVER_HOLD_SECONDS'),
    },
  }
}
