/** A node's process that restarts when it dies, until it is stopped. */
import type { Child } from './process.ts'

const reviveMs = 500

export type RestartingProcess = {
  /** Starts the process unless it runs; throws the errors of `begin`. */
  start(): Promise<void>
  stop(isHard: boolean): Promise<void>
  /** The process id; null while no process runs. */
  pid(): number | null
  /** The port, which stays the same after the first start. */
  port(): number
}

/**
 * Creates a process that is not started yet.
 *
 * @param wanted its port; 0 lets the system choose one at the first start
 */
export function createRestartingProcess(
  wanted: number,
  begin: (port: number) => Promise<Child>,
): RestartingProcess {
  let port = wanted
  let child: Child | null = null
  let starting: Promise<void> | null = null
  let isWanted = false

  const launch = async (): Promise<void> => {
    const started = await begin(port)
    child = started
    port = started.port
    void started.ended.then(() => forget(started))
  }
  const start = (): Promise<void> => {
    isWanted = true
    if (child !== null) return Promise.resolve()
    starting ??= launch().finally(() => {
      starting = null
    })
    return starting
  }
  const forget = (ended: Child): void => {
    if (child !== ended) return
    child = null
    if (isWanted) reviveLater()
  }
  const reviveLater = (): void => {
    setTimeout(() => {
      if (isWanted) void start().catch(reviveLater)
    }, reviveMs)
  }
  return {
    start,
    async stop(isHard) {
      isWanted = false
      await starting?.catch(() => undefined)
      await child?.stop(isHard)
      child = null
    },
    pid: () => child?.pid ?? null,
    port: () => port,
  }
}
