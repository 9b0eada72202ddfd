/** The origins whose pages may call with a browser's credentials. */

/**
 * Whether a page of this origin may call: no origin (not a browser), our own, or a listed one. Foreign pages
 * may not, although no cookie of ours would help them.
 *
 * @param host the request's `Host` header
 */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}
