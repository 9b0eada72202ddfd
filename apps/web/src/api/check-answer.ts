/**
 * Validates answers against the schemas of their calls, in development only: production pages do not load the
 * schemas.
 */
import { calls, misfitOf, type Route } from '@tukar/wire'
import type { JsonRecord } from './json.ts'

/** Logs an answer that does not match its schema. It does not throw, because the call was carried out. */
export function check(route: Route, body: JsonRecord): void {
  const called = Object.values(calls).find((one) => one.route === route)
  const misfit = called === undefined ? 'no such call' : misfitOf(called, body)
  if (misfit !== null) reportError(new Error(`${route}: ${misfit}`))
}
