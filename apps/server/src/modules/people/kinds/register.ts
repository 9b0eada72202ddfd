/** The changes of people's accounts that operators propose. */
import type { Desk } from '../../desk/index.ts'
import { userEndSessions } from './end-sessions.ts'
import { userLimits } from './limit.ts'
import type { KindParts } from './parts.ts'
import { userProve } from './prove.ts'
import { userResetFactor } from './reset-factor.ts'
import { userResume, userSuspend } from './suspend.ts'

/** Adds them to those of the console’s other parts. */
export function registerKinds({ changes }: Pick<Desk, 'changes'>, parts: KindParts): void {
  changes.register(userSuspend(parts))
  changes.register(userResume(parts))
  changes.register(userEndSessions(parts))
  changes.register(userLimits(parts))
  changes.register(userResetFactor(parts))
  changes.register(userProve(parts))
}
