/**
 * Calls by which an operator decides: where he has a passkey, it signs what the exchange asks for; else a fresh code
 * of his authenticator confirms it.
 */
import { deskPasskeyMessages } from '@tukar/i18n'
import { textAt } from '../../api/json.ts'
import { type RawOutcome, type RequestPlan, send } from '../../api/request.ts'
import { sayer } from '../../app/say.ts'
import { canUsePasskeys, signChallenge } from './authenticator.ts'
import { askForCode } from './code-asking.ts'

const say = sayer(deskPasskeyMessages)

/** Sends a call; where the exchange wants it signed or confirmed, that is done, and it is sent once more. */
export async function sendSigned(plan: RequestPlan): Promise<RawOutcome> {
  const outcome = await send(plan)
  if (outcome.ok) return outcome
  if (outcome.code === 'desk.passkey_needed') {
    // The exchange cannot know that this browser has none to ask.
    if (!canUsePasskeys()) return { ...outcome, message: say('decisionUnsupported') }
    const passkey = await signChallenge(outcome.params)
    return passkey === null ? outcome : send({ ...plan, passkey })
  }
  if (outcome.code !== 'desk.code_needed') return outcome
  // A demo operator has no authenticator: the simulation says the code.
  const voteCode = textAt(outcome.params, 'code') || (await askForCode())
  return voteCode === null ? outcome : send({ ...plan, voteCode })
}
