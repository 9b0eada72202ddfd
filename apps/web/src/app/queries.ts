/** The one cache of what the server told. */
import { QueryClient } from '@tanstack/react-query'

/** Repeats are made below, by the call itself; a query asks once. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } },
})
