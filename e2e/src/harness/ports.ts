/** Ports for the servers of a test. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type PortSlice, takeSlice } from '@tukar/server/database/testing/port-slices'

/**
 * Below the ports that systems give to outgoing connections: one of those could be taken between our
 * look and the server's start.
 */
const portMin = 20_000
const sliceCount = 120

/** Of this process; taken with the first port. */
let own: Promise<PortSlice> | null = null
let given = randomInt(10_000)

/** A port of loopback that nobody listens on now, and that was not given for long. */
export async function freePort(): Promise<number> {
  own ??= takeSlice(portMin, sliceCount)
  const slice = await own
  for (let tries = 0; tries < slice.count; tries += 1) {
    given += 1
    const port = slice.first + (given % slice.count)
    const server = createServer()
    const isFree = new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true))
      server.once('error', () => resolve(false))
    })
    server.listen(port, '127.0.0.1')
    if (!(await isFree)) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`no port is free from ${slice.first} on`)
}
