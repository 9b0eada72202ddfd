/**
 * The route to the operators' console during maintenance: operators can sign in although others cannot. The
 * mark is stored in this tab; an operator's rights come from the role, not from the mark.
 */

const noteKey = 'console-way'

/** Whether this tab is in the console or on the route to it. */
export function isOnConsoleWay(): boolean {
  try {
    return sessionStorage.getItem(noteKey) !== null
  } catch {
    return false
  }
}

/** Sets or clears the mark of this tab; without storage it is not set. */
export function rememberConsoleWay(isOnIt: boolean): void {
  try {
    if (isOnIt) sessionStorage.setItem(noteKey, '1')
    else sessionStorage.removeItem(noteKey)
  } catch {
    // Without storage nobody can sign in during maintenance.
  }
}

/** The route after sign-in. */
export function afterSignIn(): string {
  return isOnConsoleWay() ? '/executor' : '/'
}
