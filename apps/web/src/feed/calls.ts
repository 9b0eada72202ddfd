/** The reads that the feed's worker makes itself, so that a busy page does not hold them up. */
import { buildHeader } from '../api/build.ts'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { decodeLevels, decodeMeasures, decodeTrades, rowsIn, unknownCode } from './decode.ts'
import type { Measures } from './frame.ts'
import type { FeedHosts } from './messages.ts'
import type { Trade } from './tape.ts'
import type { MarketPicture } from './watch.ts'

const timeoutMs = 5_000
/** Protocol text, compared and never shown (DEC-03). */
const maintenanceText = 'Server maintenance'

export type SyncCalls = {
  /** `unknown` where the server says that there is no such market. */
  readonly loadBook: (pair: string) => Promise<MarketPicture | 'unknown' | null>
  readonly loadTrades: (pair: string, measures: Measures) => Promise<readonly Trade[] | null>
  readonly askAgain: (marketId: number) => void
  /** Asks how the exchange stands; what it says comes by `onMaintenance`. */
  readonly askStatus: () => void
}

export type CallEvents = {
  /** Whether the last answer said that the exchange is in maintenance. */
  readonly onMaintenance: (isNow: boolean) => void
  /** Something came back: the server is there. */
  readonly onAnswer: () => void
  /** Which build of the pages the server of an answer sends; null where it names none. */
  readonly onBuild: (build: string | null) => void
}

/** Returns the calls for these hosts; each brings null where it fails. */
export function callsOf(hosts: FeedHosts, language: string, events: CallEvents): SyncCalls {
  const ask = async (url: string): Promise<JsonRecord | null> => {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', 'accept-language': language },
        credentials: 'omit',
        signal: AbortSignal.timeout(timeoutMs),
      })
      events.onBuild(response.headers.get(buildHeader))
      const body: unknown = await response.json()
      if (!isRecord(body)) return null
      events.onMaintenance(body['msg'] === maintenanceText)
      events.onAnswer()
      return body
    } catch {
      return null
    }
  }
  const read = async (url: string): Promise<JsonRecord | null> => {
    const body = await ask(url)
    return body !== null && Number(body['success']) === 1 ? body : null
  }
  return {
    loadBook: async (pair) => {
      const query = new URLSearchParams({ pair })
      const body = await ask(`${hosts.sync}/exchange/load-first-time?${query.toString()}`)
      if (body === null) return null
      if (textAt(body, 'code') === unknownCode) return 'unknown'
      return Number(body['success']) === 1 ? readBook(body) : null
    },
    loadTrades: async (pair, measures) => {
      const query = new URLSearchParams({ pair })
      const body = await read(`${hosts.sync}/histories/load-first-time?${query.toString()}`)
      return body === null ? null : decodeTrades(rowsIn(body['data']), measures)
    },
    askAgain: (marketId) => {
      read(`${hosts.api}/obooks/emit/${marketId}`).catch(() => null)
    },
    askStatus: () => {
      read(`${hosts.api}/auth/status`).catch(() => null)
    },
  }
}

function readBook(body: JsonRecord): MarketPicture | null {
  const data = isRecord(body['data']) ? body['data'] : body
  const market = isRecord(data['market']) ? data['market'] : {}
  const measures = decodeMeasures(market)
  const marketId = Number(market['id'])
  if (measures === null || !Number.isInteger(marketId)) return null
  const buys = decodeLevels(rowsIn(data['buys']), measures)
  const sells = decodeLevels(rowsIn(data['sells']), measures)
  const seq = Number(data['seq'])
  const checksum = Number(data['checksum'])
  if (buys === null || sells === null || !Number.isInteger(seq)) return null
  return {
    marketId,
    measures,
    buy: { side: 'buy', seq, checksum, levels: buys },
    sell: { side: 'sell', seq, checksum, levels: sells },
  }
}
