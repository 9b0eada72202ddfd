/**
 * The cookie that binds a session to its browser (M-5). It is random and scripts cannot read it, so that a
 * token that a script stole is useless elsewhere. A client requests the cookie by a header. A session without
 * it needs the token alone, as the API contract says.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, isToken, makeToken } from '../../../platform/security/opaque-tokens.ts'

/** A client that sends `1` in this header stores cookies and sends them back. */
const requestHeader = 'x-session-cookie'
/** The first name is for secure pages: only this very host can set it. */
const [secureName, plainName] = ['__Host-client', 'client']
const names: readonly string[] = [secureName, plainName]
const daySeconds = 86_400
/** Servers on other ports of the host share its cookies; at most this many cookies are checked. */
const secretsMax = 8

/** The secret of a session that this request is about to open; null if its client stores no cookies. */
export function createCookieSecret({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return headers[requestHeader] === '1' ? makeToken() : null
}

export type CookiePlan = {
  /** The origin of our pages. */
  readonly origin: string
  readonly days: number
}

/** Sets the cookie with the secret of a session. */
export function setSecretCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  plan: CookiePlan,
): void {
  const isSecure = isSecurePage(request, plan.origin)
  const name = isSecure ? secureName : plainName
  reply.header('set-cookie', cookieOf(name, secret, plan.days * daySeconds))
}

/** Clears the cookie. */
export function clearSecretCookie(reply: FastifyReply): void {
  reply.header(
    'set-cookie',
    names.map((name) => cookieOf(name, '', 0)),
  )
}

/** Whether a cookie with this hash is present. */
export function hasSecretCookie(cookies: string | undefined, hash: Buffer): boolean {
  return secretsIn(cookies).some((secret) => timingSafeEqual(hashOf(secret), hash))
}

function secretsIn(cookies = ''): readonly string[] {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='))
  const own = pairs.filter(([name = '', value = '']) => names.includes(name) && isToken(value))
  // Another site of the host can set the plain cookie and fill the limit, but cannot set the secure one.
  const [secure, plain] = names.map((wanted) => own.filter(([name]) => name === wanted))
  return [...(secure ?? []), ...(plain ?? [])].slice(0, secretsMax).map(([, value = '']) => value)
}

function cookieOf(name: string, value: string, ageSeconds: number): string {
  const rest = `Path=/; Max-Age=${ageSeconds}; HttpOnly; SameSite=Strict`
  return `${name}=${value}; ${rest}${name === secureName ? '; Secure' : ''}`
}

/** A browser drops a secure cookie on a plain page, such as one that was opened by a network address. */
function isSecurePage({ protocol, host }: FastifyRequest, origin: string): boolean {
  const own = new URL(origin)
  return protocol === 'https' || (own.protocol === 'https:' && own.host === host)
}
