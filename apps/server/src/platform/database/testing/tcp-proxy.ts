/** A TCP proxy to PostgreSQL, for tests that observe, delay or cut its traffic. */
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The database's URL through this proxy. */
  readonly url: string
  /** Cuts all connections and accepts no more. */
  stop(): Promise<void>
}

/**
 * Starts a proxy to a database.
 *
 * @param carry called for each connection: forwards data in both directions
 */
export async function startTcpProxy(
  databaseUrl: string,
  carry: (client: Socket, database: Socket) => void,
): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    carry(client, database)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return {
    url: url.toString(),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
