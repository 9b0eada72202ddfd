/** Calls that the feed's worker makes itself, so that a busy page does not delay them. */
import type { routes } from '@tukar/wire'
import { buildHeader } from '../api/build.ts'
import type { Answer } from '../api/call.ts'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { decodeLevels, decodeMeasures, decodeTrades, rowsIn, unknownCode } from './decode.ts'
import type { Measures } from './frame.ts'
import type { FeedHosts } from './messages.ts'
import type { Trade } from './recent-trades.ts'
import type { MarketSnapshot } from './watch.ts'

const timeoutMs = 5_000
/** Protocol text: compared, never shown (DEC-03). */
const maintenanceText = 'Server maintenance'

export type SyncCalls = {
  /** `unknown` if there is no such market. */
  readonly loadBook: (pair: string) => Promise<MarketSnapshot | 'unknown' | null>
  readonly loadTrades: (pair: string, measures: Measures) => Promise<readonly Trade[] | null>
  readonly askAgain: (marketId: number) => void
  /** Reads the status of the exchange; reports it through `onMaintenance`. */
  readonly askStatus: () => void
}

export type CallEvents = {
  /** Whether the last answer reported maintenance. */
  readonly onMaintenance: (isNow: boolean) => void
  /** An answer came: the server is reachable. */
  readonly onAnswer: () => void
  /** The build of the pages at the server that answered; null if the answer has none. */
  readonly onBuild: (build: string | null) => void
}

/** Creates the calls for these hosts; each resolves to null on failure. */
export function createSyncCalls(hosts: FeedHosts, language: string, events: CallEvents): SyncCalls {
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the call describes it, or it is not read
      return Number(body['success']) === 1 ? readBook(body as Answer<typeof routes.book>) : null
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

/** The snapshot of a book; null if it cannot be read. */
function readBook({ data }: Answer<typeof routes.book>): MarketSnapshot | null {
  try {
    const measures = decodeMeasures(data.market)
    if (measures === null) return null
    const buys = decodeLevels(data.buys, measures)
    const sells = decodeLevels(data.sells, measures)
    if (buys === null || sells === null) return null
    const { seq, checksum } = data
    if (!Number.isInteger(seq) || !Number.isInteger(data.market.id)) return null
    return {
      marketId: data.market.id,
      measures,
      buy: { side: 'buy', seq, checksum, levels: buys },
      sell: { side: 'sell', seq, checksum, levels: sells },
    }
  } catch {
    return null
  }
}
