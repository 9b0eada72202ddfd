/** The sockets on a real engine, with markets of a test. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { TestContext } from 'node:test'
import { engineFor, startRig } from '../../engine/testing/rig.ts'
import { createMarketData, type MarketData } from '../../market-data/index.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { createLog } from '../../platform/logging/log.ts'
import { type Realtime, type RealtimeMarket, startRealtime } from '../index.ts'

export type RealtimeDesk = {
  readonly realtime: Realtime
  readonly marketData: MarketData
  readonly server: Server
  readonly port: number
}

/** A market against rupiah. */
export function marketOf(marketId: number, baseSymbol: string): RealtimeMarket {
  const scale = {
    marketId,
    symbol: `${baseSymbol}_IDR`,
    baseSymbol,
    quoteSymbol: 'IDR',
    baseDecimals: 8,
    quoteDecimals: 2,
    baseScale: 100_000_000,
    tick: 100_000,
  }
  return { marketId, scale }
}

/** Opens them for one test; market data follow the first market alone. */
export async function realtimeDesk(
  t: TestContext,
  markets: readonly RealtimeMarket[],
  isClosed: () => boolean = () => false,
): Promise<RealtimeDesk> {
  const rig = await startRig()
  t.after(() => rig.stop())
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  const followed = markets.slice(0, 1).map(({ marketId }) => marketId)
  const marketData = await createMarketData({
    engine,
    database,
    markets: followed,
    clock: Date.now,
  })
  const server = createServer()
  const realtime = startRealtime({
    socketsPerAddress: 3,
    trustedProxies: ['127.0.0.1'],
    server,
    engine,
    marketData,
    listing: {
      markets: () => markets,
      market: (marketId) => markets.find((market) => market.marketId === marketId),
      marketOfPair: (symbol) => markets.find(({ scale }) => scale.symbol === symbol),
      currency: () => undefined,
    },
    marketRows: () => [],
    authenticate: async () => null,
    ownerOf: async () => null,
    allowedOrigins: [],
    isClosed,
    guardHeaders: {},
    clock: Date.now,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    await realtime.close()
    server.close()
  })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return { realtime, marketData, server, port: address.port }
}
