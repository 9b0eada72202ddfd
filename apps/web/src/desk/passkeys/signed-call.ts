/**
 * Calls by which an operator decides: where he has a passkey, it signs what the exchange asks for; else a fresh code
 * of his authenticator confirms it.
 */
import { deskPasskeyMessages } from '@tukar/i18n'
import type { Route } from '@tukar/wire'
import { type Answer, call, type CallPlan, type Outcome } from '../../api/call.ts'
import { textAt } from '../../api/json.ts'
import { sayer } from '../../app/translate.ts'
import { canUsePasskeys, signChallenge } from './authenticator.ts'
import { askForCode } from './code-asking.ts'

const say = sayer(deskPasskeyMessages)

/** Makes a call; where the exchange wants it signed or confirmed, that is done, and it is made once more. */
export async function callSigned<R extends Route>(
  route: R,
  plan: CallPlan<R>,
): Promise<Outcome<Answer<R>>> {
  const outcome = await call(route, plan)
  if (outcome.ok) return outcome
  if (outcome.code === 'desk.passkey_needed') {
    // The exchange cannot know that this browser has none to ask.
    if (!canUsePasskeys()) return { ...outcome, message: say('decisionUnsupported') }
    const passkey = await signChallenge(outcome.params)
    return passkey === null ? outcome : call(route, { ...plan, passkey })
  }
  if (outcome.code !== 'desk.code_needed') return outcome
  // A demo operator has no authenticator: the simulation says the code.
  const voteCode = textAt(outcome.params, 'code') || (await askForCode())
  return voteCode === null ? outcome : call(route, { ...plan, voteCode })
}
