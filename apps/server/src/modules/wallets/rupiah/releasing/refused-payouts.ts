/** Payouts that the gateway refused to this process, so that they can no longer start. */
import {
  type Answer,
  type Payout,
  unreachableCode,
} from '../../../../adapters/bank-gateway/index.ts'

export type RefusedPayouts = {
  /** Records the gateway's answer to a payout. */
  note(reference: string, answer: Answer<Payout>): void
  /** Whether the last payout request with this reference was refused. */
  has(reference: string): boolean
}

/** More than are refused at the same time. Releasing the hold of a forgotten one takes a little longer. */
const rememberedMax = 10_000

export function rememberRefused(): RefusedPayouts {
  const references = new Set<string>()
  return {
    note(reference, answer) {
      references.delete(reference)
      if (answer.status !== 'refused' || answer.code === unreachableCode) return
      if (references.size >= rememberedMax) references.clear()
      references.add(reference)
    },
    has: (reference) => references.has(reference),
  }
}
