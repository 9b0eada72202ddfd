/**
 * Messages of the coin pages before any chain is started: loading, an address that is not available, empty
 * fields, and facts from the configuration.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { serverSentences } from '@tukar/i18n/server'
import type { Browser, Request } from 'playwright-core'
import { desktop, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { verifiedPerson } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { coinEnvironment, coinForm, coinPath, createCoinTranslators } from './coin-visits.ts'

let server: RunningServer
let browser: Browser
let visitor: Visitor

before(async () => {
  const starting = startServer({ environment: coinEnvironment })
  browser = await testBrowser()
  server = await starting
  visitor = await openVisitor(browser, server, 'coin-refusals', desktop)
  await signInAs(visitor, await verifiedPerson(server, 'coins'))
})

after(async () => {
  await browser.close()
  await server.stop()
})

const evidence = (name: string, run: () => Promise<void>) =>
  withEvidence(
    `coin-refusals-${name}`,
    () => server,
    () => [visitor],
    run,
  )

/** Requests a coin's address and checks the server's message that none is available now. */
async function refusedAddress(family: string, symbol: string): Promise<void> {
  const { page, display } = visitor
  const { coin } = createCoinTranslators(visitor)
  const call = `**/wallets/get-${family}-address`
  const said = serverSentences['chain.unavailable']?.[display.language] ?? ''
  assert.notEqual(said, '')
  const body = { success: 0, msg: said, code: 'chain.unavailable', params: {}, request_id: 'x' }
  await page.route(call, (route) => route.fulfill({ status: 503, json: body }))
  await page.goto(coinPath(symbol, 'deposit'))
  await page.getByRole('button', { name: coin('askAddress'), exact: true }).click()
  await page.getByRole('alert').filter({ hasText: said }).first().waitFor()
  // The page shows no address and lets the visitor request one again.
  await page.getByRole('button', { name: coin('askAddress'), exact: true }).waitFor()
  assert.equal(await page.locator('code[data-address]').count(), 0)
  await page.unroute(call)
}

test("EVMD-07 ERR-05: an unavailable address is reported in the server's words, and can be requested again", async () => {
  await evidence('address', async () => {
    await refusedAddress('ethereum', 'ETH')
    await refusedAddress('bitcoin', 'BTC')
  })
})

test('EVMD-18 EVMW-04: a coin is loaded as the one row of its symbol, and its ways by its id', async () => {
  await evidence('loaded', async () => {
    const { page } = visitor
    const requestedUrls: URL[] = []
    const note = (request: Request) => void requestedUrls.push(new URL(request.url()))
    page.on('request', note)
    const ways = page.waitForResponse((one) => one.url().includes('/block_evm_tokens/'))
    await page.goto(coinPath('BNB', 'withdraw'))
    await ways
    page.off('request', note)
    const lists = requestedUrls.filter(({ pathname }) => pathname === '/currencies')
    const own = lists.filter(({ search }) => decodeURIComponent(search).includes('"BNB"'))
    assert.ok(own.length > 0, requestedUrls.join(' '))
    for (const { searchParams } of own) {
      assert.deepEqual([searchParams.get('page'), searchParams.get('rows')], ['1', '1'])
      const rules: unknown = JSON.parse(searchParams.get('filter_rules') ?? '')
      assert.deepEqual(rules, [{ field: 'ccurrency_symbol', op: 'equal', value: 'BNB' }])
    }
    const [tokens] = requestedUrls.filter(({ pathname }) =>
      pathname.startsWith('/block_evm_tokens/'),
    )
    assert.match(tokens?.searchParams.get('ccurrency_id') ?? '', /^\d+$/)
  })
})

test('ERR-30 EVMW-05 BTCW-02 DEC-107: an empty field is named at the field, and nothing is sent', async () => {
  await evidence('empty', async () => {
    const { page } = visitor
    const { coin, out } = createCoinTranslators(visitor)
    const titles = [
      { symbol: 'USDT', title: out('tokenTitle', { symbol: 'USDT' }), isReceiverShown: false },
      { symbol: 'BTC', title: out('bitcoinTitle', { symbol: 'BTC' }), isReceiverShown: true },
    ]
    for (const { symbol, title, isReceiverShown } of titles) {
      await page.goto(coinPath(symbol, 'withdraw'))
      const form = coinForm(visitor, title)
      await form.next.click()
      await page.getByText(coin('emptyField'), { exact: true }).first().waitFor()
      assert.equal(await form.to.getAttribute('aria-invalid'), 'true')
      assert.equal(await form.amount.getAttribute('aria-invalid'), 'true')
      assert.equal(await form.receiverName.count(), isReceiverShown ? 1 : 0)
      if (isReceiverShown) {
        assert.equal(await form.receiverName.getAttribute('aria-invalid'), 'true')
        assert.equal(await form.receiverAddress.getAttribute('aria-invalid'), 'true')
      }
      assert.equal(await form.review.count(), 0)
    }
  })
})

test('CONST-20 EVMD-04 EVMD-12 DEC-111 FMT-07: the facts of a token name the two networks and its contracts, shortened', async () => {
  await evidence('facts', async () => {
    const { page } = visitor
    await page.goto(coinPath('USDT', 'deposit'))
    for (const network of ['Ethereum MainNet', 'Arbitrum One Mainnet']) {
      await page
        .getByRole('row')
        .filter({ hasText: network })
        .filter({ hasText: /0x[0-9a-fA-F]{5}\.{3}[0-9a-fA-F]{6}/ })
        .waitFor()
    }
    await page.goto(coinPath('BTC', 'deposit'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.getByRole('rowheader', { name: 'Ethereum MainNet' }).count(), 0)
  })
})
