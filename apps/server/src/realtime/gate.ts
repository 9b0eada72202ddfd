/**
 * Who may open a socket and how much may come in over it (ATT-106, ATT-108): origins, a bound on
 * connections and on how fast they are opened, and messages a second of each.
 */

/** Connections at a time; the next one is refused. */
export const connectionsMax = 10_000
/** Connections that may be opened at once, and how many more each second. */
export const connectsBurst = 3_000
export const connectsPerSecond = 1_000
/** Messages that one connection may send at once, and how many more each second. */
export const messagesBurst = 100
export const messagesPerSecond = 50

/**
 * Whether a page of this origin may open a socket: no origin (no browser), our own, or one of the
 * list. A page elsewhere gets none even though no cookie of ours would help it.
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
