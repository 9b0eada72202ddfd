/**
 * How often one client address may make the calls that cost or reveal something (SRV-04). What is
 * counted per account or address of e-mail stands with its module; orders have limits of their own.
 */
import { calls } from '@tukar/wire'
import { createClientLimit } from '../limits/client-limit.ts'
import type { HttpHost } from './host.ts'
import { Refusal } from './refusal.ts'

/** The ways into an account: one burst for all of them together, that comes back by the second. */
const entryPaths = [
  calls.signIn.path,
  calls.twoFactorLogin.path,
  calls.verifyEmail.path,
  calls.requestVerification.path,
  calls.requestPasswordChange.path,
  calls.changePassword.path,
] as const
const entriesPerSecond = 5
/** The way in as a demo person has no password to guess, so it has a burst of its own. */
const demoEntryBurst = 100
/** Codes by mail are counted per account too, by those who send them. */
const codeBurst = 100

/** Each stream is told a whole snapshot; a page opens one for each market that it shows. */
const streamBurst = 60
const streamsPerSecond = 4

/** What a person does a few times a day: bursts by path, one more each half minute. */
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
const rarePauseSeconds = 30

/**
 * Counts calls by the client's address; refuses `request.rate` where there were too many.
 *
 * @param limits `entryBurst`: of all ways into an account together, and once more of opening one
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
      ([path, burst]) => [path, createClientLimit(burst, 1 / rarePauseSeconds)] as const,
    ),
  ])
  http.addHook('onRequest', (request, _, done) => {
    const path = request.routeOptions.url ?? ''
    const mayCall = limits.get(path)
    if (mayCall === undefined || mayCall(request.ip, performance.now())) return done()
    done(new Refusal('request.rate', {}, path in rareBursts ? rarePauseSeconds : null))
  })
}
