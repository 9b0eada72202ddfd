/** Payouts that the gateway refused to this process: nothing of them can begin any more. */
import {
  type Answer,
  type Payout,
  unreachableCode,
} from '../../../../adapters/bank-gateway/index.ts'

export type RefusedPayouts = {
  /** Takes note of the answer to a sending. */
  note(reference: string, answer: Answer<Payout>): void
  /** Whether the last sending of this reference was refused. */
  has(reference: string): boolean
}

/** More than are refused at once; who is forgotten waits a little longer for his money. */
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
