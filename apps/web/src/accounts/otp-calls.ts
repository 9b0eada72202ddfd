/** The call that mails a one-time code (OTP-02). */
import { type RawOutcome, send } from '../api/request.ts'

/** Asks for a code by mail; an earlier one is dead from then on. */
export function requestCode(): Promise<RawOutcome> {
  return send({ host: 'sync', method: 'POST', path: '/otps/create', body: {} })
}
