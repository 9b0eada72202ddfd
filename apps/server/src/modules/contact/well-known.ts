/**
 * Files at fixed addresses for programs: rules for search engines (RFC 9309), the contact for security
 * reports (RFC 9116), and the address to change a password.
 */
import type { HttpHost } from '../../platform/http/host.ts'

/** Pages that belong to a person or to operators. */
const privatePages = ['/executor', '/settings', '/kyc', '/auth/', '/mailbox', '/chart/']
/** The page that e-mails a link to set a new password; signed-in users may open it too. */
const newPasswordPage = '/auth/forgot-password?for=change'
/** RFC 9116 wants less than a year. */
const validDays = 180
const dayMs = 86_400_000

export type WellKnownDeps = {
  /** The operator's address. */
  readonly contactEmail: string
  readonly clock: () => number
}

/** Serves them, to everybody. */
export function registerWellKnown(http: HttpHost, { contactEmail, clock }: WellKnownDeps): void {
  const robots = ['User-agent: *', ...privatePages.map((page) => `Disallow: ${page}`), ''].join(
    '\n',
  )
  http.get('/robots.txt', async (_, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  http.get('/.well-known/security.txt', async (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(contactEmail, clock())),
  )
  http.get('/.well-known/change-password', async (_, reply) => reply.redirect(newPasswordPage, 302))
}

function securityText(contactEmail: string, nowMs: number): string {
  const today = Math.floor(nowMs / dayMs)
  const expires = new Date((today + validDays) * dayMs).toISOString().replace('.000', '')
  return [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: id, en',
    '',
  ].join('\n')
}
