/** Whether the reason of a decision suffices, as the exchange will judge it. */
import { deskReasonLengthMin, hasNeededReason } from '@tukar/wire'

/** A plain approval needs none; what is written has to say something. */
export function isReasonMissing(decision: string, text: string): boolean {
  const reason = text.trim()
  if (reason === '') return !hasNeededReason({ decision, reason })
  return reason.length < deskReasonLengthMin
}
