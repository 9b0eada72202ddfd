/** Pages that read server lists through the query cache. */
import type { AroundPage } from '../router/route.ts'

/** Fetches the frame with the cache. */
export async function withQueries(): Promise<AroundPage> {
  return (await import('./query-frame.tsx')).QueryFrame
}
