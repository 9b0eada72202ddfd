/** Bounds on connections (ATT-41): the same wherever requests come in. */
import { createServer, type Server } from 'node:http'
import { requestMsMax } from './slow-bodies.ts'

const headersTimeoutMs = 10_000
/** How often connections are looked at for requests that come too slowly. */
const slowCheckMs = 2_000
/** Without a byte in either direction a connection ends. */
const idleMs = 30_000
/** A kept connection waits so long for its next request. */
const keepAliveMs = 72_000

/** Makes a server that does not listen yet and answers nothing yet. */
export function createBoundedServer(): Server {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestMsMax,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: slowCheckMs,
    // Refused by us, in the envelope.
    requireHostHeader: false,
  })
  return server.setTimeout(idleMs)
}
