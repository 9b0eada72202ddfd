/**
 * The only reader of the environment. Each setting has its default and its meaning here;
 * `docs/reference/configuration.md` is generated from this file.
 */
import path from 'node:path'
import { type HostName, isEmail } from '@tukar/wire'
import { agreementSettingDocs, readTradesBeforeKyc } from './agreement-settings.ts'
import { bankSettingDocs, type BankSettings, readBankSettings } from './bank-settings.ts'
import {
  bankAccountSettingDocs,
  type BankAccountSettings,
  readBankAccountSettings,
} from './bank-account-settings.ts'
import { chainSettingDocs, type ChainSettings, readChainSettings } from './chain-settings.ts'
import {
  databaseSettingDocs,
  type DatabaseSettings,
  readDatabaseSettings,
} from './database-settings.ts'
import {
  identitySettingDocs,
  type IdentitySettings,
  readIdentitySettings,
} from './identity-settings.ts'
import { kycSettingDocs, type KycSettings, readKycSettings } from './kyc-settings.ts'
import { limitSettingDocs, type LimitSettings, readLimitSettings } from './limit-settings.ts'
import {
  localListenerDocs,
  type LocalListenerSettings,
  readLocalListener,
} from './local-listener-settings.ts'
import { requireLiveSettings } from './live-requirements.ts'
import { readRupiahSettings, rupiahSettingDocs, type RupiahSettings } from './rupiah-settings.ts'
import { readSessionLife, type SessionLife, sessionSettingDocs } from './session-settings.ts'
import { readSecretSettings, secretSettingDocs, type SecretSettings } from './secret-settings.ts'
import {
  readWithdrawalHolds,
  withdrawalHoldSettingDocs,
  type WithdrawalHoldSettings,
} from './withdrawal-hold-settings.ts'
import {
  type Environment,
  readList,
  readNumber,
  readChoice,
  SettingsError,
  readText,
} from './environment.ts'

export type Mode = 'simulation' | 'live'

export type Settings = DatabaseSettings &
  LimitSettings &
  SecretSettings &
  WithdrawalHoldSettings & {
    readonly mode: Mode
    readonly host: string
    readonly port: number
    readonly dataDir: string
    readonly product: string
    /** Base URLs of the seven hosts for the browser; empty for the page's own origin. */
    readonly hosts: Readonly<Record<HostName, string>>
    /** Base URL of another exchange whose bitcoin price pages may request; empty for none (DEC-131). */
    readonly tickerBase: string
    /** Foreign origins that may call, and whose pages may open sockets. */
    readonly allowedOrigins: readonly string[]
    /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
    readonly trustedProxies: readonly string[]
    /** The port for this machine alone; null for none. */
    readonly localListener: LocalListenerSettings | null
    readonly sessionLife: SessionLife
    readonly isCookieSecure: boolean
    readonly languageRule: 'date-string' | 'en'
    readonly homeFigures: {
      readonly users: string
      readonly assets: string
      readonly transactions: string
    }
    /** The operator's address, shown on the contact page and used by its form. */
    readonly contactEmail: string
    /** E-mail addresses of the first admins of the console, who confirm each other's changes (DEC-130). */
    readonly executorEmails: readonly string[]
    /** The mail server, as `smtp://user:password@host:587`; null: the simulation's mailbox. */
    readonly smtpUrl: string | null
    /** The sender of all e-mails, as `Name <address>`. */
    readonly mailFrom: string
    /** The public base URL, without a trailing slash: links in e-mails begin with it. */
    readonly publicUrl: string
    /** Whether signing in requires a confirmed e-mail address (DEC-29). */
    readonly requiresVerifiedEmail: boolean
    readonly socialLinks: readonly { readonly name: string; readonly url: string }[]
    /**
     * Whether people may trade before they are verified and have agreed; deposits and withdrawals always
     * require both.
     */
    readonly tradesBeforeKyc: boolean
    /** Simulation: whether market makers run, and how many days of history they generate. */
    readonly makers: boolean
    readonly historyDays: number
    /** Whether trades between market makers count in the volume. */
    readonly countsMarketMakerTrades: boolean
    /** The bearer token of `GET /metrics`; null: it answers this machine alone. */
    readonly metricsToken: string | null
    readonly captcha: CaptchaSetting
    readonly bank: BankSettings
    readonly bankAccount: BankAccountSettings
    readonly chains: ChainSettings
    readonly rupiah: RupiahSettings
    readonly identity: IdentitySettings
    readonly kyc: KycSettings
    readonly logLevel: string
  }

