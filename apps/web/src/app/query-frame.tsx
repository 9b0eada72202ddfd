/** Gives the query cache to the pages below; loaded with the first page that needs it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from './queries.ts'

/** The frame of pages with server lists. */
export function QueryFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
