/** The look of a simulation's mailbox in the reader's color scheme, time zone and width. */
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testBrowser } from '../harness/chromium.ts'
import { mailedLink } from '../harness/mailbox.ts'
import { newIdentity, signUp, signupBody } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

let server: RunningServer
let browser: Browser
const identity = newIdentity('kotak')

before(async () => {
  const starting = startServer()
  browser = await testBrowser()
  server = await starting
  await signUp(server.client, signupBody(identity))
  await mailedLink(server.client, identity.email, '/auth/email-verification')
})
after(async () => {
  await browser.close()
  await server.stop()
})

type Reader = {
  readonly width: number
  readonly colorScheme: 'dark' | 'light'
  readonly timezoneId: string
}

/** Opens the e-mail of a sign-up in a browser with this reader's settings. */
async function withMail(
  { width, ...reader }: Reader,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const viewport = { width, height: 844 }
  const context = await browser.newContext({ baseURL: server.url, viewport, ...reader })
  try {
    const page = await context.newPage()
    await page.goto('/mailbox')
    await run(page)
  } finally {
    await context.close()
  }
}

async function openMail(page: Page): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: identity.email }).getByRole('link').click()
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
}

/** The brightness of an element's background, 0 to 255. */
async function brightness(page: Page, frame: 'page' | 'mail', part: string): Promise<number> {
  const whole = frame === 'page' ? 'document' : "document.querySelector('iframe').contentDocument"
  const color = await page.evaluate(
    `getComputedStyle(${whole}.querySelector('${part}')).backgroundColor`,
  )
  const [red = 0, green = 0, blue = 0] = (String(color).match(/\d+/g) ?? []).map(Number)
  return (red + green + blue) / 3
}

test("R-43 DEC-138: the mailbox shows times in the reader's zone, in list and e-mail", async () => {
  for (const [timezoneId, name, shiftHours] of [
    ['Asia/Jayapura', 'WIT', 9],
    ['Asia/Jakarta', 'WIB', 7],
  ] as const) {
    await withMail({ width: 390, colorScheme: 'light', timezoneId }, async (page) => {
      const assertLocal = async () => {
        const time = page.locator('time').first()
        const at = Date.parse((await time.getAttribute('datetime')) ?? '')
        const local = new Date(at + shiftHours * 3_600_000).toISOString()
        const wanted = `${local.slice(0, 10)} ${local.slice(11, 19)} ${name}`
        await until('the time', async () => (await time.textContent()) === wanted)
      }
      await assertLocal()
      await openMail(page)
      await assertLocal()
    })
  }
})

test('R-43: an e-mail fits the page, on a phone and a desktop, without scrolling inside it', async () => {
  for (const width of [320, 390, 1440]) {
    const reader = { width, colorScheme: 'light', timezoneId: 'Asia/Jakarta' } as const
    await withMail(reader, async (page) => {
      await openMail(page)
      const hidden = `(() => {
        const mail = document.querySelector('iframe').contentDocument.documentElement
        const page = document.documentElement
        return [mail.scrollHeight - mail.clientHeight, mail.scrollWidth - mail.clientWidth,
          page.scrollWidth - page.clientWidth].join()
      })()`
      await until('the whole e-mail', async () => (await page.evaluate(hidden)) === '0,0,0')
    })
  }
})

test('R-43: the mailbox and its e-mails are dark for readers who prefer dark', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const reader = { width: 390, colorScheme, timezoneId: 'Asia/Jakarta' } as const
    await withMail(reader, async (page) => {
      await openMail(page)
      for (const [frame, part] of [
        ['page', 'body'],
        ['mail', 'body'],
        ['mail', 'table table'],
      ] as const) {
        const name = `${frame} ${part} to be ${colorScheme}`
        await until(name, async () => {
          const ground = await brightness(page, frame, part)
          return colorScheme === 'dark' ? ground > 0 && ground < 40 : ground > 230
        })
      }
    })
  }
})
