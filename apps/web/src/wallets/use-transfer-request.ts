/**
 * Asking for a transfer, on a page: what asks lives as long as the page does, and what has no outcome
 * outlives it.
 */
import { useState, useSyncExternalStore } from 'react'
import {
  type RequestResult,
  type TransferRequester,
  type RequestState,
  createTransferRequester,
} from './transfer-request.ts'
import { type RequestFormStorage, createOpenRequestStore } from './open-request.ts'

export type TransferRequest<Input, Row> = RequestState<Input> &
  Pick<TransferRequester<Input, Row>, 'ask'>

/** Returns what asks by `call` for a form; the first ones that were given are used. */
export function useTransferRequest<Input, Row>(
  call: (wish: Input, commandId: string) => Promise<RequestResult<Row>>,
  form: RequestFormStorage<Input>,
): TransferRequest<Input, Row> {
  const [requester] = useState(() => createTransferRequester(call, createOpenRequestStore(form)))
  const state = useSyncExternalStore(requester.subscribe, requester.read)
  return { ...state, ask: requester.ask }
}
