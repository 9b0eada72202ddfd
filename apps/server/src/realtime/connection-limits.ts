/**
 * Limits of sockets (ATT-106, ATT-108): the number of connections, how fast they are opened, and messages per
 * second of each.
 */

/** Connections at a time; the next one is refused. */
export const connectionsMax = 10_000
/** Connections that may be opened in a burst, and the sustained rate per second. */
export const connectsBurst = 3_000
export const connectsPerSecond = 1_000
/** Messages that one connection may send in a burst, and the sustained rate per second. */
export const messagesBurst = 100
export const messagesPerSecond = 50
