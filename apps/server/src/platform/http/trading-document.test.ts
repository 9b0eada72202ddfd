import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createLog } from '../logging/log.ts'
import { createHttpHost, type HttpHost } from './host.ts'
import { createTradingDocument, plainDocument } from './trading-document.ts'

const app =
  '<head><script src="/first-paint.js"></script><!--trading-files:<link href="/a.js">--></head>'
const figures = { market: { pair: 'BTC_IDR' }, name: '</script><!--' }

test('R-45: the document of the trading page names its files, and has figures as data', () => {
  const trading = createTradingDocument(app)
  assert.equal(
    trading(null),
    '<head><script src="/first-paint.js"></script><link href="/a.js"></head>',
  )
  const [, json = ''] =
    /<script type="application\/json" id="first-figures">(.*?)<\/script>/s.exec(trading(figures)) ??
    []
  assert.deepEqual(JSON.parse(json), figures, 'no text ends its element')
  assert.equal(plainDocument(app), '<head><script src="/first-paint.js"></script></head>')
  assert.equal(createTradingDocument('<head>')(figures), '<head>', 'a build without the note')
})

async function documentAt(http: HttpHost, url: string): Promise<string> {
  return (await http.inject({ url, headers: { accept: 'text/html' } })).body
}

test('R-45: the document of a market alone has figures, and they are read at each request', async (t) => {
  const webFolder = mkdtempSync(path.join(tmpdir(), 'tukar-web-'))
  t.after(() => rmSync(webFolder, { recursive: true }))
  for (const file of ['index.html', 'chart.html', 'executor.html'])
    writeFileSync(path.join(webFolder, file), app)
  writeFileSync(path.join(webFolder, 'manifest.webmanifest'), '{}')
  const http = await createHttpHost({
    log: createLog('fatal'),
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder,
  })
  t.after(() => http.close())
  const requested: string[] = []
  http.provideFirstFigures((marketId, pair) => {
    requested.push(`${marketId} ${pair}`)
    return pair === 'BTC_IDR' ? { requested: requested.length } : null
  })
  const hasFigures = /id="first-figures">\{"requested":(\d)\}</
  for (const [index, url] of ['/markets/1/BTC_IDR', '/markets/1/BTC_IDR/?a=b'].entries()) {
    const document = await documentAt(http, url)
    assert.equal(hasFigures.exec(document)?.[1], String(index + 1), url)
    assert.match(document, /<link href="\/a\.js">/)
  }
  assert.match(await documentAt(http, '/markets/2/ETH_IDR'), /<link href="\/a\.js">/)
  assert.deepEqual(requested, ['1 BTC_IDR', '1 BTC_IDR', '2 ETH_IDR'])
  for (const url of ['/', '/markets', '/markets/1', '/markets/x/BTC_IDR', '/no/such/page']) {
    assert.doesNotMatch(await documentAt(http, url), /a\.js|first-figures|trading-files/, url)
  }
  assert.equal(requested.length, 3)
})
