/**
 * A pool that detects when it is stuck: while callers hold all connections and release none, waiting callers
 * are refused after `stuckMs`, and later ones at once (FLT-11). Opening a connection has its own timeout.
 */
import { pg } from './driver.ts'

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** All connections are in use, and none was released for a while: nothing was executed. */
export class DatabaseStuck extends Error {
  override readonly name = 'DatabaseStuck'
}

/** A timer this late means that the process was suspended: then no caller could release a connection. */
const lateMs = 50

export class ShedPool extends pg.Pool {
  readonly #max: number
  readonly #stuckMs: number
  /** When a connection was last acquired or released, by a monotonic clock. */
  #movedMs = performance.now()
  /** Whether a caller was refused since then. */
  #isStuck = false
  /** How many connections callers hold now; others may still be opening. */
  #heldCount = 0

  constructor(config: pg.PoolConfig & { readonly max: number }, stuckMs: number) {
    super(config)
    this.#max = config.max
    this.#stuckMs = stuckMs
    const move = (): void => {
      this.#movedMs = performance.now()
      this.#isStuck = false
    }
    this.on('connect', move).on('acquire', move).on('release', move).on('remove', move)
    this.on('acquire', () => (this.#heldCount += 1)).on('release', () => (this.#heldCount -= 1))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(given: Given): void
  override connect(given?: Given): Promise<pg.PoolClient> | void {
    const client = this.#take()
    if (given === undefined) return client
    client.then(
      (pooled) =>
        given(undefined, pooled, (error) => pooled.release(error === undefined ? error : true)),
      (error: unknown) =>
        given(
          error instanceof Error ? error : new Error(String(error)),
          undefined,
          () => undefined,
        ),
    )
  }

  get #isTaken(): boolean {
    return this.totalCount >= this.#max && this.idleCount === 0
  }

  async #take(): Promise<pg.PoolClient> {
    if (!this.#isTaken) return super.connect()
    if (this.#isStuck) throw new DatabaseStuck('all connections are in use')
    return this.#wait(super.connect())
  }

  async #wait(coming: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    const watch = this.#watch()
    try {
      return await Promise.race([coming, watch.stuck])
    } catch (error) {
      // The caller has given up: if the connection still arrives, release it at once.
      coming.then((client) => client.release()).catch(() => undefined)
      throw error
    } finally {
      watch.end()
    }
  }

  /** Rejects if no connection was released for too long. */
  #watch(): { readonly stuck: Promise<never>; end(): void } {
    let timer: NodeJS.Timeout
    const stuck = new Promise<never>((_, reject) => {
      const check = (afterMs: number): void => {
        const dueMs = performance.now() + afterMs
        timer = setTimeout(() => {
          const nowMs = performance.now()
          const leftMs = this.#movedMs + this.#stuckMs - nowMs
          // A connection that is still opening is not held by a caller; it has its own timeout.
          const isHeld = this.#isTaken && this.#heldCount >= this.#max
          if (nowMs - dueMs > lateMs || !isHeld) return check(this.#stuckMs)
          if (leftMs > 0) return check(leftMs)
          this.#isStuck = true
          reject(new DatabaseStuck('all connections are in use'))
        }, afterMs)
        timer.unref()
      }
      check(this.#stuckMs)
    })
    return { stuck, end: () => clearTimeout(timer) }
  }
}
