/** Addresses: made from the places that links name, and read back. */
import type { Place, Search } from './page-routes.ts'

/** Parts of an address by name; one that is not there is undefined. */
export type Texts = Readonly<Record<string, string | undefined>>

/** An address, read. */
export type Here = {
  readonly pathname: string
  readonly search: Texts
  /** Without its `#`. */
  readonly hash: string
}

/** Any place, whichever page it is of. */
type AnyPlace = {
  readonly to: string
  readonly params?: Texts | undefined
  readonly search?: Search | undefined
  readonly hash?: string | undefined
}

/** Returns the address of a place. */
export function addressOf(place: Place): string {
  const { to, params = {}, search = {}, hash }: AnyPlace = place
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

/** Reads a query; each page makes of the texts what it needs. */
export function readSearch(query: string): Texts {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Reads a whole number of at least `least`, without leading zeros; undefined where a text is none. */
export function countOf(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^(?:0|[1-9]\d{0,14})$/.test(text)) return undefined
  const count = Number(text)
  return count < least ? undefined : count
}

/** Returns a path as it is compared: with one slash at its beginning, which else names a host, and none at its end. */
export function plainPath(pathname: string): string {
  return pathname.replace(/^\/{2,}/, '/').replace(/(?!^)\/+$/, '')
}

/** A part of a path as it is meant; null where it is none. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Reads a path by a page's own, in any case of letters; null where it is another page's. */
export function paramsOf(path: string, pathname: string): Texts | null {
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
