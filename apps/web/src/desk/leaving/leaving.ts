/** The decisions of this device that were sent as the console was left. */
import { type RawOutcome, send } from '../../api/request.ts'
import { failureText } from '../../api/failure-text.ts'
import { toast } from '../../ui/toast.tsx'
import { say } from '../texts.ts'
import {
  caseOf,
  createLeft,
  endOf,
  isOver,
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

/** What was sent while leaving may still be under way when the next page opens. */
const underWayMs = 3_000

/** Sends again what an operator left, where it is not done yet, and tells him each end. */
export async function endLeft(userId: number, onDecided: () => void): Promise<void> {
  if (left.of(userId).length === 0) return
  await new Promise((resolve) => setTimeout(resolve, underWayMs))
  for (const decision of left.of(userId)) {
    const { title: what } = decision
    if (!maySendAgain(decision, Date.now())) {
      left.forget(decision)
      toast('bad', say('leftUnknown', { what }))
      continue
    }
    const place = caseOf(decision)
    const shown = place === null ? null : await send({ ...asked, path: `/desk/${place}` })
    const isDecided = shown?.ok === true && isOver(decision, shown.body)
    const told = { ...asked, method: 'POST', path: `/desk/${decision.path}` } as const
    const answer = isDecided ? null : await send({ ...told, body: decision.body })
    const end = answer === null ? 'over' : endOf(answer)
    if (end === null) continue
    left.forget(decision)
    tell(end, what, answer)
    onDecided()
  }
}

const asked = { host: 'api', method: 'GET' } as const

function tell(end: LeftEnd, what: string, answer: RawOutcome | null): void {
  if (end === 'done') toast('good', say('decided', { what }))
  else if (end === 'over') toast('info', say('leftOver', { what }))
  else if (answer?.ok === false) toast('bad', say('notDecided', { what }), failureText(answer))
}
