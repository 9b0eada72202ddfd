/** Who waits for a code of the operator's authenticator: one decision after the other. */

/** Takes the code, or null where the operator gives none. */
type Waiting = (code: string | null) => void

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function change(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Asks the operator for a code; null where he gives none. */
export function askForCode(): Promise<string | null> {
  return new Promise((resolve) => change([...waiting, resolve]))
}

/** Hands over what the operator gave to who waits longest. */
export function giveCode(code: string | null): void {
  const [first, ...rest] = waiting
  change(rest)
  first?.(code)
}

/** Who waits longest; undefined where nobody does. */
export function firstWaiting(): Waiting | undefined {
  return waiting[0]
}

/** Calls the listener when somebody begins or ends to wait. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
