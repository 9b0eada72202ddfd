/** Calls by which an operator decides: where he has a passkey, it signs what the exchange asks for. */
import { type RawOutcome, type RequestPlan, send } from '../../api/request.ts'
import { signChallenge } from './authenticator.ts'

const needed = 'desk.passkey_needed'

/** Sends a call; where the exchange wants it signed, it is signed and sent once more. */
export async function sendSigned(plan: RequestPlan): Promise<RawOutcome> {
  const outcome = await send(plan)
  if (outcome.ok || outcome.code !== needed) return outcome
  const passkey = await signChallenge(outcome.params)
  return passkey === null ? outcome : send({ ...plan, passkey })
}
