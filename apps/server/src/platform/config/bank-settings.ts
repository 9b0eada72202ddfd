/** The settings of the bank gateway. */
import { randomBytes } from 'node:crypto'
import { isLoopbackName } from '../limits/loopback.ts'
import { type Environment, readList, readNumber, SettingsError, readText } from './environment.ts'
import type { Mode, SettingDoc } from './settings.ts'

export type BankSettings = {
  /** Base URL of the gateway, without a trailing slash; null: the simulation's own bank. */
  readonly url: string | null
  readonly key: string
  /** The token that callbacks must carry. */
  readonly callbackToken: string
  /** The gateway's fee for a payout, in whole rupiah. */
  readonly payoutFee: number
  /** Fees of payment methods that differ from the built-in ones, as configured. */
  readonly methodFees: readonly string[]
  /** Simulation: how long the local bank takes for a payout. */
  readonly payoutMs: number
}

const payoutFeeMax = 1_000_000
const payoutMsMax = 86_400_000
const secretBytes = 32
/** Shorter ones can be guessed, or are placeholders. */
const secretLengthMin = 16

export const bankSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_BANK_URL',
    default: '(local bank)',
    meaning:
      'Bank gateway, as `https://api.xendit.co`; without it a simulation has a bank of its own at `/simulation/bank`.',
  },
  {
    name: 'TUKAR_BANK_KEY',
    default: '(made at start)',
    meaning: 'Secret key of the gateway; a must once `TUKAR_BANK_URL` is set.',
  },
  {
    name: 'TUKAR_BANK_CALLBACK_TOKEN',
    default: '(made at start)',
    meaning:
      'Token that callbacks of the gateway carry in `x-callback-token`; a must once `TUKAR_BANK_URL` is set.',
  },
  {
    name: 'TUKAR_BANK_PAYOUT_FEE',
    default: '5000',
    meaning: 'Rupiah that the gateway asks for a payout, and the user of a withdrawal pays.',
  },
  {
    name: 'TUKAR_BANK_METHOD_FEES',
    default: '(built in)',
    meaning:
      'Prices of payment methods, separated by commas: `BCA_VA:4500+0%<500000` is Rp 4,500 and 0 percent, nothing from Rp 500,000 on.',
  },
  {
    name: 'TUKAR_BANK_PAYOUT_MS',
    default: '2000',
    meaning: 'Simulation: milliseconds that the local bank takes for a payout.',
  },
]

/** Reads the gateway settings; throws `SettingsError` if a gateway is configured without its secrets. */
export function readBankSettings(env: Environment, mode: Mode): BankSettings {
  const url = readUrl(env, mode)
  return {
    url,
    key: readSecret(env, 'TUKAR_BANK_KEY', url),
    callbackToken: readSecret(env, 'TUKAR_BANK_CALLBACK_TOKEN', url),
    payoutFee: readNumber(env, 'TUKAR_BANK_PAYOUT_FEE', 5_000, [0, payoutFeeMax]),
    methodFees: readList(env, 'TUKAR_BANK_METHOD_FEES'),
    payoutMs: readNumber(env, 'TUKAR_BANK_PAYOUT_MS', 2_000, [0, payoutMsMax]),
  }
}

function readUrl(env: Environment, mode: Mode): string | null {
  const url = readText(env, 'TUKAR_BANK_URL', '').replace(/\/+$/, '')
  if (url === '') {
    if (mode === 'simulation') return null
    throw new SettingsError('Outside of simulation TUKAR_BANK_URL must name a bank gateway.')
  }
  const isUrl = /^https?:\/\/[^\s?#@]+$/.test(url) && URL.canParse(url)
  const { protocol, hostname } = isUrl ? new URL(url) : { protocol: '', hostname: '' }
  // The key is sent with every call.
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))) return url
  throw new SettingsError('TUKAR_BANK_URL must begin with https://, or be on this machine.')
}

/** Reads a secret. Only the bank within our own process may have a new one at each start. */
function readSecret(env: Environment, name: string, url: string | null): string {
  const secret = readText(env, name, '')
  if (secret === '' && url === null) return randomBytes(secretBytes).toString('base64url')
  if (secret.length >= secretLengthMin && /^[\x21-\x7e]+$/.test(secret)) return secret
  throw new SettingsError(
    `${name} must be set to at least ${secretLengthMin} visible characters, as the gateway gave it.`,
  )
}
