/** A form's transfer request. The requester lives as long as the page; an unresolved request outlives it. */
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

/** Returns the request of a form, which is sent by `call`; later values of the arguments are ignored. */
export function useTransferRequest<Input, Row>(
  call: (request: Input, commandId: string) => Promise<RequestResult<Row>>,
  form: RequestFormStorage<Input>,
): TransferRequest<Input, Row> {
  const [requester] = useState(() => createTransferRequester(call, createOpenRequestStore(form)))
  const state = useSyncExternalStore(requester.subscribe, requester.read)
  return { ...state, ask: requester.ask }
}
