/**
 * Asking for a transfer, on a page: what asks lives as long as the page does, and what has no outcome
 * outlives it.
 */
import { useState, useSyncExternalStore } from 'react'
import { type Asked, type Asker, type AskingState, createAsker } from './asking.ts'
import { type KeptForm, keptWish } from './open-wish.ts'

export type Asking<Wish, Row> = AskingState<Wish> & Pick<Asker<Wish, Row>, 'ask'>

/** Returns what asks by `call` for a form; the first ones that were given are used. */
export function useAsking<Wish, Row>(
  call: (wish: Wish, commandId: string) => Promise<Asked<Row>>,
  form: KeptForm<Wish>,
): Asking<Wish, Row> {
  const [asker] = useState(() => createAsker(call, keptWish(form)))
  const state = useSyncExternalStore(asker.subscribe, asker.read)
  return { ...state, ask: asker.ask }
}
