/** Which pages may ask for what a browser would do for any page. */

/**
 * Whether a page of this origin may ask: no origin (no browser), our own, or one of the list. A page elsewhere
 * may not, even though no cookie of ours would help it.
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
