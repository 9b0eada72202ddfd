/** Links between the pages of the app. */
import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useRef } from 'react'
import { addressOf, plainPath } from './address.ts'
import type { Step } from './navigation.ts'
import type { Place } from './page-routes.ts'
import { navigate, preload, useLocation } from './state.ts'

export type LinkProps = Place &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    /** Whether it is marked as the page shown on that page alone, and on none below it. */
    readonly isExact?: boolean
  }

/** Pointed at for so long, a page is likely to be wanted. */
const intentMs = 50

/** A link to a page of the app. Its page is fetched when it is pointed at, so that the click finds it there. */
export function Link(props: LinkProps) {
  const { to, params, search, hash, isExact = false, onClick, children, ...rest } = props
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of one place, put together again
  const place = { to, params, search, hash } as Place
  const address = addressOf(place)
  const path = pathOf(address)
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
        navigate(place).catch(() => undefined)
      }}
    >
      {children}
    </a>
  )
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '')
}

/** Whether a link's page, or one below it, is shown. Every page is below the home page. */
function isAt(pathname: string, path: string, isExact: boolean): boolean {
  const here = plainPath(pathname)
  return here === path || (!isExact && path !== '/' && here.startsWith(`${path}/`))
}

/** A click that the browser answers itself: in another tab, window or file. */
function isForUs(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey, currentTarget } = event
  const isPlain = !(metaKey || altKey || ctrlKey || shiftKey)
  const isHere = currentTarget.target === '' || currentTarget.target === '_self'
  return !defaultPrevented && button === 0 && isPlain && isHere
}

/** Fetches the page that is pointed at, touched, or focused. */
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

/** Goes to a place as soon as it is drawn. */
export function Navigate(step: Step) {
  const next = useRef(step)
  const address = addressOf(step)
  useEffect(() => {
    next.current = step
  })
  useEffect(() => {
    navigate(next.current).catch(() => undefined)
  }, [address])
  return null
}
