/** Builds addresses from routes and reads them. */
import type { PageRoute, Search } from './page-routes.ts'

/** Parts of an address by name; a missing part is undefined. */
export type Texts = Readonly<Record<string, string | undefined>>

/** A parsed address. */
export type Here = {
  readonly pathname: string
  readonly search: Texts
  /** Without its `#`. */
  readonly hash: string
}

/** A route of any page. */
type AnyRoute = {
  readonly to: string
  readonly params?: Texts | undefined
  readonly search?: Search | undefined
  readonly hash?: string | undefined
}

/** Returns the address of a route. */
export function buildAddress(route: PageRoute): string {
  const { to, params = {}, search = {}, hash }: AnyRoute = route
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined) query.set(key, String(value))
  }
  const text = query.toString()
  return `${path}${text && `?${text}`}${hash === undefined ? '' : `#${hash}`}`
}

/** Reads a query; each page interprets its texts. */
export function readSearch(query: string): Texts {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Reads a whole number of at least `minimum`, without leading zeros; undefined for any other text. */
export function parseCount(text: string | undefined, minimum: number): number | undefined {
  if (text === undefined || !/^(?:0|[1-9]\d{0,14})$/.test(text)) return undefined
  const count = Number(text)
  return count < minimum ? undefined : count
}

/**
 * Normalizes a path for comparison: one leading slash, because two would name a host, and no trailing slash.
 */
export function plainPath(pathname: string): string {
  return pathname.replace(/^\/{2,}/, '/').replace(/(?!^)\/+$/, '')
}

/** Decodes a part of a path; null if it is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Reads the parameters of a page's path, ignoring case; null if the path belongs to another page. */
export function parseParams(path: string, pathname: string): Texts | null {
  const wanted = path.split('/')
  const given = plainPath(pathname).split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = decoded(given[index] ?? '')
    if (text === null) return null
    if (part.startsWith('$') && text !== '') params[part.slice(1)] = text
    else if (part.toLowerCase() !== text.toLowerCase()) return null
  }
  return params
}
