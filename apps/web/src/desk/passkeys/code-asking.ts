/** The decisions that wait for an authenticator code, one after another. */

/** Receives the code, or null if the operator cancels. */
type Waiting = (code: string | null) => void

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function change(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Asks the operator for a code; null if the operator cancels. */
export function askForCode(): Promise<string | null> {
  return new Promise((resolve) => change([...waiting, resolve]))
}

/** Passes the operator's code to the first waiting decision. */
export function giveCode(code: string | null): void {
  const [first, ...rest] = waiting
  change(rest)
  first?.(code)
}

/** The first waiting decision; undefined if there is none. */
export function firstWaiting(): Waiting | undefined {
  return waiting[0]
}

/** Calls the listener when the list of waiting decisions changes. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
