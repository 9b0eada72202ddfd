/** The route of statements: what is chosen stands in the address, so that it can be kept and shared. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'
import type { StatementSearch } from './statement-search.ts'

/** Returns the routes below the one that gives pages the query cache. */
export function statementRoutes<Parent extends AnyRoute>(parent: Parent) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/statements',
      beforeLoad: membersOnly,
      // What stands there is read by the page, whose file is there by then.
      validateSearch: (search: Readonly<Record<string, unknown>>): StatementSearch => search,
      component: lazyRouteComponent(
        () => pageFile(import('./statements-page.tsx')),
        'StatementsPage',
      ),
    }),
  ] as const
}
