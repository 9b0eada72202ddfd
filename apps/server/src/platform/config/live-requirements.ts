/** The requirements of live mode, all reported at once instead of one per start. */
import { isLoopbackName } from '../limits/loopback.ts'
import { type Environment, SettingsError, readText } from './environment.ts'

/** Each requirement with its settings, of which at least one must be present. */
const requirements: readonly { readonly what: string; readonly names: readonly string[] }[] = [
  { what: 'a bank gateway', names: ['TUKAR_BANK_URL'] },
  { what: 'a provider that verifies people', names: ['TUKAR_IDENTITY_URL'] },
  {
    what: 'a chain node',
    names: ['TUKAR_BITCOIN_URL', 'TUKAR_ETHEREUM_URL', 'TUKAR_ARBITRUM_URL', 'TUKAR_BNB_URL'],
  },
  { what: 'a signer', names: ['TUKAR_SIGNER_URL'] },
  { what: 'a mail server', names: ['TUKAR_SMTP_URL'] },
  { what: 'a secret of its own', names: ['TUKAR_SECRET_KEY'] },
  { what: 'a secret of its engine', names: ['TUKAR_ENGINE_KEY'] },
  { what: 'its public address', names: ['TUKAR_PUBLIC_URL'] },
]

/**
 * Refuses a live start with missing requirements, or with settings that only a simulation may use; throws
 * `SettingsError`. Reading each setting validates its value.
 */
export function requireLiveSettings(env: Environment): void {
  const missing = requirements.filter(({ names }) =>
    names.every((name) => readText(env, name, '') === ''),
  )
  if (missing.length > 0) {
    const described = missing.map(({ what, names }) => `${what} (${names.join(' or ')})`)
    throw new SettingsError(
      `Live mode needs ${described.join(', ')}; docs/operations.md tells more.`,
    )
  }
  if (readText(env, 'TUKAR_CAPTCHA', '') === 'none') {
    throw new SettingsError('Outside of simulation TUKAR_CAPTCHA must not be "none".')
  }
  if (readText(env, 'TUKAR_COOKIE_SECURE', '') === 'no') {
    throw new SettingsError('Outside of simulation TUKAR_COOKIE_SECURE must not be "no".')
  }
  if (!isSecure(readText(env, 'TUKAR_PUBLIC_URL', ''))) {
    throw new SettingsError('Outside of simulation TUKAR_PUBLIC_URL must begin with https://.')
  }
}

/** Links in e-mails confirm withdrawals and reset passwords: they must use https, or stay on this machine. */
function isSecure(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackName(hostname)
}
