/** Sends decisions as the console is left, and learns at the next visit what became of them. */
import type { Route } from '@tukar/wire'
import { buildPath } from '../../api/call.ts'
import { type RawOutcome, send } from '../../api/request.ts'
import { failureText } from '../../api/failure-text.ts'
import { toast } from '../../ui/toast.tsx'
import { say } from '../texts.ts'
import { caseOf, endOf, isOver, type LeftEnd, maySendAgain } from './left-rules.ts'
import { dropLeft, keepLeft, type LeftDecision, sentOf } from './left-store.ts'

let leaving: Omit<LeftDecision, 'atMs' | 'sent'> | null = null

/** Decisions that begin within the action are kept until their end is known. */
export function keepingLeft(decided: Omit<LeftDecision, 'atMs' | 'sent'>, action: () => void) {
  leaving = decided
  try {
    action()
  } finally {
    leaving = null
  }
}

/** Keeps a call that begins while the console is left; forgets it once its end was seen here. */
export function keptWhileLeaving<Outcome extends { readonly ok: boolean }>(
  route: Route,
  { id, input }: { readonly id?: string | number; readonly input?: unknown },
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  if (leaving === null) return call()
  const path = buildPath(route, id).replace('/desk/', '')
  const decision: LeftDecision = { ...leaving, atMs: Date.now(), sent: { path, body: input } }
  keepLeft([decision])
  return call().then((outcome) => {
    // A page that is still seen tells the outcome by itself.
    if (outcome.ok || document.visibilityState === 'visible') dropLeft(decision)
    return outcome
  })
}

/** What was sent while leaving may still be under way when the next page opens. */
const underWayMs = 3_000

/** Sends again what an operator left, where it is not done yet, and tells him each end. */
export async function endLeft(userId: number, onDecided: () => void): Promise<void> {
  if (sentOf(userId).length === 0) return
  await new Promise((resolve) => setTimeout(resolve, underWayMs))
  for (const decision of sentOf(userId)) {
    const { title: what, sent } = decision
    if (!maySendAgain(decision, Date.now())) {
      dropLeft(decision)
      toast('bad', say('leftUnknown', { what }))
      continue
    }
    const place = caseOf(sent)
    const shown = place === null ? null : await send({ ...asked, path: `/desk/${place}` })
    const isDecided = shown?.ok === true && isOver(sent, shown.body)
    const told = { ...asked, method: 'POST', path: `/desk/${sent.path}` } as const
    const answer = isDecided ? null : await send({ ...told, body: sent.body })
    const end = answer === null ? 'over' : endOf(answer)
    if (end === null) continue
    dropLeft(decision)
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
