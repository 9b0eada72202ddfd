/** Ports for servers of tests: each test process has a slice that no other process uses. */
import { once } from 'node:events'
import { createServer } from 'node:net'

export type PortSlice = { readonly first: number; readonly count: number }

const sliceSize = 100
/** Below the ephemeral ports, which outgoing connections use without reservation. */
const portMin = 10_000
const sliceCount = 220

/** This process's slice, taken with the first port. */
let own: Promise<PortSlice> | null = null
let given = 0

/**
 * A free loopback port that this process will not get again soon. The port after it is free too and is never
 * given out: by default a server listens there for this machine alone.
 */
export async function freePort(): Promise<number> {
  own ??= takeSlice(portMin, sliceCount)
  const { first, count } = await own
  for (let tries = 0; tries < count; tries += 2) {
    const port = first + (given % count)
    given += 2
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error(`no two ports are free from ${first} on`)
}

/**
 * Takes a slice of ports that no other process of this machine has, until this one ends, so that no other
 * test takes a port between this check and the server's start. A slice is reserved by a socket in the
 * abstract namespace, which leaves no file behind.
 *
 * @param from the first port of the first slice
 * @param slices how many slices there are
 */
export async function takeSlice(from: number, slices: number): Promise<PortSlice> {
  for (let tries = 0; tries < slices; tries += 1) {
    const first = from + ((process.pid + tries) % slices) * sliceSize
    const holder = createServer().unref()
    if (await listens(holder, `\0tukar-test-ports-${first}`)) return { first, count: sliceSize }
  }
  throw new Error(`all slices of ports from ${from} on are in use`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  if (!(await listens(server, { port, host: '127.0.0.1' }))) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Whether it listens now; false if another process does. */
function listens(
  server: ReturnType<typeof createServer>,
  at: string | { readonly port: number; readonly host: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('listening', () => resolve(true))
    server.once('error', () => resolve(false))
    server.listen(at)
  })
}
