/**
 * The landing page's replacement for the router (`build/landing.ts`). It is a single page, and each of its
 * links opens a document of the app.
 */
import type { LinkProps } from '../router/link.tsx'
import { buildAddress, type Here } from '../router/address.ts'
import type { PageRoute } from '../router/page-routes.ts'

export { HomePage as Outlet } from '../home/home-page.tsx'

/** A link to a page of the app. */
export function Link(props: LinkProps) {
  const { to, params, search, hash, isExact: _isExact, children, ...rest } = props
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of one place, put together again
  const href = buildAddress({ to, params, search, hash } as PageRoute)
  return (
    <a {...rest} href={href}>
      {children}
    </a>
  )
}

async function navigate(place: PageRoute): Promise<void> {
  location.assign(buildAddress(place))
}

/** Returns a function that opens a page of the app. */
export function useNavigate(): (place: PageRoute) => Promise<void> {
  return navigate
}

/** The current location. It never changes, because every link opens another document. */
export function useLocation<Picked>({ select }: { select: (here: Here) => Picked }): Picked {
  return select({ pathname: location.pathname, search: {}, hash: location.hash.slice(1) })
}
