/**
 * Sends notices at once (RT-05): those that `notify` commits, and the ends of the user's orders. A user
 * without an open page finds them in the list. An event may be lost, a notice never.
 */
import type { Language } from '@tukar/i18n/server'
import { type EventName, type EventOf, kycStatusMessages, notificationFrame } from '@tukar/wire'
import type pg from 'pg'
import type { CommittedBatch, Engine } from '../../engine/index.ts'
import { DatabaseClient } from '../../platform/database/client.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { eventChannel, parseUserEvent } from './announce.ts'
import type { NoticeBody } from './notices.ts'
import { noticeChannel } from './notify.ts'
import { noticeSentence, type ScaleOf } from './sentence.ts'
import { findNotice } from './store.ts'

export type NotifierOptions = {
  readonly database: Database
  readonly databaseUrl: string
  readonly engine: Pick<Engine, 'onCommitted'>
  readonly scaleOf: ScaleOf
  readonly log: Log
  /** How often the database connection is tested, and how long it may stay silent. */
  readonly connection?: { readonly pingMs: number; readonly answerMs: number }
  /** Whether the user has an open socket. */
  readonly isListening: (userId: number) => boolean
  /** Sends to the sockets of that user alone, in the language of each. */
  readonly send: <E extends EventName>(
    userId: number,
    event: E,
    payloadIn: (language: Language) => EventOf<E>,
  ) => void
}

/** The maximum number of order ends that are sent to a user per batch; the list has all of them. */
const endsOfBatchMax = 20
const reconnectMs = 1_000
const connectionTimes = { pingMs: 30_000, answerMs: 10_000 }

type SendNotice = (userId: number, notice: NoticeBody) => void

/** Starts the notifier; the returned function stops it. */
export function startNotifier(options: NotifierOptions): () => Promise<void> {
  const { engine, scaleOf, isListening, send } = options
  const sendNotice: SendNotice = (userId, notice) =>
    send(userId, 'notif', (language) =>
      notificationFrame(userId, notice.kind, noticeSentence(language, notice, scaleOf)),
    )
  const stopOrders = engine.onCommitted((batch) => sendOrderEnds(batch, isListening, sendNotice))
  const stopChannel = followChannel(options, sendNotice)
  return async () => {
    stopOrders()
    await stopChannel()
  }
}

/** Sends the ends of orders to the users who are listening. */
function sendOrderEnds(
  { commands }: CommittedBatch,
  isListening: (userId: number) => boolean,
  sendNotice: SendNotice,
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
      sendNotice(accountId, { kind, params: { orderId, marketId, side, price, remaining } })
    }
  }
}

/** Sends an event without a stored list. */
function sendEvent({ isListening, send }: NotifierOptions, payload: string): void {
  const userEvent = parseUserEvent(payload)
  if (userEvent === null || !isListening(userEvent.userId)) return
  const { userId, event, message } = userEvent
  if (event === 'kyc_tutup_popup') return send(userId, event, () => ({ uid: userId }))
  const verdict = Object.values(kycStatusMessages).find((one) => one === message)
  if (verdict !== undefined) send(userId, event, () => ({ uid: userId, message: verdict }))
}

/** Listens on the channels, on a separate connection that is reopened whenever it ends. */
function followChannel(options: NotifierOptions, sendNotice: SendNotice): () => Promise<void> {
  const { database, databaseUrl, log, isListening } = options
  const { pingMs, answerMs } = options.connection ?? connectionTimes
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let ping: NodeJS.Timeout | null = null
  let isStopped = false
  let sending: Promise<void> = Promise.resolve()

  const onNotice = (payload: string): void => {
    const [userId = 0, rowId = 0] = payload.split(':').map(Number)
    if (!isListening(userId)) return
    // Notices are sent one after the other, in the order in which they happened.
    sending = sending
      .then(() => findNotice(database, userId, rowId))
      .then((notice) => (notice === null ? undefined : sendNotice(userId, notice)))
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'notice not sent to open pages'),
      )
  }

  const stopPing = (): void => {
    if (ping !== null) clearInterval(ping)
    ping = null
  }

  const connect = (): void => {
    const next = new DatabaseClient({
      connectionString: databaseUrl,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client = next
    const again = (): void => {
      if (client !== next) return
      client = null
      stopPing()
      void next.end().catch(() => undefined)
      if (!isStopped) timer = setTimeout(connect, reconnectMs)
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === eventChannel) sendEvent(options, payload)
      else onNotice(payload)
    })
    const listen = async (): Promise<void> => {
      await next.connect()
      await next.query(`listen ${noticeChannel}; listen ${eventChannel}`)
      // The connection may be silent for hours: only a query detects that it is broken (FLT-08).
      const ask = (): void => {
        next.query('select 1').catch(again)
      }
      if (client === next) ping = setInterval(ask, pingMs)
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
    await sending
  }
}
