/** Pages that read lists of the server through the query cache. */
import type { AroundPage } from '../router/route.ts'

/** Fetches what gives them the cache. */
export async function withQueries(): Promise<AroundPage> {
  return (await import('./query-frame.tsx')).QueryFrame
}
