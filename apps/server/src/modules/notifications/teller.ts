/**
 * Tells people at once (RT-05): what is committed on the channel of `notify`, and the ends of their own
 * orders. Whoever has no page open is told by the list; an event may be lost, a notice never.
 */
import type { Language } from '@tukar/i18n/server'
import { notificationFrame } from '@tukar/wire'
import pg from 'pg'
import type { CommittedBatch, Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Notice } from './notices.ts'
import { noticeChannel } from './notify.ts'
import { noticeSentence, type ScaleOf } from './sentence.ts'
import { findNotice, listOrderNotices } from './store.ts'

export type TellerOptions = {
  readonly database: Database
  readonly databaseUrl: string
  readonly engine: Pick<Engine, 'onCommitted' | 'settled'>
  readonly scaleOf: ScaleOf
  readonly log: Log
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to the sockets of that user alone, to each in its language. */
  readonly tell: (userId: number, event: string, payloadIn: (language: Language) => object) => void
}

/** Orders of one user that end within this time are told together. */
const gatherMs = 50
const reconnectMs = 1_000
const noticesAtOnceMax = 50

/** Starts telling; the returned function ends it. */
export function startTelling(options: TellerOptions): () => Promise<void> {
  const tellOne = (userId: number, notice: Notice): void =>
    options.tell(userId, 'notif', (language) =>
      notificationFrame(userId, noticeSentence(language, notice, options.scaleOf), notice),
    )
  const stopOrders = followOrders(options, tellOne)
  const stopChannel = followChannel(options, tellOne)
  return async () => {
    stopOrders()
    await stopChannel()
  }
}

type TellOne = (userId: number, notice: Notice) => void

/** Follows the ends of orders of users who listen. */
function followOrders(options: TellerOptions, tellOne: TellOne): () => void {
  const { engine, database, isListening, log } = options
  const waiting = new Map<number, number[]>()
  let timer: NodeJS.Timeout | null = null

  async function tellUser(userId: number, orderIds: readonly number[]): Promise<void> {
    if (!(await engine.settled(userId))) return
    const newest = orderIds.slice(-noticesAtOnceMax)
    for (const notice of await listOrderNotices(database, userId, newest)) tellOne(userId, notice)
  }

  function tellAll(): void {
    timer = null
    for (const [userId, orderIds] of waiting) {
      tellUser(userId, orderIds).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'order notices'),
      )
    }
    waiting.clear()
  }

  const stop = engine.onCommitted((batch) => {
    collectEnds(batch, waiting, isListening)
    if (waiting.size > 0) timer ??= setTimeout(tellAll, gatherMs)
  })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}

function collectEnds(
  { commands }: CommittedBatch,
  waiting: Map<number, number[]>,
  isListening: (userId: number) => boolean,
): void {
  for (const { events } of commands) {
    for (const event of events) {
      if (event.kind !== 'order_closed' || !isListening(event.accountId)) continue
      const known = waiting.get(event.accountId)
      if (known === undefined) waiting.set(event.accountId, [event.orderId])
      else known.push(event.orderId)
    }
  }
}

/** Listens on the channel, on a connection of its own that is made again whenever it ends. */
function followChannel(options: TellerOptions, tellOne: TellOne): () => Promise<void> {
  const { database, databaseUrl, log, isListening } = options
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const onNotice = (payload: string): void => {
    const [userId = 0, noticeId = 0] = payload.split(':').map(Number)
    if (!isListening(userId)) return
    findNotice(database, userId, noticeId)
      .then((notice) => (notice === null ? undefined : tellOne(userId, notice)))
      .catch((error: unknown) => log.warn({ error: String(error) }, 'a notice'))
  }

  const connect = (): void => {
    const made = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    client = made
    const again = (): void => {
      if (client !== made) return
      client = null
      void made.end().catch(() => undefined)
      if (!isStopped) timer = setTimeout(connect, reconnectMs)
    }
    made.on('error', again)
    made.on('end', again)
    made.on('notification', ({ payload }) => onNotice(payload ?? ''))
    made
      .connect()
      .then(() => made.query(`listen ${noticeChannel}`))
      .catch(again)
  }
  connect()

  return async () => {
    isStopped = true
    if (timer !== null) clearTimeout(timer)
    const last = client
    client = null
    await last?.end().catch(() => undefined)
  }
}