/** The captcha of the entry forms; `cost` is the rounds of one key of the proof of work. */
export type CaptchaSetting =
  | { readonly kind: 'none' }
  | { readonly kind: 'altcha'; readonly cost: number }
  | {
      readonly kind: 'recaptcha'
      readonly siteKey: string
      readonly secret: string
      readonly verifyUrl: string
      readonly hostnames: readonly string[]
    }

/** One documented setting. */
export type SettingDoc = {
  readonly name: string
  readonly default: string
  readonly meaning: string
}

const recaptchaVerifyUrl = 'https://www.google.com/recaptcha/api/siteverify'
/** Start pages of three networks: neutral until the operator configures its own. */
const socialLinksDefault =
  'X=https://x.com/,Instagram=https://www.instagram.com/,Telegram=https://telegram.org/'

export const settingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_MODE',
    default: 'simulation',
    meaning:
      '`simulation` or `live`, which needs all outside parts; a database keeps its mode for ever.',
  },
  { name: 'PORT', default: '3000', meaning: 'Port of the web page, the calls and the sockets.' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on; beyond loopback it wants https in front.',
  },
  {
    name: 'DATA_DIR',
    default: './data',
    meaning:
      'Folder of the embedded database, its password, the lock file, the secrets and what was acknowledged last.',
  },
  ...databaseSettingDocs,
  { name: 'TUKAR_PRODUCT', default: 'Tukar', meaning: 'Name of the product in titles and texts.' },
  {
    name: 'TUKAR_HOST_API … TUKAR_HOST_PROXY',
    default: '(own origin)',
    meaning:
      'Bases of the seven hosts: API, REALTIME, SYNC, EVM, PAYMENT, CONFIG, PROXY. What belongs to others is ' +
      'asked for through PROXY, where it is set.',
  },
  {
    name: 'TUKAR_TICKER_BASE',
    default: '(off)',
    meaning:
      'Base of an exchange outside whose price of BTCUSDT pages may ask for; none does by itself.',
  },
  {
    name: 'TUKAR_ALLOWED_ORIGINS',
    default: '(none)',
    meaning: 'Other origins, separated by commas, whose pages may call.',
  },
  {
    name: 'TUKAR_TRUSTED_PROXIES',
    default: '(none)',
    meaning: 'Addresses or networks of the proxies in front; only theirs may name a client.',
  },
  ...sessionSettingDocs,
  {
    name: 'TUKAR_COOKIE_SECURE',
    default: 'yes',
    meaning: '`no` writes session cookies without Secure (development only).',
  },
  {
    name: 'TUKAR_LANGUAGE_RULE',
    default: 'date-string',
    meaning: '`date-string` or `en`: the language where none was chosen.',
  },
  {
    name: 'TUKAR_HOME_FIGURES',
    default: '9,501|50|5M IDR',
    meaning:
      'The three figures of the home page, in English form, separated by |; Indonesian pages show them in theirs.',
  },
  {
    name: 'TUKAR_CONTACT_EMAIL',
    default: 'halo@tukar.example',
    meaning: 'Address of the operator: shown on the contact page, written to by its form.',
  },
  {
    name: 'TUKAR_EXECUTOR',
    default: '(nobody)',
    meaning:
      'E-mails of the first admins of the operator console, separated by commas: two, for each role that one gives another admin confirms.',
  },
  {
    name: 'TUKAR_SMTP_URL',
    default: '(mailbox)',
    meaning:
      '`smtp://user:password@host:587` or `smtps://`; without it a simulation shows its mails at `/mailbox`.',
  },
  {
    name: 'TUKAR_MAIL_FROM',
    default: 'Tukar <no-reply@tukar.example>',
    meaning: 'Sender of all mails.',
  },
  {
    name: 'TUKAR_PUBLIC_URL',
    default: 'http://localhost:PORT',
    meaning: 'Where people reach the pages; links in mails begin with it.',
  },
  {
    name: 'TUKAR_REQUIRE_VERIFIED_EMAIL',
    default: 'yes',
    meaning: '`no` lets people sign in before they have confirmed their e-mail.',
  },
  {
    name: 'TUKAR_SOCIAL_LINKS',
    default: socialLinksDefault,
    meaning: 'name=url pairs separated by commas, shown in the footer; `none` shows none.',
  },
  ...limitSettingDocs,
  ...localListenerDocs,
  ...withdrawalHoldSettingDocs,
  {
    name: 'TUKAR_MAKERS',
    default: 'on',
    meaning: '`off` starts a simulation without market makers and history.',
  },
  {
    name: 'TUKAR_HISTORY_DAYS',
    default: '3',
    meaning: 'Days of history that the makers make at first start.',
  },
  {
    name: 'TUKAR_COUNT_HOUSE_TRADES',
    default: 'yes',
    meaning: '`no` leaves trades of the makers with each other out of the 24-hour volume.',
  },
  {
    name: 'TUKAR_METRICS_TOKEN',
    default: '(none)',
    meaning: 'Bearer token of `GET /metrics`; without it that answers this machine alone.',
  },
  {
    name: 'TUKAR_CAPTCHA',
    default: 'altcha',
    meaning:
      '`altcha` (proof of work, ours), `recaptcha` (the default once its keys are set) or, in simulation, `none`.',
  },
  {
    name: 'TUKAR_CAPTCHA_COST',
    default: '4000',
    meaning: 'Rounds of each of the about 256 keys that a proof of work takes.',
  },
  {
    name: 'TUKAR_RECAPTCHA_SITE_KEY, TUKAR_RECAPTCHA_SECRET',
    default: '(none)',
    meaning:
      'Keys of Google: with them the captcha is reCAPTCHA unless `TUKAR_CAPTCHA` says otherwise.',
  },
  {
    name: 'TUKAR_RECAPTCHA_HOSTNAMES',
    default: 'localhost',
    meaning: 'Names of the pages, separated by commas, that a reCAPTCHA may be solved on.',
  },
  {
    name: 'TUKAR_RECAPTCHA_VERIFY_URL',
    default: '(Google)',
    meaning: 'Where reCAPTCHA tokens are checked.',
  },
  ...secretSettingDocs,
  ...agreementSettingDocs,
  ...bankSettingDocs,
  ...bankAccountSettingDocs,
  ...chainSettingDocs,
  ...rupiahSettingDocs,
  ...identitySettingDocs,
  ...kycSettingDocs,
  { name: 'TUKAR_LOG_LEVEL', default: 'warn', meaning: '`debug`, `info`, `warn` or `error`.' },
]

