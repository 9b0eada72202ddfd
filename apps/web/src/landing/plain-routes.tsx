/**
 * What the landing page uses instead of the router (`build/landing.ts`): it is one page, and each of its links
 * opens a document, that of the app.
 */
import { type AnchorHTMLAttributes, Component, type ReactNode, useCallback } from 'react'
import { addressOf, type Place } from './address.ts'

export { HomePage as Outlet } from '../home/home-page.tsx'

type LinkProps = Place &
  AnchorHTMLAttributes<HTMLAnchorElement> & {
    readonly activeProps?: unknown
    readonly activeOptions?: unknown
  }

/** A link to a page of the app. */
export function Link(props: LinkProps) {
  const { to, params, activeProps: _props, activeOptions: _options, children, ...rest } = props
  const href = addressOf({ to, ...(params && { params }) })
  return (
    <a {...rest} href={href}>
      {children}
    </a>
  )
}

/** Returns what opens a page of the app. */
export function useNavigate(): (place: Place) => Promise<void> {
  return useCallback(async (place: Place) => location.assign(addressOf(place)), [])
}

type Here = Pick<Location, 'pathname' | 'hash'>

/** Where this page is, once: it leads nowhere but to other documents. */
export function useLocation<Picked>({ select }: { select: (here: Here) => Picked }): Picked {
  return select({ pathname: location.pathname, hash: location.hash.slice(1) })
}

type BoundaryProps = {
  readonly errorComponent: () => ReactNode
  readonly children: ReactNode
}

/** Shows something else where a part fails. */
export class CatchBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.errorComponent() : this.props.children
  }
}
