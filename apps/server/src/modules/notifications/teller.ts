/**
 * Tells people at once (RT-05): what is committed on the channel of `notify`, and the ends of their own
 * orders. Whoever has no page open is told by the list; an event may be lost, a notice never.
 */
import type { Language } from '@tukar/i18n/server'
import { type EventName, type EventOf, kycStatusMessages, notificationFrame } from '@tukar/wire'
import type pg from 'pg'
import type { CommittedBatch, Engine } from '../../engine/index.ts'
import { DatabaseClient } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { eventChannel, readOwnEvent } from './announce.ts'
import type { NoticeBody } from './notices.ts'
import { noticeChannel } from './notify.ts'
import { noticeSentence, type ScaleOf } from './sentence.ts'
import { findTold } from './store.ts'

export type TellerOptions = {
  readonly database: Database
  readonly databaseUrl: string
  readonly engine: Pick<Engine, 'onCommitted'>
  readonly scaleOf: ScaleOf
  readonly log: Log
  /** How often the line to the database is asked whether it still carries, and for how long it may be silent. */
  readonly line?: { readonly pingMs: number; readonly answerMs: number }
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to the sockets of that user alone, to each in its language. */
  readonly tell: <E extends EventName>(
    userId: number,
    event: E,
    payloadIn: (language: Language) => EventOf<E>,
  ) => void
}

/** Of the ends of orders in one batch a user is told so many; all of them stand in the list. */
const endsOfBatchMax = 20
const reconnectMs = 1_000
const usualLine = { pingMs: 30_000, answerMs: 10_000 }

type TellOne = (userId: number, notice: NoticeBody) => void

/** Starts telling; the returned function ends it. */
export function startTelling(options: TellerOptions): () => Promise<void> {
  const { engine, scaleOf, isListening, tell } = options
  const tellOne: TellOne = (userId, notice) =>
    tell(userId, 'notif', (language) =>
      notificationFrame(userId, notice.kind, noticeSentence(language, notice, scaleOf)),
    )
  const stopOrders = engine.onCommitted((batch) => tellEnds(batch, isListening, tellOne))
  const stopChannel = followChannel(options, tellOne)
  return async () => {
    stopOrders()
    await stopChannel()
  }
}

/** Tells those who listen of the ends of their orders. */
function tellEnds(
  { commands }: CommittedBatch,
  isListening: (userId: number) => boolean,
  tellOne: TellOne,
): void {
  const counts = new Map<number, number>()
  for (const { events } of commands) {
    for (const event of events) {
      if (event.kind !== 'order_closed' || !isListening(event.accountId)) continue
      const { accountId, orderId, marketId, side, price, remaining } = event
      const count = counts.get(accountId) ?? 0
      if (count >= endsOfBatchMax) continue
      counts.set(accountId, count + 1)
      const kind = event.reason === 'filled' ? 'order_filled' : 'order_canceled'
      tellOne(accountId, { kind, params: { orderId, marketId, side, price, remaining } })
    }
  }
}

/** Tells of an event that no list keeps. */
function tellEvent({ isListening, tell }: TellerOptions, payload: string): void {
  const told = readOwnEvent(payload)
  if (told === null || !isListening(told.userId)) return
  const { userId, event, message } = told
  if (event === 'kyc_tutup_popup') return tell(userId, event, () => ({ uid: userId }))
  const verdict = Object.values(kycStatusMessages).find((one) => one === message)
  if (verdict !== undefined) tell(userId, event, () => ({ uid: userId, message: verdict }))
}

/** Listens on the channels, on a connection of its own that is made again whenever it ends. */
function followChannel(options: TellerOptions, tellOne: TellOne): () => Promise<void> {
  const { database, databaseUrl, log, isListening } = options
  const { pingMs, answerMs } = options.line ?? usualLine
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let ping: NodeJS.Timeout | null = null
  let isStopped = false
  let telling: Promise<void> = Promise.resolve()

  const onNotice = (payload: string): void => {
    const [userId = 0, rowId = 0] = payload.split(':').map(Number)
    if (!isListening(userId)) return
    // One after the other, so that they are told in the order in which they happened.
    telling = telling
      .then(() => findTold(database, userId, rowId))
      .then((notice) => (notice === null ? undefined : tellOne(userId, notice)))
      .catch((error: unknown) => log.warn({ error: String(error) }, 'a notice'))
  }

  const stopPing = (): void => {
    if (ping !== null) clearInterval(ping)
    ping = null
  }

  const connect = (): void => {
    const made = new DatabaseClient({
      connectionString: databaseUrl,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client = made
    const again = (): void => {
      if (client !== made) return
      client = null
      stopPing()
      void made.end().catch(() => undefined)
      if (!isStopped) timer = setTimeout(connect, reconnectMs)
    }
    made.on('error', again)
    made.on('end', again)
    made.on('notification', ({ channel, payload = '' }) => {
      if (channel === eventChannel) tellEvent(options, payload)
      else onNotice(payload)
    })
    const listen = async (): Promise<void> => {
      await made.connect()
      await made.query(`listen ${noticeChannel}; listen ${eventChannel}`)
      // Nothing is said on this line for hours: only a question finds out that it is silent (FLT-08).
      const ask = (): void => {
        made.query('select 1').catch(again)
      }
      if (client === made) ping = setInterval(ask, pingMs)
    }
    listen().catch(again)
  }
  connect()

  return async () => {
    isStopped = true
    if (timer !== null) clearTimeout(timer)
    stopPing()
    const last = client
    client = null
    await last?.end().catch(() => undefined)
    await telling
  }
}
