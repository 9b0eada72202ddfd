/** Hostile nodes and a hostile signer: endless replies, far too long ones, or redirects to another host. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { createBitcoinNode } from './bitcoin/index.ts'
import { createEvmNode } from './evm/index.ts'
import { createSigner } from './signer/index.ts'

const shortMs = 400
/** A long timeout, so that the length limit ends the call. */
const longMs = 600_000
const dripMs = 20
const bombBytes = 40_000_000

async function startServer(test: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}`
}

/** Collects unreferenced objects now instead of at some later time. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Results of all three clients for a hostile server: the kind of failure, within the timeout. */
async function madeOf(url: string, timeoutMs = shortMs): Promise<Readonly<Record<string, string>>> {
  const evm = createEvmNode({ url: () => url, chainId: 1, timeoutMs })
  const reach = { url, user: 'u', password: 'p' }
  const bitcoin = createBitcoinNode({
    network: 'mainnet',
    reach: () => Promise.resolve(reach),
    timeoutMs,
  })
  const signer = createSigner({ reach: () => Promise.resolve({ url, key: 'k' }), timeoutMs })
  const from = performance.now()
  const [heads, head, keys] = await Promise.all([evm.heads(), bitcoin.head(), signer.keys()])
  assert.ok(performance.now() - from < timeoutMs + 20_000)
  return {
    evm: heads.status === 'failed' ? heads.kind : heads.status,
    bitcoin: head.status === 'failed' ? head.kind : head.status,
    signer: keys.status,
  }
}

test('FLT-26 FLT-28 FLT-31: a reply that arrives slowly and never ends fails at the deadline', async (t) => {
  const url = await startServer(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => {
      response.write(' ')
      // The listener of the deadline must not depend on objects that only the caller of `fetch` references.
      collectGarbage()
    }, dripMs)
    response.on('close', () => clearInterval(drip))
  })
  assert.deepEqual(await madeOf(url), { evm: 'silent', bitcoin: 'silent', signer: 'unknown' })
})

test('FLT-26 FLT-28 FLT-31: a reply that grows without bounds when decompressed is not read to its end', async (t) => {
  const bomb = gzipSync(Buffer.alloc(bombBytes, ' '))
  assert.ok(bomb.length < bombBytes / 100)
  const url = await startServer(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const { evm, bitcoin, signer } = await madeOf(url, longMs)
  assert.deepEqual([evm, bitcoin, signer], ['tooLarge', 'tooLarge', 'unknown'])
})

test('SRV-80: a node with its key in the URL gets no user, any other node does', async (t) => {
  const seen: (string | undefined)[] = []
  const url = await startServer(t, (request, response) => {
    seen.push(request.headers.authorization)
    response.end('[]')
  })
  for (const user of ['', 'u']) {
    const reach = { url, user, password: user === '' ? '' : 'p' }
    await createBitcoinNode({ network: 'mainnet', reach: () => Promise.resolve(reach) }).head()
  }
  assert.deepEqual(seen, [undefined, 'Basic dTpw'])
})

test('ATT-78 ATT-97: a redirect is not followed, and its target never sees a key', async (t) => {
  const seen: string[] = []
  const elsewhere = await startServer(t, (request, response) => {
    seen.push(request.headers.authorization ?? 'nothing')
    response.end('{}')
  })
  const url = await startServer(t, (_, response) => {
    response.writeHead(307, { location: elsewhere }).end()
  })
  assert.deepEqual(await madeOf(url), { evm: 'silent', bitcoin: 'silent', signer: 'unknown' })
  assert.deepEqual(seen, [])
})
