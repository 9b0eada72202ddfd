/**
 * A transfer that was asked for and whose outcome nobody told us: kept in the tab with the id that it was
 * asked with, so that leaving the page or loading it anew asks for that one again and never for a second
 * . An id is its user's alone; codes are not kept, the exchange knows the request without them.
 */
import { isRecord } from '../api/json.ts'
import { currentSession } from '../api/session.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was asked for, and under which id. */
export type SentRequest<Input> = { readonly wish: Input; readonly commandId: string }

/** Where one form keeps what it asked for. */
export type OpenRequestStore<Input> = {
  readonly read: () => SentRequest<Input> | null
  /** Null forgets it: its outcome is known. */
  readonly keep: (sent: SentRequest<Input> | null) => void
}

export type RequestFormStorage<Input> = {
  /** One a form. */
  readonly name: string
  /** The wish that a kept value is; null where it is none. */
  readonly parse: (value: unknown) => Input | null
  /** The wish without its codes. */
  readonly withoutCodes: (wish: Input) => Input
}

/** Keeps what a form asked for under the name of the form and of who is signed in. */
export function createOpenRequestStore<Input>(
  form: RequestFormStorage<Input>,
  store: Store | null = null,
): OpenRequestStore<Input> {
  const keyOf = (userId: string) => `tukar.asked.${form.name}.${userId}`
  return {
    read() {
      try {
        const userId = currentSession()?.userId
        if (userId === undefined) return null
        const kept: unknown = JSON.parse((store ?? sessionStorage).getItem(keyOf(userId)) ?? 'null')
        if (!isRecord(kept)) return null
        const { commandId } = kept
        const wish = form.parse(kept['wish'])
        return wish === null || typeof commandId !== 'string' ? null : { wish, commandId }
      } catch {
        return null
      }
    },
    keep(sent) {
      try {
        const place = store ?? sessionStorage
        const userId = currentSession()?.userId
        if (userId === undefined) return
        if (sent === null) return place.removeItem(keyOf(userId))
        const { wish, commandId } = sent
        place.setItem(keyOf(userId), JSON.stringify({ wish: form.withoutCodes(wish), commandId }))
      } catch {
        // Without storage it is kept until the page is left.
      }
    },
  }
}
