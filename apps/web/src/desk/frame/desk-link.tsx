/** A link inside the console: a plain address that is shown without loading the page again. */
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { toPath, type ConsoleRoute } from './console-route.ts'
import { navigate } from './route-store.ts'

export type DeskLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  readonly to: ConsoleRoute
}

/** The link; with a key for a new tab held it does what the browser does. */
export function DeskLink({ to, children, ...rest }: DeskLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...rest} href={toPath(to)} onClick={follow}>
      {children}
    </a>
  )
}
