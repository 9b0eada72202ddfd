/**
 * The router guard's rule, apart from what it asks (GUARD-02 to GUARD-06): where a navigation must go
 * instead, by what the server said of itself.
 */

/** What is known of the exchange; trouble of any other kind than maintenance leaves it unknown. */
export type ServerStatus = 'open' | 'maintenance' | 'unknown'

export const maintenancePath = '/maintenance'

/** Returns where a navigation to a path must go instead, null where it may proceed. */
export function findDetour(
  status: ServerStatus,
  path: string,
): '/' | typeof maintenancePath | null {
  const isThere = path === maintenancePath
  if (status === 'maintenance' && !isThere) return maintenancePath
  if (status === 'open' && isThere) return '/'
  return null
}
