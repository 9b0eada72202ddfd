/** A TCP line to PostgreSQL on a port of its own, for tests that look at, hinder or cut what goes over it. */
import { connect, createServer, type Socket } from 'node:net'

export type Line = {
  /** The database's URL over this line. */
  readonly url: string
  /** Cuts all connections and takes no more. */
  stop(): Promise<void>
}

/**
 * Lays a line to a database.
 *
 * @param carry  called for each connection: carries what comes from the client to the database, and back
 */
export async function layLine(
  databaseUrl: string,
  carry: (client: Socket, database: Socket) => void,
): Promise<Line> {
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
