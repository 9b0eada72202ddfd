/** What people do with coins in a browser: ask for an address, use the faucet, withdraw with a code. */
import assert from 'node:assert/strict'
import {
  coinMessages,
  coinStepMessages,
  coinWithdrawalMessages,
  otpMessages,
  rupiahMessages,
  translatorOf,
} from '@tukar/i18n'
import type { Visitor } from '../harness/browser.ts'
import { isObject, textAt } from '../harness/http.ts'
import type { Ledger } from '../harness/ledger.ts'
import { balanceOf, type Person } from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'
import { isCodeAccepted, mailedCode } from '../rupiah/rupiah-visits.ts'

/** A market in which nobody trades but the people of a test, and chains that make their blocks quickly. */
export const coinEnvironment = {
  TUKAR_MAKERS: 'off',
  TUKAR_LOCAL_BITCOIN_BLOCK_MS: '3000',
  TUKAR_LOCAL_EVM_BLOCK_MS: '1000',
} as const

/** A local chain makes blocks by its clock; what is final needs several, on a machine under load. */
export const chainMs = 180_000

/** Codes that confirmed something, each with its address: none serves twice. */
const usedCodes = new Set<string>()

/** All that the screens of coins say to this visitor. */
export function createCoinTranslators({ display: { language } }: Pick<Visitor, 'display'>) {
  return {
    coin: translatorOf(coinMessages, language),
    out: translatorOf(coinWithdrawalMessages, language),
    step: translatorOf(coinStepMessages, language),
    rupiah: translatorOf(rupiahMessages, language),
    otp: translatorOf(otpMessages, language),
  }
}

/** Where a coin comes in and goes out. */
export function coinPath(symbol: string, way: 'deposit' | 'withdraw'): string {
  return symbol === 'BTC' ? `/settings/wallets/btc_${way}` : `/settings/wallets/${symbol}/${way}`
}

/** The row of a list that is about this amount, as it is shown. */
export function coinRow({ page }: Pick<Visitor, 'page'>, shown: string) {
  const heading = page.getByRole('heading', { level: 3, name: shown, exact: true })
  return page.getByRole('article').filter({ has: heading })
}

/** The own address on the open page, asked for where there is none yet. */
export async function openDepositAddress(visitor: Visitor): Promise<string> {
  const { page } = visitor
  const { coin } = createCoinTranslators(visitor)
  const ask = page.getByRole('button', { name: coin('askAddress'), exact: true })
  const shown = page.locator('code[data-address]').first()
  await ask.or(shown).first().waitFor()
  // Chains that are still being begun answer 503, and the page asks again by itself.
  visitor.expectTrouble(true)
  if (await ask.isVisible()) await ask.click()
  await shown.waitFor({ timeout: chainMs })
  visitor.expectTrouble(false)
  const address = (await shown.getAttribute('data-address')) ?? ''
  assert.equal(await page.locator('svg[data-text]').getAttribute('data-text'), address)
  return address
}

/** Has the faucet pay an amount by its call; gives the transaction's id. */
export async function payFromFaucet(
  { client }: RunningServer,
  { token }: Person,
  gift: { readonly chain: string; readonly currency: string; readonly amount?: string },
): Promise<string> {
  return until(
    'the faucet to pay',
    async () => {
      const answer = await client.call('POST', '/simulation/chain/faucet', { token, body: gift })
      const data = isObject(answer.body['data']) ? answer.body['data'] : {}
      return textAt(data, 'txid')
    },
    { withinMs: chainMs, everyMs: 500 },
  )
}

/** The form of a withdrawal and the check before it is sent. */
export function coinForm(visitor: Visitor, title: string) {
  const { page } = visitor
  const { out } = createCoinTranslators(visitor)
  const form = page.getByRole('form', { name: title, exact: true })
  return {
    chain: form.getByLabel(out('chain'), { exact: true }),
    to: form.getByLabel(out('to'), { exact: true }),
    amount: form.getByLabel(out('amount'), { exact: true }),
    receiverName: form.getByLabel(out('receiverName'), { exact: true }),
    receiverAddress: form.getByLabel(out('receiverAddress'), { exact: true }),
    next: form.getByRole('button', { name: out('continue'), exact: true }),
    review: page.getByRole('form', { name: out('reviewTitle'), exact: true }),
  }
}

/** Confirms what stands under review with the newest code that was mailed. */
export async function confirmCoins(
  server: RunningServer,
  visitor: Visitor,
  person: Person,
): Promise<void> {
  const code = await takeCode(server, visitor, person)
  await visitor.page
    .getByText(createCoinTranslators(visitor).out('sentText'), { exact: true })
    .waitFor()
  usedCodes.add(`${person.email} ${code}`)
}

/**
 * Sends what stands under review with the newest code that was mailed, whatever comes of it; gives the
 * code, which stays good where it came to nothing.
 */
