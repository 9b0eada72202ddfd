/**
 * Settings that the server writes into the page: names, hosts, mode. Missing ones have a neutral default, so
 * that the page also opens from a plain file server.
 */
import type { HostName } from '@tukar/wire'
import { isRecord, parseJson } from '../api/json.ts'

export type SocialLink = { readonly name: string; readonly url: string }

export type ClientConfig = {
  readonly product: string
  readonly mode: 'simulation' | 'live'
  /** Base URLs of the calls; empty for the page's own origin. */
  readonly hosts: Readonly<Record<HostName, string>>
  /** Base URL of an external exchange for the price of bitcoin; empty: off (DEC-131). */
  readonly tickerBase: string
  /** Base URL of the chart service; empty for the page's own origin. */
  readonly chartBase: string
  readonly languageRule: 'date-string' | 'en'
  readonly sessionDays: number
  readonly isCookieSecure: boolean
  /** Texts of the hero, written by the operator (DEC-08, DEC-94). */
  readonly homeFigures: {
    readonly users: string
    readonly assets: string
    readonly transactions: string
  }
  readonly socialLinks: readonly SocialLink[]
  /** Whether e-mails stay on the server, in a mailbox at `/mailbox`. */
  readonly hasMailbox: boolean
  /** The operator's e-mail address; shown on the contact page (LEGAL-03). */
  readonly contactEmail: string
  /** The event that locks a bank account automatically (DEC-96). */
  readonly bankLockOn: 'first-withdrawal' | 'first-save' | 'manual'
  /** Whether users may trade before the identity check and the agreement. */
  readonly tradesBeforeKyc: boolean
  /** Initial balances of a new account in simulation mode: decimal strings. */
  readonly startingFunds: { readonly rupiah: string; readonly bitcoin: string }
  /** The app's key at the configuration host; not a secret (DEC-62). */
  readonly configKey: string
  /** Whether the verification dialog accepts a passport without its back (DEC-61). */
  readonly isPassportSingleSided: boolean
  /** The regulation that the consent of the identity check names, and the regulator's list of traders. */
  readonly kycRule: 'bappebti-8-2021' | 'pojk-27-2024'
  readonly kycTradersUrl: string
}

const noHosts: Readonly<Record<HostName, string>> = {
  api: '',
  realtime: '',
  sync: '',
  evm: '',
  payment: '',
  config: '',
  proxy: '',
}

const defaults: ClientConfig = {
  product: 'Tukar',
  mode: 'simulation',
  hosts: noHosts,
  tickerBase: '',
  chartBase: '',
  languageRule: 'date-string',
  sessionDays: 7,
  isCookieSecure: true,
  homeFigures: { users: '9,501', assets: '50', transactions: '5M IDR' },
  socialLinks: [],
  hasMailbox: false,
  contactEmail: 'halo@tukar.example',
  bankLockOn: 'first-withdrawal',
  tradesBeforeKyc: true,
  startingFunds: { rupiah: '50000000.00', bitcoin: '0.02000000' },
  configKey: '',
  isPassportSingleSided: false,
  kycRule: 'bappebti-8-2021',
  kycTradersUrl: 'https://bappebti.go.id/calon_pedagang_aset_kripto',
}

/** Reads the settings from the page; malformed JSON counts as missing. */
function readConfig(): ClientConfig {
  const given = parseJson(document.getElementById('client-config')?.textContent ?? '')
  if (!isRecord(given)) return defaults
  // The server has the same build as this file; missing settings get defaults.
  const settings: Partial<ClientConfig> = given
  return {
    ...defaults,
    ...settings,
    hosts: { ...noHosts, ...settings.hosts },
    homeFigures: { ...defaults.homeFigures, ...settings.homeFigures },
    startingFunds: { ...defaults.startingFunds, ...settings.startingFunds },
  }
}

export const clientConfig: ClientConfig = readConfig()

/** Whether the exchange runs in simulation mode, with play money. */
export const isSimulation = clientConfig.mode === 'simulation'
