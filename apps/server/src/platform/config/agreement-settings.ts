/** The actions that people may take before they are verified and have agreed. */
import { type Environment, readChoice } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export const agreementSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_TRADE_BEFORE_KYC',
    default: '(by mode)',
    meaning:
      '`yes` lets people trade before they are verified and have agreed, as a simulation does by itself; deposits and withdrawals always wait for both. Live: `no`.',
  },
]

/** Whether people may trade before; throws `SettingsError` for an invalid word. */
export function readTradesBeforeKyc(env: Environment, mode: 'simulation' | 'live'): boolean {
  const usual = mode === 'simulation' ? 'yes' : 'no'
  return readChoice(env, 'TUKAR_TRADE_BEFORE_KYC', ['yes', 'no'] as const, usual) === 'yes'
}
