/** The routes of the agreement; guests are led home, who may not agree by the pages themselves (AGR-01). */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'

/** Returns the routes below the app's root. */
export function agreementRoutes<Parent extends AnyRoute>(parent: Parent) {
  const all = { getParentRoute: () => parent, beforeLoad: membersOnly }
  return [
    createRoute({
      ...all,
      path: '/settings/agreement-sign',
      component: lazyRouteComponent(() => pageFile(import('./sign-page.tsx')), 'SignPage'),
    }),
    createRoute({
      ...all,
      path: '/settings/agreement-sign-two',
      component: lazyRouteComponent(() => pageFile(import('./sign-two-page.tsx')), 'SignTwoPage'),
    }),
  ] as const
}
