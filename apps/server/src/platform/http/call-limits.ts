/**
 * How often one client address may make calls that are expensive or reveal something (SRV-04). Limits per
 * account or e-mail address are in the modules; orders have their own limits.
 */
import { calls } from '@tukar/wire'
import { createClientLimit } from '../limits/client-limit.ts'
import type { HttpHost } from './host.ts'
import { Refusal } from './refusal.ts'

/** The calls that lead into an account share one burst, which refills every second. */
const entryPaths = [
  calls.signIn.path,
  calls.twoFactorLogin.path,
  calls.verifyEmail.path,
  calls.requestVerification.path,
  calls.requestPasswordChange.path,
  calls.changePassword.path,
] as const
const entriesPerSecond = 5
/** Signing in as a demo person involves no password to guess, so it has a separate burst. */
const demoEntryBurst = 100
/** Codes by e-mail are also limited per account, by the modules that send them. */
const codeBurst = 100

/** Each stream starts with a whole snapshot; a page opens one for each market that it shows. */
const streamBurst = 60
const streamsPerSecond = 4

/** Calls that a person makes a few times a day: bursts by path, refilled by one per half minute. */
const rareBursts: Readonly<Record<string, number>> = {
  [calls.contactUs.path]: 10,
  [calls.deleteAccount.path]: 10,
  [calls.upload.path]: 20,
  [calls.depositFile.path]: 20,
  [calls.cancelWithdrawalByLink.path]: 20,
  [calls.withdrawalOfLink.path]: 20,
  [calls.cancelChainWithdrawalByLink.path]: 20,
  [calls.chainWithdrawalOfLink.path]: 20,
}
const rareRefillSeconds = 30

/**
 * Counts calls by the client's address; refuses `request.rate` above the limit.
 *
 * @param limits `entryBurst`: the shared burst of all calls that lead into an account, and another one for
 * opening an account
 */
export function registerCallLimits(
  http: HttpHost,
  { entryBurst }: { readonly entryBurst: number },
): void {
  const mayEnter = createClientLimit(entryBurst, entriesPerSecond)
  const limits = new Map<string, ReturnType<typeof createClientLimit>>([
    ...entryPaths.map((path) => [path, mayEnter] as const),
    [calls.signUp.path, createClientLimit(entryBurst, entriesPerSecond)],
    [calls.enterAsDemo.path, createClientLimit(demoEntryBurst, entriesPerSecond)],
    [calls.sendCode.path, createClientLimit(codeBurst, entriesPerSecond)],
    [calls.events.path, createClientLimit(streamBurst, streamsPerSecond)],
    ...Object.entries(rareBursts).map(
      ([path, burst]) => [path, createClientLimit(burst, 1 / rareRefillSeconds)] as const,
    ),
  ])
  http.addHook('onRequest', (request, _, done) => {
    const path = request.routeOptions.url ?? ''
    const mayCall = limits.get(path)
    if (mayCall === undefined || mayCall(request.ip, performance.now())) return done()
    done(new Refusal('request.rate', {}, path in rareBursts ? rareRefillSeconds : null))
  })
}
