/**
 * How much may come in over sockets (ATT-106, ATT-108): a bound on connections and on how fast they are
 * opened, and messages a second of each.
 */

/** Connections at a time; the next one is refused. */
export const connectionsMax = 10_000
/** Connections that may be opened at once, and how many more each second. */
export const connectsBurst = 3_000
export const connectsPerSecond = 1_000
/** Messages that one connection may send at once, and how many more each second. */
export const messagesBurst = 100
export const messagesPerSecond = 50
