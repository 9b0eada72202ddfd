/** Holds answers to the schemas of their calls, in development alone: no visitor loads the schemas. */
import { calls, misfitOf, type Route } from '@tukar/wire'
import type { JsonRecord } from './json.ts'

/** Reports an answer that is not as its call describes it. What was done is done: nothing is thrown. */
export function check(route: Route, body: JsonRecord): void {
  const called = Object.values(calls).find((one) => one.route === route)
  const misfit = called === undefined ? 'no such call' : misfitOf(called, body)
  if (misfit !== null) reportError(new Error(`${route}: ${misfit}`))
}