/** Reads all settings; throws `SettingsError` for one that cannot be used. */
export function readSettings(env: Environment = process.env): Settings {
  const mode = readChoice(env, 'TUKAR_MODE', ['simulation', 'live'] as const, 'simulation')
  if (mode === 'live') requireLiveSettings(env)
  const [users = '', assets = '', transactions = ''] = readText(
    env,
    'TUKAR_HOME_FIGURES',
    '9,501|50|5M IDR',
  ).split('|')
  const product = readText(env, 'TUKAR_PRODUCT', 'Tukar')
  const port = readNumber(env, 'PORT', 3_000, [0, 65_535])
  const publicUrl = readPublicUrl(env, port)
  const trustedProxies = readList(env, 'TUKAR_TRUSTED_PROXIES')
  return {
    mode,
    host: readText(env, 'HOST', '127.0.0.1'),
    port,
    dataDir: path.resolve(readText(env, 'DATA_DIR', './data')),
    ...readDatabaseSettings(env, mode),
    product,
    hosts: readHosts(env),
    tickerBase: readBase(env, 'TUKAR_TICKER_BASE'),
    allowedOrigins: readList(env, 'TUKAR_ALLOWED_ORIGINS'),
    trustedProxies,
    localListener: readLocalListener(env, { publicUrl, trustedProxies }),
    sessionLife: readSessionLife(env, mode),
    isCookieSecure: readChoice(env, 'TUKAR_COOKIE_SECURE', ['yes', 'no'] as const, 'yes') === 'yes',
    languageRule: readChoice(
      env,
      'TUKAR_LANGUAGE_RULE',
      ['date-string', 'en'] as const,
      'date-string',
    ),
    homeFigures: { users, assets, transactions },
    contactEmail: readText(env, 'TUKAR_CONTACT_EMAIL', 'halo@tukar.example'),
    executorEmails: readExecutors(env),
    smtpUrl: readSmtpUrl(env),
    mailFrom: readMailFrom(env, product),
    publicUrl,
    requiresVerifiedEmail:
      readChoice(env, 'TUKAR_REQUIRE_VERIFIED_EMAIL', ['yes', 'no'] as const, 'yes') === 'yes',
    socialLinks: readSocialLinks(env),
    ...readLimitSettings(env),
    tradesBeforeKyc: readTradesBeforeKyc(env, mode),
    ...readWithdrawalHolds(env, mode),
    makers: readChoice(env, 'TUKAR_MAKERS', ['on', 'off'] as const, 'on') === 'on',
    historyDays: mode === 'live' ? 0 : readNumber(env, 'TUKAR_HISTORY_DAYS', 3, [0, 30]),
    countsMarketMakerTrades:
      readChoice(env, 'TUKAR_COUNT_HOUSE_TRADES', ['yes', 'no'] as const, 'yes') === 'yes',
    metricsToken: env['TUKAR_METRICS_TOKEN'] || null,
    captcha: readCaptcha(env),
    bank: readBankSettings(env, mode),
    bankAccount: readBankAccountSettings(env),
    chains: readChainSettings(env, mode),
    rupiah: readRupiahSettings(env),
    identity: readIdentitySettings(env, mode),
    kyc: readKycSettings(env, mode),
    ...readSecretSettings(env),
    logLevel: readChoice(
      env,
      'TUKAR_LOG_LEVEL',
      ['debug', 'info', 'warn', 'error'] as const,
      'warn',
    ),
  }
}

