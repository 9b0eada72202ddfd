/** Who a call comes from, as far as it can be told: an address, and a kind of device. */
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/http/host.ts'
import { toClientKey } from '../../../platform/limits/client-address.ts'

export type Client = {
  readonly address: string
  /** Browser and system in words, as `Firefox on Linux`; empty where nothing is told. */
  readonly device: string
  readonly language: 'en' | 'id'
  /** Nothing was said of a language, as by a script. */
  readonly isLanguageGuessed?: boolean
  /** What its browser is about to keep as the cookie of a session; null or missing: it keeps none. */
  readonly secret?: string | null
}

const userAgentLengthMax = 500

/** The first that matches names the browser: most of them call themselves several names. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** The kind of device that a `User-Agent` names: words of ours, nothing of what was sent. */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, userAgentLengthMax)
  const browser = browsers.find(([mark]) => mark.test(text))?.[1]
  const system = systems.find(([mark]) => mark.test(text))?.[1]
  return [browser, system].filter((name) => name !== undefined).join(' on ')
}

/** The client of a request. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.ip,
    device: deviceOf(request.headers['user-agent'] ?? ''),
    language: languageOf(request),
    isLanguageGuessed: request.headers['accept-language'] === undefined,
  }
}

/** The network of an address, in which one person's addresses change: a /24, of IPv6 a /64. */
export function networkOf(address: string): string {
  return toClientKey(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}
