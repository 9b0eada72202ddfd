/** The routes of the people pages. */
import type { ConsoleRoute } from '../frame/console-route.ts'

const name = 'people'

/** The list of people. */
export const peopleRoute: ConsoleRoute = { page: 'own', name, rest: [] }

/** The page of one person. */
export function toPersonRoute(userId: number): ConsoleRoute {
  return { page: 'own', name, rest: [String(userId)] }
}
