/** Kills a server in the middle of an operation, at a counted message instead of a random time (FLT-02). */
import type { CountingProxy } from '@tukar/server/database/testing/counting-proxy'
import type { RunningServer } from './server.ts'

type Killable = {
  readonly server: RunningServer
  restart(): Promise<void>
}

/**
 * Runs the operation to its end. Kills the server once, when it sends this message to its database, drops the
 * message, and starts the server again. `sent` is the number of messages until the kill or the end of the operation:
 * the server's regular work sends more afterwards.
 */
export async function killedAt(
  stage: Killable,
  line: CountingProxy,
  last: number,
  play: () => Promise<void>,
): Promise<{ readonly isKilled: boolean; readonly sent: number }> {
  const reached = line.arm(last)
  const played = play().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  await Promise.race([reached, played])
  const { sent } = line
  const isKilled = sent >= last
  if (isKilled) await stage.server.kill()
  line.open()
  if (isKilled) await stage.restart()
  const error = await played
  if (error !== null) {
    throw new Error(`killed at message ${last}: ${error.message}`, { cause: error })
  }
  return { isKilled, sent }
}