function readExecutors(env: Environment): readonly string[] {
  const text = readText(env, 'TUKAR_EXECUTOR', '')
  if (text === '') return []
  const emails = text.split(',').map((one) => one.trim())
  if (emails.every(isEmail)) return emails
  throw new SettingsError('TUKAR_EXECUTOR must be e-mail addresses, separated by commas.')
}

function readSmtpUrl(env: Environment): string | null {
  const url = readText(env, 'TUKAR_SMTP_URL', '')
  if (url === '') return null
  if (/^smtps?:\/\/[^\s/]/.test(url) && URL.canParse(url)) return url
  throw new SettingsError('TUKAR_SMTP_URL must be smtp://user:password@host:port or smtps://.')
}

/** A name and an address, on one line, because it becomes a header. */
function readMailFrom(env: Environment, product: string): string {
  const from = readText(env, 'TUKAR_MAIL_FROM', `${product} <no-reply@tukar.example>`)
  if (/^[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/u.test(from)) return from
  throw new SettingsError('TUKAR_MAIL_FROM must be an address, or a name with <address>.')
}

function readPublicUrl(env: Environment, port: number): string {
  const url = readText(env, 'TUKAR_PUBLIC_URL', `http://localhost:${port}`).replace(/\/+$/, '')
  if (/^https?:\/\/[^\s?#]+$/.test(url) && URL.canParse(url)) return url
  throw new SettingsError('TUKAR_PUBLIC_URL must be an address like https://exchange.example.')
}

function readCaptcha(env: Environment): CaptchaSetting {
  const siteKey = readText(env, 'TUKAR_RECAPTCHA_SITE_KEY', '')
  const secret = readText(env, 'TUKAR_RECAPTCHA_SECRET', '')
  // One key without the other is an error; it must not switch to another captcha silently.
  const meant = siteKey === '' && secret === '' ? 'altcha' : 'recaptcha'
  const kind = readChoice(env, 'TUKAR_CAPTCHA', ['altcha', 'recaptcha', 'none'] as const, meant)
  if (kind === 'none') return { kind }
  if (kind === 'altcha')
    return { kind, cost: readNumber(env, 'TUKAR_CAPTCHA_COST', 4_000, [1, 1e6]) }
  if (siteKey === '' || secret === '') {
    throw new SettingsError(
      'reCAPTCHA needs both TUKAR_RECAPTCHA_SITE_KEY and TUKAR_RECAPTCHA_SECRET.',
    )
  }
  const verifyUrl = readText(env, 'TUKAR_RECAPTCHA_VERIFY_URL', recaptchaVerifyUrl)
  const named = readList(env, 'TUKAR_RECAPTCHA_HOSTNAMES')
  return { kind, siteKey, secret, verifyUrl, hostnames: named.length > 0 ? named : ['localhost'] }
}

function readSocialLinks(env: Environment): Settings['socialLinks'] {
  return readList(env, 'TUKAR_SOCIAL_LINKS', socialLinksDefault).flatMap((pair) => {
    const [name = '', url = ''] = pair.split(/=(.*)/s)
    return url.startsWith('https://') && URL.canParse(url) ? [{ name, url }] : []
  })
}

function readBase(env: Environment, name: string): string {
  return readText(env, name, '').replace(/\/$/, '')
}

function readHosts(env: Environment): Settings['hosts'] {
  const base = (name: string): string => readBase(env, `TUKAR_HOST_${name}`)
  return {
    api: base('API'),
    realtime: base('REALTIME'),
    sync: base('SYNC'),
    evm: base('EVM'),
    payment: base('PAYMENT'),
    config: base('CONFIG'),
    proxy: base('PROXY'),
  }
}
