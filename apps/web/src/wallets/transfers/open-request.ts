/**
 * A transfer request with an unknown outcome, stored in the tab with its command id. After a reload the same
 * request is sent again, and never a second one. The entry belongs to one user. Codes are not stored,
 * because the exchange recognizes the request without them.
 */
import { isRecord } from '../../api/json.ts'
import { currentSession } from '../../api/session.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The request, and its command id. */
export type SentRequest<Input> = { readonly wish: Input; readonly commandId: string }

/** The store of one form's unresolved request. */
export type OpenRequestStore<Input> = {
  readonly read: () => SentRequest<Input> | null
  /** Null deletes the request, because its outcome is known. */
  readonly save: (sent: SentRequest<Input> | null) => void
}

export type RequestFormStorage<Input> = {
  /** One a form. */
  readonly name: string
  /** Parses a stored request; null if it is invalid. */
  readonly parse: (value: unknown) => Input | null
  /** The request without its codes. */
  readonly withoutCodes: (request: Input) => Input
}

/** Creates the store of a form; its key has the form's name and the user id. */
export function createOpenRequestStore<Input>(
  form: RequestFormStorage<Input>,
  store: Store | null = null,
): OpenRequestStore<Input> {
  const toKey = (userId: string) => `tukar.asked.${form.name}.${userId}`
  return {
    read() {
      try {
        const userId = currentSession()?.userId
        if (userId === undefined) return null
        const kept: unknown = JSON.parse((store ?? sessionStorage).getItem(toKey(userId)) ?? 'null')
        if (!isRecord(kept)) return null
        const { commandId } = kept
        const request = form.parse(kept['wish'])
        return request === null || typeof commandId !== 'string'
          ? null
          : { wish: request, commandId }
      } catch {
        return null
      }
    },
    save(sent) {
      try {
        const storage = store ?? sessionStorage
        const userId = currentSession()?.userId
        if (userId === undefined) return
        if (sent === null) return storage.removeItem(toKey(userId))
        const { wish: request, commandId } = sent
        storage.setItem(
          toKey(userId),
          JSON.stringify({ wish: form.withoutCodes(request), commandId }),
        )
      } catch {
        // Without storage the request is kept in memory until the page is left.
      }
    },
  }
}
