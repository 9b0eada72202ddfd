/** The decisions of this device that were sent as the console was left. */
import { type RawOutcome, send } from '../../api/request.ts'
import { failureText } from '../../api/failure-text.ts'
import { toast } from '../../ui/toast.tsx'
import { say } from '../texts.ts'
import {
  createLeft,
  endOf,
  type LeftDecision,
  type LeftEnd,
  maySendAgain,
} from './left-decisions.ts'

const left = createLeft(() => localStorage)

let leaving: { readonly userId: number; readonly title: string } | null = null

/** Decisions that begin within the action are kept until their end is known. */
export function keepingLeft(
  who: { readonly userId: number; readonly title: string },
  action: () => void,
) {
  leaving = who
  try {
    action()
  } finally {
    leaving = null
  }
}

/** Keeps a call that begins while the console is left; forgets it once its end was seen here. */
export function keptWhileLeaving(
  path: string,
  body: unknown,
  call: () => Promise<RawOutcome>,
): Promise<RawOutcome> {
  if (leaving === null) return call()
  const decision: LeftDecision = { ...leaving, path, body, atMs: Date.now() }
  left.keep(decision)
  return call().then((outcome) => {
    // A page that is still seen tells the outcome by itself.
    if (outcome.ok || document.visibilityState === 'visible') left.forget(decision)
    return outcome
  })
}

/** Sends again what an operator left, and tells him each end. */
export async function endLeft(userId: number, onDecided: () => void): Promise<void> {
  for (const decision of left.of(userId)) {
    const { title: what } = decision
    if (!maySendAgain(decision, Date.now())) {
      left.forget(decision)
      toast('bad', say('leftUnknown', { what }))
      continue
    }
    const plan = { host: 'api', method: 'POST', path: `/desk/${decision.path}` } as const
    const answer = await send({ ...plan, body: decision.body })
    const end = endOf(answer)
    if (end === null) continue
    left.forget(decision)
    tell(end, what, answer)
    onDecided()
  }
}

function tell(end: LeftEnd, what: string, answer: RawOutcome): void {
  if (end === 'done') toast('good', say('decided', { what }))
  else if (end === 'over') toast('info', say('leftOver', { what }))
  else if (!answer.ok) toast('bad', say('notDecided', { what }), failureText(answer))
}
