/**
 * Asks the exchange for a transfer, once per press: where the outcome is not known, the very
 * same thing is asked for again with the same id, and nothing else can be sent before there is an
 * answer.
 */
import { isOutcomeOpen } from '../api/answer.ts'
import { newCommandId } from '../api/command-id.ts'
import type { Outcome } from '../api/call.ts'
import type { Failure } from '../api/request.ts'
import type { SentRequest, OpenRequestStore } from './open-request.ts'

export type RequestResult<Row> =
  | { readonly ok: true; readonly row: Row | null; readonly message: string }
  | { readonly ok: false; readonly failure: Failure }

/** What was asked for as the exchange took it, or why it did not. */
export function toRequestResult<Data, Row>(
  outcome: Outcome<{ readonly msg: string; readonly data: Data }>,
  read: (data: Data) => Row,
): RequestResult<Row> {
  if (!outcome.ok) return { ok: false, failure: outcome }
  const { data, msg: message } = outcome.body
  try {
    return { ok: true, row: read(data), message }
  } catch {
    // It is done, whatever else the answer says: a failure would invite to ask for it twice.
    return { ok: true, row: null, message }
  }
}

/** What asking may bring: an answer, or no outcome that is known, and why. */
export type RequestReply<Row> =
  | RequestResult<Row>
  | { readonly ok: false; readonly failure: null; readonly lost: Failure }

export type RequestState<Input> = {
  readonly isBusy: boolean
  /** What was asked for without a known outcome. */
  readonly unresolved: Input | null
}

export type TransferRequester<Input, Row> = {
  readonly read: () => RequestState<Input>
  readonly subscribe: (listener: () => void) => () => void
  /** Asks for it, or once more for what is unresolved; null while another one is under way. */
  readonly ask: (wish: Input) => Promise<RequestReply<Row> | null>
}

/** The exchange's own word that the bank was not reached and nothing was done. */
const gatewayDown = 'gateway.down'

/** Whether nobody knows what became of it. */
function isUnknown(failure: Failure, isRepeat: boolean): boolean {
  return failure.code !== gatewayDown && isOutcomeOpen(failure, isRepeat)
}

/**
 * Makes what asks by `call`, which gets the wish and the id of the command. What `keeper` has kept from
 * before is unresolved from the beginning.
 */
export function createTransferRequester<Input, Row>(
  call: (wish: Input, commandId: string) => Promise<RequestResult<Row>>,
  keeper: OpenRequestStore<Input>,
): TransferRequester<Input, Row> {
  const listeners = new Set<() => void>()
  let open: SentRequest<Input> | null = keeper.read()
  let state: RequestState<Input> = { isBusy: false, unresolved: open?.wish ?? null }
  const become = (next: Partial<RequestState<Input>>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async ask(wish) {
      if (state.isBusy) return null
      const isRepeat = open !== null
      const sent = open ?? { wish, commandId: newCommandId() }
      open = sent
      // From now on: the page may be left before there is an answer.
      keeper.keep(sent)
      become({ isBusy: true })
      try {
        const answer = await call(sent.wish, sent.commandId)
        if (!answer.ok && isUnknown(answer.failure, isRepeat)) {
          become({ unresolved: sent.wish })
          return { ok: false, failure: null, lost: answer.failure }
        }
        open = null
        keeper.keep(null)
        become({ unresolved: null })
        return answer
      } finally {
        become({ isBusy: false })
      }
    },
  }
}
