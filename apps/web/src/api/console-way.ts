/**
 * The way to the console of operators while the exchange is closed: whoever goes there signs in although
 * nobody else can. Noted in this tab alone; what an operator may do his role says, not this note.
 */

const noteKey = 'console-way'

/** Whether this tab is on its way there, or is there. */
export function isOnConsoleWay(): boolean {
  try {
    return sessionStorage.getItem(noteKey) !== null
  } catch {
    return false
  }
}

/** Notes that this tab is on its way there, or no more; without storage nobody is. */
export function rememberConsoleWay(isOnIt: boolean): void {
  try {
    if (isOnIt) sessionStorage.setItem(noteKey, '1')
    else sessionStorage.removeItem(noteKey)
  } catch {
    // Then nobody signs in while the exchange is closed.
  }
}

/** Where somebody goes who has signed in. */
export function afterSignIn(): string {
  return isOnConsoleWay() ? '/executor' : '/'
}
