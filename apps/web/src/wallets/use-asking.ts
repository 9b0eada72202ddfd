/** Asking for a transfer, on a page: what asks lives as long as the page does. */
import { useState, useSyncExternalStore } from 'react'
import { type Asker, type AskingState, createAsker } from './asking.ts'
import type { Asked } from './rupiah-calls.ts'

export type Asking<Wish, Row> = AskingState<Wish> & Pick<Asker<Wish, Row>, 'ask'>

/** Returns what asks by `call`; the first one that was given is called. */
export function useAsking<Wish, Row>(
  call: (wish: Wish, commandId: string) => Promise<Asked<Row>>,
): Asking<Wish, Row> {
  const [asker] = useState(() => createAsker(call))
  const state = useSyncExternalStore(asker.subscribe, asker.read)
  return { ...state, ask: asker.ask }
}
