/**
 * Requests a transfer from the exchange, once per click. If the outcome is unknown, the same request
 * is sent again with the same id. No other request can be sent before there is an answer.
 */
import { isOutcomeOpen } from '../../api/answer.ts'
import { newCommandId } from '../../api/command-id.ts'
import type { Outcome } from '../../api/call.ts'
import type { Failure } from '../../api/request.ts'
import type { SentRequest, OpenRequestStore } from './open-request.ts'

export type RequestResult<Row> =
  | { readonly ok: true; readonly row: Row | null; readonly message: string }
  | { readonly ok: false; readonly failure: Failure }

/** The accepted transfer, or the failure. */
export function toRequestResult<Data, Row>(
  outcome: Outcome<{ readonly msg: string; readonly data: Data }>,
  read: (data: Data) => Row,
): RequestResult<Row> {
  if (!outcome.ok) return { ok: false, failure: outcome }
  const { data, msg: message } = outcome.body
  try {
    return { ok: true, row: read(data), message }
  } catch {
    // The request succeeded even if the answer is unreadable; a failure would invite a second request.
    return { ok: true, row: null, message }
  }
}

/** The reply to a request: a result, or an unknown outcome with its reason. */
export type RequestReply<Row> =
  | RequestResult<Row>
  | { readonly ok: false; readonly failure: null; readonly lost: Failure }

export type RequestState<Input> = {
  readonly isBusy: boolean
  /** The request whose outcome is unknown. */
  readonly unresolved: Input | null
}

export type TransferRequester<Input, Row> = {
  readonly read: () => RequestState<Input>
  readonly subscribe: (listener: () => void) => () => void
  /** Sends the request, or the unresolved one again; null while another request is pending. */
  readonly ask: (request: Input) => Promise<RequestReply<Row> | null>
}

/** The exchange's code that the bank was not reached and nothing was done. */
const gatewayDown = 'gateway.down'

/** Whether the outcome is unknown. */
function isUnknown(failure: Failure, isRepeat: boolean): boolean {
  return failure.code !== gatewayDown && isOutcomeOpen(failure, isRepeat)
}

/**
 * Creates a requester. `call` receives the request and the command id. A request that `keeper` stored earlier
 * is unresolved from the start.
 */
export function createTransferRequester<Input, Row>(
  call: (request: Input, commandId: string) => Promise<RequestResult<Row>>,
  store: OpenRequestStore<Input>,
): TransferRequester<Input, Row> {
  const listeners = new Set<() => void>()
  let open: SentRequest<Input> | null = store.read()
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
    async ask(request) {
      if (state.isBusy) return null
      const isRepeat = open !== null
      const sent = open ?? { wish: request, commandId: newCommandId() }
      open = sent
      // Stored before the call, because the page may be left before the answer.
      store.save(sent)
      become({ isBusy: true })
      try {
        const answer = await call(sent.wish, sent.commandId)
        if (!answer.ok && isUnknown(answer.failure, isRepeat)) {
          become({ unresolved: sent.wish })
          return { ok: false, failure: null, lost: answer.failure }
        }
        open = null
        store.save(null)
        become({ unresolved: null })
        return answer
      } finally {
        become({ isBusy: false })
      }
    },
  }
}
