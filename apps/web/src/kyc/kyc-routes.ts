/** The routes of the identity check; guests are led home (SET-05). */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'

const pages = () => pageFile(import('./kyc-page.tsx'))

/** Returns the routes below the app's own; each page asks the server which of them is the reader's. */
export function kycRoutes<Parent extends AnyRoute>(parent: Parent) {
  const all = { getParentRoute: () => parent, beforeLoad: membersOnly }
  const component = lazyRouteComponent(pages, 'NationalityPage')
  return [
    createRoute({
      ...all,
      path: '/kyc',
      component,
    }),
    createRoute({
      ...all,
      path: '/kyc/nationality',
      component,
    }),
    createRoute({
      ...all,
      path: '/kyc/$variant/$step',
      component: lazyRouteComponent(pages, 'StepPage'),
    }),
  ] as const
}