async function takeCode(server: RunningServer, visitor: Visitor, person: Person): Promise<string> {
  const { page } = visitor
  const { out, otp } = createCoinTranslators(visitor)
  const review = page.getByRole('form', { name: out('reviewTitle'), exact: true })
  await review.locator('button[type=submit]').click()
  const dialog = page.getByRole('dialog', { name: otp('title') })
  await dialog.waitFor()
  // The dialog puts the keyboard into its first box once it stands.
  await dialog.locator('input:focus').waitFor()
  const known = [...usedCodes].filter((used) => used.startsWith(`${person.email} `))
  const tried = new Set(known.map((used) => used.slice(person.email.length + 1)))
  return until('a code to be taken', async () => {
    const code = await mailedCode(server, person.email, tried)
    tried.add(code)
    await dialog.locator('input').first().focus()
    await page.keyboard.type(code)
    return (await isCodeAccepted(dialog)) ? code : null
  })
}

/** A payment out as it is typed. */
export type CoinOut = {
  readonly symbol: string
  /** As the form is headed for this kind of coin. */
  readonly title: 'coinTitle' | 'tokenTitle' | 'bitcoinTitle'
  /** Null where there is no choice. */
  readonly network: string | null
  readonly to: string
  readonly amount: string
  /** Null where none is asked for. */
  readonly receiver: { readonly name: string; readonly address: string } | null
}

/** Fills the form in and goes on from it. */
export async function typeCoinOut(visitor: Visitor, wish: CoinOut): Promise<void> {
  const { page } = visitor
  const { out } = createCoinTranslators(visitor)
  await page.goto(coinPath(wish.symbol, 'withdraw'))
  const form = coinForm(visitor, out(wish.title, { symbol: wish.symbol }))
  await form.to.fill(wish.to)
  if (wish.network !== null) await form.chain.selectOption({ label: wish.network })
  await form.amount.fill(wish.amount)
  if (wish.receiver === null) assert.equal(await form.receiverName.count(), 0)
  else {
    await form.receiverName.fill(wish.receiver.name)
    await form.receiverAddress.fill(wish.receiver.address)
  }
  await form.next.click()
}

/** Fills the form in, up to the check before it is sent. */
export async function fillCoinOut(visitor: Visitor, wish: CoinOut): Promise<void> {
  await typeCoinOut(visitor, wish)
  const { out } = createCoinTranslators(visitor)
  const { review } = coinForm(visitor, out(wish.title, { symbol: wish.symbol }))
  await review.locator(`code[data-address="${wish.to}"]`).waitFor()
}

/** Asks for a payment out by the form and confirms it by mail. */
export async function sendCoins(
  server: RunningServer,
  { visitor, person }: { readonly visitor: Visitor; readonly person: Person },
  wish: CoinOut,
): Promise<void> {
  await fillCoinOut(visitor, wish)
  await checkCoinPage(visitor)
  await confirmCoins(server, visitor, person)
}

/** Waits until a row of the open list says a step. */
export async function untilStep(
  visitor: Visitor,
  shown: string,
  name: 'canceled' | 'credited' | 'done' | 'needsSender' | 'rejected' | 'waitingApproval',
): Promise<void> {
  const { step } = createCoinTranslators(visitor)
  const row = coinRow(visitor, shown)
  await row.getByText(step(name), { exact: true }).first().waitFor({ timeout: chainMs })
}

/** The explorer's page of a row's transaction is there, and tells of it. */
export async function checkExplorer(
  { client }: RunningServer,
  visitor: Visitor,
  shown: string,
): Promise<void> {
  const { coin } = createCoinTranslators(visitor)
  const link = coinRow(visitor, shown).getByRole('link', { name: coin('lookUp') })
  const href = (await link.getAttribute('href')) ?? ''
  const answer = await client.call('GET', href)
  assert.equal(answer.status, 200, href)
}

/** Nothing on the open page is in the way, too wide or untranslated. */
export async function checkCoinPage({ page, display }: Visitor): Promise<void> {
  assert.deepEqual(await findAccessibilityBarriers(page), [])
  assert.deepEqual(await tooWide(page), [])
  assert.deepEqual(await findUntranslated(page, display.language), [])
}

/** Waits until a person has so much of a currency to spend, as the calls write it. */
export async function untilAvailable(
  { client }: RunningServer,
  { token }: Person,
  { symbol, amount }: { readonly symbol: string; readonly amount: string },
): Promise<void> {
  const isSo = async () => (await balanceOf(client, token, symbol)).available === amount
  await until(`${amount} ${symbol} to be available`, isSo, { withinMs: chainMs, everyMs: 250 })
}

/**
 * Takes a deposit that is not booked out of the tables, as if it had been missed when its block was read:
 * from then on a claim alone can bring it back.
 */
export async function missDeposit(ledger: Ledger, txid: string): Promise<void> {
  await until(
    'the deposit to be seen in a block',
    async () => {
      const gone = await ledger.query<{ id: string }>(
        `with gone as (delete from wallets.chain_deposit
           where txid = $1 and state = 'confirming' and taken_until is null returning id)
         delete from wallets.step where kind = 'chain_deposit' and row_id in (select id from gone)
         returning row_id as id`,
        [txid],
      )
      return gone.length > 0
    },
    { withinMs: chainMs, everyMs: 50 },
  )
}
