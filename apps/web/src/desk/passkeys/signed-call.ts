/**
 * Calls that decide. They are signed by the operator's passkey, or confirmed by a fresh authenticator code.
 */
import { consolePasskeyMessages } from '@tukar/i18n'
import type { Route } from '@tukar/wire'
import { type Answer, call, type CallPlan, type Outcome } from '../../api/call.ts'
import { textAt } from '../../api/json.ts'
import { pageTranslator } from '../../app/translate.ts'
import { canUsePasskeys, signChallenge } from './authenticator.ts'
import { askForCode } from './code-asking.ts'

const t = pageTranslator(consolePasskeyMessages)

/** Makes a call. If the exchange requires a signature or a code, obtains it and calls once more. */
export async function callSigned<R extends Route>(
  route: R,
  plan: CallPlan<R>,
): Promise<Outcome<Answer<R>>> {
  const outcome = await call(route, plan)
  if (outcome.ok) return outcome
  if (outcome.code === 'desk.passkey_needed') {
    // The exchange cannot know that this browser has no passkeys.
    if (!canUsePasskeys()) return { ...outcome, message: t('decisionUnsupported') }
    const passkey = await signChallenge(outcome.params)
    return passkey === null ? outcome : call(route, { ...plan, passkey })
  }
  if (outcome.code !== 'desk.code_needed') return outcome
  // A demo operator has no authenticator; the simulation sends the code.
  const voteCode = textAt(outcome.params, 'code') || (await askForCode())
  return voteCode === null ? outcome : call(route, { ...plan, voteCode })
}
