/** A node's process that is begun again where it was when it dies by itself, until it is stopped. */
import type { Child } from './process.ts'

const reviveMs = 500

export type KeptProcess = {
  /** Begins it, unless it runs; throws what `begin` does. */
  start(): Promise<void>
  stop(isHard: boolean): Promise<void>
  /** Null while there is none. */
  pid(): number | null
  /** The one that it got at its first start, and keeps. */
  port(): number
}

/**
 * A process that is not started yet.
 *
 * @param wanted its port; 0 lets the system choose the first time
 */
export function createKeptProcess(
  wanted: number,
  begin: (port: number) => Promise<Child>,
): KeptProcess {
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
