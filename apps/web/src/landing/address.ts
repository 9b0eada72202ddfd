/** Addresses of the app's pages, made from what its links are given. */

/** A page as a link names it: `/markets/$marketId/$pair` with both parameters. */
export type Place = {
  readonly to: string
  readonly params?: Readonly<Record<string, string>>
}

/** Returns the address of a page. */
export function addressOf({ to, params = {} }: Place): string {
  return to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
