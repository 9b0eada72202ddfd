/** A link inside the console, which navigates without reloading the page. */
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { toPath, type ConsoleRoute } from './console-route.ts'
import { navigate } from './route-store.ts'

export type DeskLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  readonly to: ConsoleRoute
}

/** A link within the console; with a modifier key the browser opens it as usual. */
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
