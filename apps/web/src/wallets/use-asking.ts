/**
 * Asks the exchange for a transfer, once per press: where the outcome is not known, the very
 * same thing is asked for again with the same id, and nothing else can be sent before there is an
 * answer.
 */
import { useRef, useState } from 'react'
import { newCommandId } from '../api/command-id.ts'
import type { Failure } from '../api/request.ts'
import type { Asked } from './rupiah-calls.ts'

/** What asking may bring: an answer, or no outcome that is known. */
export type Reply<Row> = Asked<Row> | { readonly ok: false; readonly failure: null }

export type Asking<Wish, Row> = {
  readonly isBusy: boolean
  /** What was asked for without a known outcome. */
  readonly unresolved: Wish | null
  /** Asks for it, or once more for what is unresolved; null while another one is under way. */
  readonly ask: (wish: Wish) => Promise<Reply<Row> | null>
}

/** The exchange's own word that the bank was not reached and nothing was done. */
const gatewayDown = 'gateway.down'

/** Whether nobody knows what became of it. A repeat that does not get through says nothing new. */
function isUnknown({ kind, code }: Failure, isRepeat: boolean): boolean {
  if (code === gatewayDown) return false
  return kind === 'network' || kind === 'busy' || (isRepeat && kind !== 'refused')
}

/** Returns what asks by `call`. */
export function useAsking<Wish, Row>(
  call: (wish: Wish, commandId: string) => Promise<Asked<Row>>,
): Asking<Wish, Row> {
  const [isBusy, setBusy] = useState(false)
  const [unresolved, setUnresolved] = useState<Wish | null>(null)
  const open = useRef<{ readonly wish: Wish; readonly commandId: string } | null>(null)
  const isRunning = useRef(false)
  const ask = async (wish: Wish): Promise<Reply<Row> | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setBusy(true)
    const isRepeat = open.current !== null
    const sent = open.current ?? { wish, commandId: newCommandId() }
    open.current = sent
    try {
      const answer = await call(sent.wish, sent.commandId)
      if (!answer.ok && isUnknown(answer.failure, isRepeat)) {
        setUnresolved(sent.wish)
        return { ok: false, failure: null }
      }
      open.current = null
      setUnresolved(null)
      return answer
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, unresolved, ask }
}
