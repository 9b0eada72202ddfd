/** Settings of the identity provider, and of the config host for pages (DEC-62). */
import { randomBytes } from 'node:crypto'
import { isLoopbackName } from '../limits/loopback.ts'
import { type Environment, SettingsError, readText } from './environment.ts'
import type { Mode, SettingDoc } from './settings.ts'

export type IdentitySettings = {
  /** Base URL of the provider, without a trailing slash; null: our own verifier. */
  readonly url: string | null
  /** Our own verifier gets a new one at each start. */
  readonly key: string
  /** The secret that signs callbacks. */
  readonly callbackSecret: string
  /** The provider's id of the kind of verification. */
  readonly templateId: string
  readonly clientId: string
  readonly flowId: string
  /** The public key that pages send as `x-api-key` to the config host. */
  readonly configKey: string
  /** 0 to 1: the minimum values at which a face counts as that of the document, and as clear enough. */
  readonly probabilityMin: number
  readonly qualityMin: number
}

const secretBytes = 32
/** Shorter ones can be guessed, or are placeholders. */
const secretLengthMin = 16
const idGrammar = /^[\w.-]{1,100}$/

export const identitySettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_IDENTITY_URL',
    default: '(own verifier)',
    meaning:
      'Provider that verifies people, as `https://identity.example`; without it a simulation starts a verifier of its own on first use.',
  },
  {
    name: 'TUKAR_IDENTITY_KEY',
    default: '(made at start)',
    meaning: 'Secret key of the provider; a must once `TUKAR_IDENTITY_URL` is set.',
  },
  {
    name: 'TUKAR_IDENTITY_CALLBACK_SECRET',
    default: '(made at start)',
    meaning:
      'What callbacks of the provider are signed with in `x-signature`; a must once `TUKAR_IDENTITY_URL` is set.',
  },
  {
    name: 'TUKAR_IDENTITY_TEMPLATE',
    default: 'tukar-identity',
    meaning: 'Id of the verification template at the provider; public.',
  },
  {
    name: 'TUKAR_IDENTITY_CLIENT_ID',
    default: 'tukar-client',
    meaning: 'Our id at the provider, for its pages; public.',
  },
  {
    name: 'TUKAR_IDENTITY_FLOW_ID',
    default: 'tukar-flow',
    meaning: 'Id of the flow at the provider, for its pages; public.',
  },
  {
    name: 'TUKAR_CONFIG_KEY',
    default: 'tukar-config',
    meaning: 'What pages send as `x-api-key` to `GET /config`; public.',
  },
  {
    name: 'TUKAR_IDENTITY_PROBABILITY_MIN',
    default: '0.6',
    meaning: 'From 0 to 1: from where on a face counts as that of the document.',
  },
  {
    name: 'TUKAR_IDENTITY_QUALITY_MIN',
    default: '0.3',
    meaning: 'From 0 to 1: from where on a face counts as seen well enough to be compared.',
  },
]

/**
 * Reads the identity settings; throws `SettingsError` if a provider is missing or configured without its
 * secrets.
 */
export function readIdentitySettings(env: Environment, mode: Mode): IdentitySettings {
  const url = readUrl(env, mode)
  return {
    url,
    key: readSecret(env, 'TUKAR_IDENTITY_KEY', url),
    callbackSecret: readSecret(env, 'TUKAR_IDENTITY_CALLBACK_SECRET', url),
    templateId: readId(env, 'TUKAR_IDENTITY_TEMPLATE', 'tukar-identity'),
    clientId: readId(env, 'TUKAR_IDENTITY_CLIENT_ID', 'tukar-client'),
    flowId: readId(env, 'TUKAR_IDENTITY_FLOW_ID', 'tukar-flow'),
    configKey: readId(env, 'TUKAR_CONFIG_KEY', 'tukar-config'),
    probabilityMin: readFraction(env, 'TUKAR_IDENTITY_PROBABILITY_MIN', 0.6),
    qualityMin: readFraction(env, 'TUKAR_IDENTITY_QUALITY_MIN', 0.3),
  }
}

function readUrl(env: Environment, mode: Mode): string | null {
  const url = readText(env, 'TUKAR_IDENTITY_URL', '').replace(/\/+$/, '')
  if (url === '') {
    if (mode === 'simulation') return null
    throw new SettingsError(
      'Outside of simulation TUKAR_IDENTITY_URL must name a provider that verifies people.',
    )
  }
  const isUrl = /^https?:\/\/[^\s?#@]+$/.test(url) && URL.canParse(url)
  const { protocol, hostname } = isUrl ? new URL(url) : { protocol: '', hostname: '' }
  // Documents and faces go with the calls.
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))) return url
  throw new SettingsError('TUKAR_IDENTITY_URL must begin with https://, or be on this machine.')
}

/** Reads a secret. Our own verifier gets a new one at each start. */
function readSecret(env: Environment, name: string, url: string | null): string {
  const secret = readText(env, name, '')
  if (secret === '' && url === null) return randomBytes(secretBytes).toString('base64url')
  if (secret.length >= secretLengthMin && /^[\x21-\x7e]+$/.test(secret)) return secret
  throw new SettingsError(
    `${name} must be set to at least ${secretLengthMin} visible characters, as the provider gave it.`,
  )
}

function readId(env: Environment, name: string, fallback: string): string {
  const id = readText(env, name, fallback)
  if (idGrammar.test(id)) return id
  throw new SettingsError(`${name} must be letters, digits, "-", "_" and "." only, not "${id}".`)
}

function readFraction(env: Environment, name: string, fallback: number): number {
  const text = readText(env, name, String(fallback))
  const value = Number(text)
  if (/^\d(\.\d{1,6})?$/.test(text) && value <= 1) return value
  throw new SettingsError(`${name} must be a fraction from 0 to 1, not "${text}".`)
}
