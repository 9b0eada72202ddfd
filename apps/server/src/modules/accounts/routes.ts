/** All calls of accounts: one registration for each topic. */
import type { HttpHost } from '../../platform/http/host.ts'
import { registerDemoPeople } from './demo-people/demo-people-routes.ts'
import { registerOneTimeCodes } from './codes/one-time-code-routes.ts'
import type { AccountsDeps } from './deps.ts'
import { type ProfileDeps, registerProfile } from './profile/profile-routes.ts'
import { registerRegistration } from './registration/registration-routes.ts'
import { registerSessions } from './sessions/session-routes.ts'
import { registerSignIn } from './sign-in/sign-in-routes.ts'
import { registerTwoFactor } from './two-factor/two-factor-routes.ts'

/** Serves accounts and sessions; in a simulation also the demo people. */
export function registerAccountRoutes(http: HttpHost, deps: AccountsDeps & ProfileDeps): void {
  registerSignIn(http, deps)
  registerTwoFactor(http, deps)
  registerOneTimeCodes(http, deps)
  registerSessions(http, deps)
  registerRegistration(http, deps)
  registerProfile(http, deps)
  if (deps.isSimulation) registerDemoPeople(http, deps)
}
