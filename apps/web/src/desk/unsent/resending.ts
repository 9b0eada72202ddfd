/** Sends decisions while the console closes, and determines their outcomes at the next visit. */
import type { Route } from '@tukar/wire'
import { buildPath } from '../../api/call.ts'
import { type RawOutcome, send } from '../../api/request.ts'
import { failureText } from '../../api/failure-text.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from '../texts.ts'
import {
  findCasePath,
  toOutcome,
  isAlreadyDecided,
  type DecisionOutcome,
  maySendAgain,
} from './resend-rules.ts'
import {
  deleteStoredDecision,
  storeDecisions,
  type StoredDecision,
  findSentDecisions,
} from './decision-store.ts'

let leaving: Omit<StoredDecision, 'atMs' | 'sent'> | null = null

/** Runs an action whose calls are stored until their outcome is known. */
export function withLeaving(decided: Omit<StoredDecision, 'atMs' | 'sent'>, action: () => void) {
  leaving = decided
  try {
    action()
  } finally {
    leaving = null
  }
}

/** Stores a call that starts while the console closes, and deletes it once its outcome was shown here. */
export function storeWhileLeaving<Outcome extends { readonly ok: boolean }>(
  route: Route,
  { id, input }: { readonly id?: string | number; readonly input?: unknown },
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  if (leaving === null) return call()
  const path = buildPath(route, id).replace('/desk/', '')
  const decision: StoredDecision = { ...leaving, atMs: Date.now(), sent: { path, body: input } }
  storeDecisions([decision])
  return call().then((outcome) => {
    // A visible page shows the outcome itself.
    if (outcome.ok || document.visibilityState === 'visible') deleteStoredDecision(decision)
    return outcome
  })
}

/** Calls of the closed page may still be in progress when the next page opens. */
const inProgressMs = 3_000

/** Sends an operator's stored decisions again if they are not done yet, and shows each outcome. */
export async function resendStored(userId: number, onDecided: () => void): Promise<void> {
  if (findSentDecisions(userId).length === 0) return
  await new Promise((resolve) => setTimeout(resolve, inProgressMs))
  for (const decision of findSentDecisions(userId)) {
    const { title: what, sent } = decision
    if (!maySendAgain(decision, Date.now())) {
      deleteStoredDecision(decision)
      toast('bad', t('leftUnknown', { what }))
      continue
    }
    const casePath = findCasePath(sent)
    const shown = casePath === null ? null : await send({ ...base, path: `/desk/${casePath}` })
    const isDecided = shown?.ok === true && isAlreadyDecided(sent, shown.body)
    const repeat = { ...base, method: 'POST', path: `/desk/${sent.path}` } as const
    const answer = isDecided ? null : await send({ ...repeat, body: sent.body })
    const end = answer === null ? 'over' : toOutcome(answer)
    if (end === null) continue
    deleteStoredDecision(decision)
    showOutcome(end, what, answer)
    onDecided()
  }
}

const base = { host: 'api', method: 'GET' } as const

function showOutcome(end: DecisionOutcome, what: string, answer: RawOutcome | null): void {
  if (end === 'done') toast('good', t('decided', { what }))
  else if (end === 'over') toast('info', t('leftOver', { what }))
  else if (answer?.ok === false) toast('bad', t('notDecided', { what }), failureText(answer))
}
