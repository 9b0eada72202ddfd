/** Settings of the identity check (DEC-42, DEC-52, R-42). */
import { type KycMode, kycModes } from '@tukar/wire'
import { type Environment, readChoice, SettingsError, readText } from './environment.ts'
import type { Mode, SettingDoc } from './settings.ts'

export type KycSettings = {
  readonly mode: KycMode
  /** Whether automatic approvals are final, or proposals for an operator. */
  readonly machineApproves: boolean
  readonly idFileRequired: boolean
  /** Whether a passport needs no picture of its back (DEC-61). */
  readonly passportSingleSide: boolean
  /** The rule that the consent names, and the URL at which the regulator lists registered traders. */
  readonly rule: KycRule
  readonly tradersUrl: string
  /** Base URL of the former identity calls; reserved, never called (DEC-43). */
  readonly legacyBase: string
}

/** The rule of the specification, and the one in force since 2025. */
const kycRules = ['bappebti-8-2021', 'pojk-27-2024'] as const
export type KycRule = (typeof kycRules)[number]

const tradersUrlDefault = 'https://bappebti.go.id/calon_pedagang_aset_kripto'

export const kycSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_KYC_MODE',
    default: 'both',
    meaning: 'How people are verified: `steps`, the pages; `modal`, at once; or `both`.',
  },
  {
    name: 'TUKAR_KYC_MACHINE_APPROVES',
    default: '(yes in simulation)',
    meaning:
      '`yes` approves whom the machine is sure of; `no`, the default in live mode, has a person confirm each. What the machine is not sure of goes to a person in any case.',
  },
  {
    name: 'TUKAR_KYC_ID_FILE_REQUIRED',
    default: 'yes',
    meaning: '`no` takes personal data without a picture of the identity document.',
  },
  {
    name: 'TUKAR_KYC_RULE',
    default: 'bappebti-8-2021',
    meaning:
      'The regulation that the consent names: `bappebti-8-2021`, or `pojk-27-2024`, which took its place in 2025.',
  },
  {
    name: 'TUKAR_KYC_TRADERS_URL',
    default: '(list of Bappebti)',
    meaning:
      'Where the regulator lists registered traders of crypto assets; linked from the consent.',
  },
  {
    name: 'TUKAR_KYC_PASSPORT_SINGLE_SIDE',
    default: 'no',
    meaning: '`yes` takes a passport in the modal without a picture of its back.',
  },
  {
    name: 'TUKAR_KYC_LEGACY_BASE',
    default: '(none)',
    meaning: 'Base of the earlier group of identity checks; reserved, no call goes there.',
  },
]

/** Reads the KYC settings; throws `SettingsError` for an unknown word. */
export function readKycSettings(env: Environment, mode: Mode): KycSettings {
  const words = ['yes', 'no'] as const
  const approves = mode === 'simulation' ? 'yes' : 'no'
  return {
    mode: readChoice(env, 'TUKAR_KYC_MODE', kycModes, 'both'),
    machineApproves: readChoice(env, 'TUKAR_KYC_MACHINE_APPROVES', words, approves) === 'yes',
    idFileRequired: readChoice(env, 'TUKAR_KYC_ID_FILE_REQUIRED', words, 'yes') === 'yes',
    passportSingleSide: readChoice(env, 'TUKAR_KYC_PASSPORT_SINGLE_SIDE', words, 'no') === 'yes',
    rule: readChoice(env, 'TUKAR_KYC_RULE', kycRules, 'bappebti-8-2021'),
    tradersUrl: readTradersUrl(env),
    legacyBase: readText(env, 'TUKAR_KYC_LEGACY_BASE', '').replace(/\/$/, ''),
  }
}

function readTradersUrl(env: Environment): string {
  const name = 'TUKAR_KYC_TRADERS_URL'
  const url = readText(env, name, tradersUrlDefault)
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new SettingsError(`${name} must be a URL that begins with https://.`)
  }
  return url
}
