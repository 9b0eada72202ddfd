/** The changes of users' accounts that operators propose. */
import type { Desk } from '../../desk/index.ts'
import { userEndSessions } from './end-sessions.ts'
import { userLimits } from './limit.ts'
import type { UserChangeDeps } from './deps.ts'
import { userProve } from './prove.ts'
import { userResetFactor } from './reset-factor.ts'
import { userResume, userSuspend } from './suspend.ts'

/** Registers the changes. */
export function registerKinds({ changes }: Pick<Desk, 'changes'>, deps: UserChangeDeps): void {
  changes.register(userSuspend(deps))
  changes.register(userResume(deps))
  changes.register(userEndSessions(deps))
  changes.register(userLimits(deps))
  changes.register(userResetFactor(deps))
  changes.register(userProve(deps))
}
