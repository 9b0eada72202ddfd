/** Ports from the system. A free port may be taken by another program before it is used. */
import { createServer } from 'node:net'

const triesMax = 5

/**
 * Starts something on a free port, and tries another one if that was taken meanwhile.
 *
 * @param isPortInUse whether a start failed because the port is taken
 */
export async function startOnFreePort<T>(
  findPort: () => Promise<number>,
  start: (port: number) => Promise<T>,
  isPortInUse: (error: unknown) => boolean,
): Promise<{ readonly started: T; readonly port: number }> {
  for (let tries = triesMax; ; tries -= 1) {
    const port = await findPort()
    try {
      return { started: await start(port), port }
    } catch (error) {
      if (tries === 1 || !isPortInUse(error)) throw error
    }
  }
}

/** A loopback port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
