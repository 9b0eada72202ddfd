/**
 * The rule of the router guard without its call (GUARD-02 to GUARD-06): the redirect of a navigation by the
 * server's status.
 */

/** The known status of the exchange; every failure other than maintenance is `unknown`. */
export type ServerStatus = 'open' | 'maintenance' | 'unknown'

export const maintenancePath = '/maintenance'

/** Returns the redirect of a navigation to a path; null if it may proceed. */
export function findDetour(
  status: ServerStatus,
  path: string,
): '/' | typeof maintenancePath | null {
  const isThere = path === maintenancePath
  if (status === 'maintenance' && !isThere) return maintenancePath
  if (status === 'open' && isThere) return '/'
  return null
}
