/** The client of a call, as far as it can be identified: an address and a kind of device. */
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/http/host.ts'
import { toClientKey } from '../../../platform/limits/client-address.ts'

export type Client = {
  readonly address: string
  /** Browser and system, as `Firefox on Linux`; empty if the client does not name them. */
  readonly device: string
  readonly language: 'en' | 'id'
  /** The client named no language, as a script does. */
  readonly isLanguageGuessed?: boolean
  /** The session cookie that the browser is about to store; null or missing: none. */
  readonly secret?: string | null
}

const userAgentLengthMax = 500

/** The first match names the browser, because most browsers send several names. */
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

/** The kind of device of a `User-Agent` header, in words of ours; nothing of the header is copied. */
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

/** The network of an address, within which one person's addresses change: a /24, or a /64 of IPv6. */
export function networkOf(address: string): string {
  return toClientKey(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}
