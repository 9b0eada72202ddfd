/**
 * How often one client address may make the calls that cost or reveal something (SRV-04). What is
 * counted per account or address of e-mail stands with its module; orders have limits of their own.
 */
import { createClientLimit } from '../limits/client-limit.ts'
import type { HttpHost } from './host.ts'
import { Refusal } from './refusal.ts'

/** The ways into an account: one burst for all of them together, that comes back by the second. */
const entryPaths = [
  '/auth/signin_post',
  '/auth/two-fa-login',
  '/auth/email_verification',
  '/auth/email_verification_token_request',
  '/auth/passchange-request',
  '/auth/passchange_form_post',
] as const
const entriesPerSecond = 5

/** What a person does a few times a day: bursts by path, one more each half minute. */
const rareBursts: Readonly<Record<string, number>> = {
  '/users/contact-us': 10,
  '/users/delete-account': 10,
  '/users/upload': 20,
}
const rarePerSecond = 1 / 30

/** Counts calls by the client's address; refuses `request.rate` where there were too many. */
export function registerCallLimits(
  http: HttpHost,
  { entryBurst }: { readonly entryBurst: number },
): void {
  const mayEnter = createClientLimit(entryBurst, entriesPerSecond)
  const limits = new Map<string, ReturnType<typeof createClientLimit>>([
    ...entryPaths.map((path) => [path, mayEnter] as const),
    ...Object.entries(rareBursts).map(
      ([path, burst]) => [path, createClientLimit(burst, rarePerSecond)] as const,
    ),
  ])
  http.addHook('onRequest', (request, _, done) => {
    const mayCall = limits.get(request.routeOptions.url ?? '')
    const isTooMany = mayCall?.(request.ip, performance.now()) === false
    done(isTooMany ? new Refusal('request.rate') : undefined)
  })
}
