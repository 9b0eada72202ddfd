/**
 * A pool that says so when it is stuck: while callers hold all connections and none comes back, those who wait are
 * refused after `stuckMs`, and those who come later at once (FLT-11). A connection that is opening has its own limit.
 */
import { pg } from './driver.ts'

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** All connections are taken, and none was given back for a while: nothing was asked. */
export class DatabaseStuck extends Error {
  override readonly name = 'DatabaseStuck'
}

/** So late a timer is where the machine stood still: then nobody had a chance to give anything back. */
const lateMs = 50

export class ShedPool extends pg.Pool {
  readonly #max: number
  readonly #stuckMs: number
  /** When a connection was last given or came back, in milliseconds of a clock that is never set. */
  #movedMs = performance.now()
  /** Whether somebody waited in vain since then. */
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
      (taken) =>
        given(undefined, taken, (error) => taken.release(error === undefined ? error : true)),
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
    if (this.#isStuck) throw new DatabaseStuck('all connections are taken')
    return this.#wait(super.connect())
  }

  async #wait(coming: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    const watch = this.#watch()
    try {
      return await Promise.race([coming, watch.stuck])
    } catch (error) {
      // Nobody waits for it any more: where it still comes it goes back at once.
      coming.then((client) => client.release()).catch(() => undefined)
      throw error
    } finally {
      watch.end()
    }
  }

  /** Rejects once none came back for too long. */
  #watch(): { readonly stuck: Promise<never>; end(): void } {
    let timer: NodeJS.Timeout
    const stuck = new Promise<never>((_, reject) => {
      const look = (afterMs: number): void => {
        const dueMs = performance.now() + afterMs
        timer = setTimeout(() => {
          const nowMs = performance.now()
          const leftMs = this.#movedMs + this.#stuckMs - nowMs
          // A connection that is still opening is not one that nobody gives back; its own limit bounds it.
          const isHeld = this.#isTaken && this.#heldCount >= this.#max
          if (nowMs - dueMs > lateMs || !isHeld) return look(this.#stuckMs)
          if (leftMs > 0) return look(leftMs)
          this.#isStuck = true
          reject(new DatabaseStuck('all connections are taken'))
        }, afterMs)
        timer.unref()
      }
      look(this.#stuckMs)
    })
    return { stuck, end: () => clearTimeout(timer) }
  }
}
