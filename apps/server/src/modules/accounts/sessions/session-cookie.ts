/**
 * The cookie that binds a session to its browser (M-5): random, and out of reach of scripts, so that a token that a
 * script read is of no use elsewhere. A client asks for it by a header; one that does not gets a session that needs
 * the token alone, as the contract of the calls has it.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, isToken, makeToken } from '../../../platform/security/opaque-tokens.ts'

/** A client that sends `1` here keeps cookies and brings them. */
const requestHeader = 'x-session-cookie'
/** The first where a page is secure: nobody but this very host can set it. */
const [secureName, plainName] = ['__Host-client', 'client']
const names: readonly string[] = [secureName, plainName]
const daySeconds = 86_400
/** Neighbors on other ports of a host share its cookies: of more than these no one is looked at. */
const secretsMax = 8

/** The secret of a session that is about to be opened for this request; null where its client keeps no cookies. */
export function createCookieSecret({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return headers[requestHeader] === '1' ? makeToken() : null
}

export type CookiePlan = {
  /** Where our pages are. */
  readonly origin: string
  readonly days: number
}

/** Has the browser keep the secret of its session. */
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

/** Has the browser forget it. */
export function clearSecretCookie(reply: FastifyReply): void {
  reply.header(
    'set-cookie',
    names.map((name) => cookieOf(name, '', 0)),
  )
}

/** Whether the secret with this hash is among the cookies. */
export function hasSecretCookie(cookies: string | undefined, hash: Buffer): boolean {
  return secretsIn(cookies).some((secret) => timingSafeEqual(hashOf(secret), hash))
}

function secretsIn(cookies = ''): readonly string[] {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='))
  const own = pairs.filter(([name = '', value = '']) => names.includes(name) && isToken(value))
  // A site beside ours can set the plain one, and fill the places up, but never the secure one.
  const [secure, plain] = names.map((wanted) => own.filter(([name]) => name === wanted))
  return [...(secure ?? []), ...(plain ?? [])].slice(0, secretsMax).map(([, value = '']) => value)
}

function cookieOf(name: string, value: string, ageSeconds: number): string {
  const rest = `Path=/; Max-Age=${ageSeconds}; HttpOnly; SameSite=Strict`
  return `${name}=${value}; ${rest}${name === secureName ? '; Secure' : ''}`
}

/** A browser drops a secure cookie that a plain page brings, as one that was opened by an address of the network. */
function isSecurePage({ protocol, host }: FastifyRequest, origin: string): boolean {
  const own = new URL(origin)
  return protocol === 'https' || (own.protocol === 'https:' && own.host === host)
}
