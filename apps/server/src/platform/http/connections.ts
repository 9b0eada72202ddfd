/** Limits of connections (ATT-41), the same for every listener. */
import { createServer, type Server } from 'node:http'
import { requestMsMax } from './slow-bodies.ts'

const headersTimeoutMs = 10_000
/** How often connections are checked for requests that arrive too slowly. */
const slowCheckMs = 2_000
/** A connection ends after this time without a byte in either direction. */
const idleMs = 30_000
/** How long an idle connection is kept open for its next request. */
const keepAliveMs = 72_000

/** Creates a server that does not listen yet. */
export function createBoundedServer(): Server {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestMsMax,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: slowCheckMs,
    // The host refuses such a request with the envelope.
    requireHostHeader: false,
  })
  return server.setTimeout(idleMs)
}
