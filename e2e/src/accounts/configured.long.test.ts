/** Settings of the operator as they reach pages and sessions, and an expired session. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openVisitor, withEvidence } from '../harness/browser.ts'
import { createFixture, placedOrder, placeOrder } from '../conformance/fixture.ts'
import { testBrowser } from '../harness/chromium.ts'
import { textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { goodPassword, newPerson, type Person, signIn } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { openSocket } from '../harness/sockets.ts'
import { until } from '../harness/until.ts'
import { sendLogin } from './visits.ts'

const environment = {
  TUKAR_MAKERS: 'off',
  TUKAR_CAPTCHA_COST: '1',
  TUKAR_PRODUCT: 'Bursa "Uji" & Kawan',
  TUKAR_SESSION_DAYS: '2',
  TUKAR_COOKIE_SECURE: 'no',
  TUKAR_CONTACT_EMAIL: 'operator@bursa.example',
  TUKAR_SOCIAL_LINKS: 'Forum=https://forum.example/uji',
}
const dayMs = 86_400_000
/** The time between the server's write and the test's check of it. */
const slackMs = 600_000

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
})

after(async () => {
  await browser.close()
  await server.stop()
  await ledger.close()
  await postgres.stop()
})

function assertTwoDays(endsAtMs: number, what: string): void {
  assert.ok(Math.abs(endsAtMs - Date.now() - 2 * dayMs) < slackMs, `${what}: ${endsAtMs}`)
}

async function newestExpiryMs(): Promise<number> {
  const [row] = await ledger.query<{ at: Date }>(
    'select expires_at as at from accounts.session order by id desc limit 1',
  )
  return row?.at.getTime() ?? 0
}

test('DEC-16 SESS-02 DEC-20: cookies live as long as the configured session, and without Secure where that is off', async () => {
  const person = await newPerson(server.client, 'dua')
  const visitor = await openVisitor(browser, server, 'configured-session')
  const seen = { server: () => server, visitors: () => [visitor] }
  try {
    await withEvidence('configured-session', seen.server, seen.visitors, async () => {
      await visitor.page.goto('/auth/login')
      await sendLogin(visitor, person)
      const cookies = await until('the session', async () => {
        const all = await visitor.context.cookies()
        const own = all.filter(({ name }) => name === 'jwt' || name === 'usid')
        return own.length === 2 && own
      })
      for (const { name, expires, secure } of cookies) {
        assertTwoDays(expires * 1_000, name)
        assert.equal(secure, false, name)
      }
      assertTwoDays(await newestExpiryMs(), 'the session of the server')
    })
  } finally {
    await visitor.close()
  }
})

test('DEC-06 GEN-10 LEGAL-04: the configured brand, address and links are on the pages', async () => {
  const visitor = await openVisitor(browser, server, 'configured-brand')
  const seen = { server: () => server, visitors: () => [visitor] }
  const { page } = visitor
  const product = environment.TUKAR_PRODUCT
  try {
    await withEvidence('configured-brand', seen.server, seen.visitors, async () => {
      await page.goto('/pages/contact-us')
      const address = page.getByRole('link', { name: environment.TUKAR_CONTACT_EMAIL })
      await address.first().waitFor()
      assert.equal(
        await address.first().getAttribute('href'),
        `mailto:${environment.TUKAR_CONTACT_EMAIL}`,
      )
      assert.ok((await page.title()).startsWith(`${product} | `), await page.title())
      await page.locator('footer a[href="https://forum.example/uji"]').first().waitFor()
      const manifest = await page.request.get('/manifest.webmanifest')
      const manifestBody: unknown = await manifest.json()
      assert.equal(Object(manifestBody).name, product)
    })
  } finally {
    await visitor.close()
  }
})

async function expire(token: string, person: Person): Promise<void> {
  await ledger.query(
    `update accounts.session set expires_at = now() - interval '1 second'
     where user_id = $1 and token_hash = sha256($2::text::bytea)`,
    [person.usid, token],
  )
}

test('SRV-83 SRV-02 ATT-108: an expired session loses its private room and all its calls', async () => {
  const { client, url } = server
  const person = await newPerson(client, 'lewat')
  const token = textAt((await signIn(client, person.email, goodPassword)).body, 'token')
  const [dead, live] = [
    await openSocket(url, { token }),
    await openSocket(url, { token: person.token }),
  ]
  try {
    await expire(token, person)
    await until('the socket to be closed', () => !dead.socket.connected)
    await until('the token to be refused', async () => {
      return (await client.call('GET', '/users/mydata', { token })).status === 401
    })
    dead.clear()
    const wish = { side: 'buy', price: 1_650_000_000n, quantity: 100_000n } as const
    placedOrder(await placeOrder(createFixture(url), person, wish))
    await until('the other socket to hear of it', () => live.of('ubal').length)
    const own = ['ubal', 'notif_obooks_result', 'notif']
    assert.deepEqual(
      dead.received.filter(({ event }) => own.includes(event)),
      [],
    )
    await assert.rejects(openSocket(url, { token }))
  } finally {
    dead.close()
    live.close()
  }
})
