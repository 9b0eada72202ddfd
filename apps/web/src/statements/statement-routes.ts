/** The route of statements: what is chosen stands in the address, so that it can be kept and shared. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'

export type StatementSearch = {
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly kind?: string
  readonly page?: number
}

const dayGrammar = /^\d{4}-\d\d-\d\d$/

function statementSearch(search: Readonly<Record<string, unknown>>): StatementSearch {
  const { from, to, currency, kind, page } = search
  const isDay = (day: unknown): day is string => typeof day === 'string' && dayGrammar.test(day)
  return {
    ...(isDay(from) && isDay(to) && { from, to }),
    ...(typeof currency === 'string' && { currency }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

/** Returns the routes below the one that gives pages the query cache. */
export function statementRoutes<Parent extends AnyRoute>(parent: Parent) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/statements',
      beforeLoad: membersOnly,
      validateSearch: statementSearch,
      component: lazyRouteComponent(
        () => pageFile(import('./statements-page.tsx')),
        'StatementsPage',
      ),
    }),
  ] as const
}
