/** The route of evidence of taxes: the period stands in the address, so that it can be kept. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'

export type TaxSearch = {
  readonly year?: number
  /** From 1; left out: the whole year, if one is named. */
  readonly month?: number
  readonly page?: number
}

function taxSearch(search: Readonly<Record<string, unknown>>): TaxSearch {
  const { year, month, page } = search
  const isCount = (value: unknown, max: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
  return {
    ...(isCount(year, 2_099) && year >= 2_000 && { year }),
    ...(isCount(month, 12) && { month }),
    ...(isCount(page, 99_999) && page > 1 && { page }),
  }
}

/** Returns the routes below the one that gives pages the query cache. */
export function taxRoutes<Parent extends AnyRoute>(parent: Parent) {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/tax',
      beforeLoad: membersOnly,
      validateSearch: taxSearch,
      component: lazyRouteComponent(() => pageFile(import('./tax-page.tsx')), 'TaxPage'),
    }),
  ] as const
}
