/** Kills a server in the middle of an operation, at a counted message instead of a random time (FLT-02). */
import type { CountingProxy } from '@tukar/server/database/testing/counting-proxy'
import type { RunningServer } from './server.ts'

type Killable = {
  readonly server: RunningServer
  restart(): Promise<void>
}

/**
 * Runs the operation to its end. Kills the server once, when it sends this message to its database, drops the
 * message, and starts the server again. False if the operation sent fewer messages.
 */
export async function killedAt(
  stage: Killable,
  line: CountingProxy,
  last: number,
  play: () => Promise<void>,
): Promise<boolean> {
  const reached = line.arm(last)
  const played = play().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const isKilled = await Promise.race([reached.then(() => true), played.then(() => false)])
  if (isKilled) await stage.server.kill()
  line.open()
  if (isKilled) await stage.restart()
  const error = await played
  if (error !== null) {
    throw new Error(`killed at message ${last}: ${error.message}`, { cause: error })
  }
  return isKilled
}
