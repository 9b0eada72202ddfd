/**
 * The settings that the server writes into the page: names, hosts, mode. Whatever is missing has a
 * neutral default, so that the page also opens from a plain file server.
 */
import type { HostName } from '@tukar/wire'
import { isRecord, parseJson } from '../api/json.ts'

export type SocialLink = { readonly name: string; readonly url: string }

export type ClientConfig = {
  readonly product: string
  readonly mode: 'simulation' | 'live'
  /** Bases of the calls; an empty one is the page's own origin. */
  readonly hosts: Readonly<Record<HostName, string>>
  /** Base of an exchange outside whose price may be asked for; empty: it cannot (DEC-131). */
  readonly tickerBase: string
  /** Base of the chart service; empty: the page's own origin. */
  readonly chartBase: string
  readonly languageRule: 'date-string' | 'en'
  readonly sessionDays: number
  readonly isCookieSecure: boolean
  /** Texts of the hero, as the operator wrote them (DEC-08, DEC-94). */
  readonly homeFigures: {
    readonly users: string
    readonly assets: string
    readonly transactions: string
  }
  readonly socialLinks: readonly SocialLink[]
  /** Whether mails stay on the server's machine, in a mailbox at `/mailbox`. */
  readonly hasMailbox: boolean
  /** Where the operator reads mail; shown on the contact page (LEGAL-03). */
  readonly contactEmail: string
  /** What locks a bank account by itself (DEC-96). */
  readonly bankLockOn: 'first-withdrawal' | 'first-save' | 'manual'
  /** Whether people trade before they are verified and have agreed. */
  readonly tradesBeforeKyc: boolean
  /** What a new account starts with in simulation mode: decimal strings. */
  readonly startingFunds: { readonly rupiah: string; readonly bitcoin: string }
  /** Tells the configuration host which app asks; no secret (DEC-62). */
  readonly configKey: string
  /** Whether the verification dialog takes a passport without its back (DEC-61). */
  readonly isPassportSingleSided: boolean
  /** The rule that the consent of the identity check names, and the regulator's list of traders. */
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

/** Reads the settings from the page; a text that is no JSON counts as none. */
function readConfig(): ClientConfig {
  const given = parseJson(document.getElementById('client-config')?.textContent ?? '')
  if (!isRecord(given)) return defaults
  // The server is the same build as this file; what it leaves out is filled in.
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

/** Whether money is play money here. */
export const isSimulation = clientConfig.mode === 'simulation'
