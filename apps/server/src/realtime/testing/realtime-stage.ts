/** The sockets on a real engine, with markets of a test. */
import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { TestContext } from 'node:test'
import type { Engine } from '../../engine/port.ts'
import { engineFor, startRig } from '../../engine/testing/rig.ts'
import { createMarketData, type MarketData } from '../../market-data/index.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { createHttpHost } from '../../platform/http/host.ts'
import { refuseWhile } from '../../platform/http/standby.ts'
import { createLog } from '../../platform/logging/log.ts'
import { type Authenticate, type Realtime, type RealtimeMarket, startRealtime } from '../index.ts'
import { registerStreamRoutes } from '../streams/routes.ts'

export type RealtimeStage = {
  readonly engine: Engine
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

/** Deviations from an open exchange with guests. */
export type StageOptions = {
  readonly isClosed?: () => boolean
  readonly isStandby?: () => boolean
  readonly authenticate?: Authenticate
}

/** Starts the sockets for one test; market data follow only the first market. */
export async function startRealtimeStage(
  t: TestContext,
  markets: readonly RealtimeMarket[],
  {
    isClosed = () => false,
    isStandby = () => false,
    authenticate = async () => null,
  }: StageOptions = {},
): Promise<RealtimeStage> {
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
  const http = await createHttpHost({
    addFirst: (host) => refuseWhile(host, isStandby),
    log: createLog('silent'),
    allowedOrigins: [],
    trustedProxies: ['127.0.0.1'],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
  const { server } = http
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
    authenticate,
    ownerOf: authenticate,
    allowedOrigins: [],
    isClosed,
    guardHeaders: {},
    clock: Date.now,
  })
  registerStreamRoutes(http, realtime, { require: async () => assert.fail('open to all') })
  await http.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    await realtime.close()
    await http.close()
  })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return { realtime, engine, marketData, server, port: address.port }
}
