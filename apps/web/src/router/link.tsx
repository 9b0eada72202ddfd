/** Links between the pages of the app. */
import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useRef } from 'react'
import { buildAddress, plainPath } from './address.ts'
import type { Step } from './navigation.ts'
import type { PageRoute } from './page-routes.ts'
import { navigate, preload, useLocation } from './state.ts'

export type LinkProps = PageRoute &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    /** Marks the link only on its own page, and not on pages below it. */
    readonly isExact?: boolean
  }

/** A pointer that rests for this long signals a likely click. */
const intentMs = 50

/** A link to a page of the app. Hovering fetches the page, so that a click shows it at once. */
export function Link(props: LinkProps) {
  const { to, params, search, hash, isExact = false, onClick, children, ...rest } = props
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of one place, put together again
  const route = { to, params, search, hash } as PageRoute
  const address = buildAddress(route)
  const path = toPath(address)
  const isHere = useLocation({ select: ({ pathname }) => isAt(pathname, path, isExact) })
  const intent = useIntent(path)
  return (
    <a
      aria-current={isHere ? 'page' : undefined}
      {...intent}
      {...rest}
      href={address}
      onClick={(event) => {
        onClick?.(event)
        if (!isForUs(event)) return
        event.preventDefault()
        navigate(route).catch(() => undefined)
      }}
    >
      {children}
    </a>
  )
}

function toPath(address: string): string {
  return address.replace(/[?#].*$/, '')
}

/** Whether a link's page, or a page below it, is shown. Every page is below the home page. */
function isAt(pathname: string, path: string, isExact: boolean): boolean {
  const here = plainPath(pathname)
  return here === path || (!isExact && path !== '/' && here.startsWith(`${path}/`))
}

/** Whether the app handles a click itself; the browser handles clicks that open a tab, window or download. */
function isForUs(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey, currentTarget } = event
  const isPlain = !(metaKey || altKey || ctrlKey || shiftKey)
  const isHere = currentTarget.target === '' || currentTarget.target === '_self'
  return !defaultPrevented && button === 0 && isPlain && isHere
}

/** Fetches the page of a link on hover, touch or focus. */
function useIntent(path: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const begin = () => {
    stop()
    timer.current = setTimeout(() => preload(path), intentMs)
  }
  return {
    onFocus: begin,
    onMouseEnter: begin,
    onMouseLeave: stop,
    onTouchStart: () => preload(path),
  }
}

/** Navigates to a route as soon as it is rendered. */
export function Navigate(step: Step) {
  const next = useRef(step)
  const address = buildAddress(step)
  useEffect(() => {
    next.current = step
  })
  useEffect(() => {
    navigate(next.current).catch(() => undefined)
  }, [address])
  return null
}
