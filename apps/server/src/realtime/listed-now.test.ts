/** A market that was listed this moment, of which market data know nothing yet, on a real engine. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { test } from 'node:test'
import { engineFor, startRig } from '../engine/testing/rig.ts'
import { until } from '../engine/testing/until.ts'
import { createMarketData } from '../market-data/index.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { createLog } from '../platform/logging/log.ts'
import { type RealtimeMarket, startRealtime } from './index.ts'

function marketOf(marketId: number, baseSymbol: string): RealtimeMarket {
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

/** One more than market data follow. */
const markets = [marketOf(1, 'BTC'), marketOf(99, 'NEW')]

/** A text as a frame of a client: shorter than 126 bytes, with a mask of zeros. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

/** An open line without a client of its own, and all that came on it. */
function connect(port: number): Promise<{ socket: Duplex; heard: () => string }> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-version': '13',
  }
  const asked = request({ port, path: '/socket.io/?EIO=4&transport=websocket', headers })
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('upgrade', (_, socket, head) => {
      let text = head.toString('latin1')
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      resolve({ socket, heard: () => text })
    })
    asked.end()
  })
}

test('R-20 FLT-01: heartbeats and pulses go on while a market is listed that has no figures yet', async (t) => {
  const rig = await startRig()
  t.after(() => rig.stop())
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  const marketData = await createMarketData({ engine, database, markets: [1], clock: Date.now })
  assert.deepEqual([marketData.knows(1), marketData.knows(99)], [true, false])
  const server = createServer()
  const realtime = startRealtime({
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
    allowedOrigins: [],
    isClosed: () => false,
    guardHeaders: {},
    clock: Date.now,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const { socket, heard } = await connect(address.port)
  t.after(async () => {
    socket.destroy()
    await realtime.close()
    server.close()
  })
  socket.write(frame('40'))
  const count = (name: string) => heard().split(`42["${name}"`).length - 1
  await until('a first heartbeat', () => count('heartbeat') > 0)
  socket.write(frame('421["subscribe",{"pair":"NEW_IDR"}]'))
  await until('the answer', () => heard().includes('431[{"success":1'))
  socket.write(frame('42["subscribe",{"pair":"BTC_IDR"}]'))
  await until('three heartbeats and a pulse', () => count('heartbeat') > 3 && count('pulse') > 0)
})
