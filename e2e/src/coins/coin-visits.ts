/** Actions with coins in a browser: request an address, use the faucet, withdraw with a code. */
import assert from 'node:assert/strict'
import {
  coinMessages,
  coinStepMessages,
  coinWithdrawalMessages,
  otpMessages,
  rupiahMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Visitor } from '../harness/browser.ts'
import { isObject, textAt } from '../harness/http.ts'
import type { Ledger } from '../harness/ledger.ts'
import { balanceOf, type Person } from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'
import { isCodeAccepted, mailedCode } from '../rupiah/rupiah-visits.ts'

/** A market without market makers, and chains with fast blocks. */
export const coinEnvironment = {
  TUKAR_MAKERS: 'off',
  TUKAR_LOCAL_BITCOIN_BLOCK_MS: '3000',
  TUKAR_LOCAL_EVM_BLOCK_MS: '1000',
} as const

/** A local chain makes blocks by its clock. A final transaction needs several blocks, on a loaded machine. */
export const chainMs = 180_000

/** Used codes with their e-mail address: no code works twice. */
const usedCodes = new Set<string>()

/** The texts of the coin screens in the visitor's language. */
export function createCoinTranslators({ display: { language } }: Pick<Visitor, 'display'>) {
  return {
    coin: createTranslator(coinMessages, language),
    out: createTranslator(coinWithdrawalMessages, language),
    step: createTranslator(coinStepMessages, language),
    rupiah: createTranslator(rupiahMessages, language),
    otp: createTranslator(otpMessages, language),
  }
}

/** The path of a coin's deposit or withdrawal page. */
export function coinPath(symbol: string, way: 'deposit' | 'withdraw'): string {
  return symbol === 'BTC' ? `/settings/wallets/btc_${way}` : `/settings/wallets/${symbol}/${way}`
}

/** The row of a list that shows this amount. */
export function coinRow({ page }: Pick<Visitor, 'page'>, shown: string) {
  const heading = page.getByRole('heading', { level: 3, name: shown, exact: true })
  return page.getByRole('article').filter({ has: heading })
}

/** The deposit address on the open page, requested if there is none yet. */
export async function openDepositAddress(visitor: Visitor): Promise<string> {
  const { page } = visitor
  const { coin } = createCoinTranslators(visitor)
  const ask = page.getByRole('button', { name: coin('askAddress'), exact: true })
  const shown = page.locator('code[data-address]').first()
  await ask.or(shown).first().waitFor()
  // Chains that are starting answer 503, and the page repeats its request automatically.
  visitor.expectTrouble(true)
  if (await ask.isVisible()) await ask.click()
  await shown.waitFor({ timeout: chainMs })
  visitor.expectTrouble(false)
  const address = (await shown.getAttribute('data-address')) ?? ''
  assert.equal(await page.locator('svg[data-text]').getAttribute('data-text'), address)
  return address
}

/** Requests an amount from the faucet by its call; returns the transaction id. */
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

/** The form of a withdrawal and its review. */
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

/** Confirms the payment under review with the newest code by e-mail. */
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
 * Sends the payment under review with the newest code by e-mail, whatever the result is. Returns the code,
 * which stays valid if the payment was refused.
 */
async function takeCode(server: RunningServer, visitor: Visitor, person: Person): Promise<string> {
  const { page } = visitor
  const { out, otp } = createCoinTranslators(visitor)
  const review = page.getByRole('form', { name: out('reviewTitle'), exact: true })
  await review.locator('button[type=submit]').click()
  const dialog = page.getByRole('dialog', { name: otp('title') })
  await dialog.waitFor()
  // The dialog puts the focus into its first box once it is open.
  await dialog.locator('input:focus').waitFor()
  const known = [...usedCodes].filter((used) => used.startsWith(`${person.email} `))
  const tried = new Set(known.map((used) => used.slice(person.email.length + 1)))
  return until('a code to be accepted', async () => {
    const code = await mailedCode(server, person.email, tried)
    tried.add(code)
    await dialog.locator('input').first().focus()
    await page.keyboard.type(code)
    return (await isCodeAccepted(dialog)) ? code : null
  })
}

/** The input of a withdrawal. */
export type CoinOut = {
  readonly symbol: string
  /** The form's title for this kind of coin. */
  readonly title: 'coinTitle' | 'tokenTitle' | 'bitcoinTitle'
  /** Null if there is no choice. */
  readonly network: string | null
  readonly to: string
  readonly amount: string
  /** Null if the form asks for none. */
  readonly receiver: { readonly name: string; readonly address: string } | null
}

/** Fills in the form and continues to the review. */
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

/** Fills in the form and opens the review. */
export async function fillCoinOut(visitor: Visitor, wish: CoinOut): Promise<void> {
  await typeCoinOut(visitor, wish)
  const { out } = createCoinTranslators(visitor)
  const { review } = coinForm(visitor, out(wish.title, { symbol: wish.symbol }))
  await review.locator(`code[data-address="${wish.to}"]`).waitFor()
}

/** Requests a withdrawal with the form and confirms it by e-mail. */
export async function sendCoins(
  server: RunningServer,
  { visitor, person }: { readonly visitor: Visitor; readonly person: Person },
  wish: CoinOut,
): Promise<void> {
  await fillCoinOut(visitor, wish)
  await checkCoinPage(visitor)
  await confirmCoins(server, visitor, person)
}

/** Waits until a row of the open list shows a status. */
export async function untilStep(
  visitor: Visitor,
  shown: string,
  name: 'canceled' | 'credited' | 'done' | 'needsSender' | 'rejected' | 'waitingApproval',
): Promise<void> {
  const { step } = createCoinTranslators(visitor)
  const row = coinRow(visitor, shown)
  await row.getByText(step(name), { exact: true }).first().waitFor({ timeout: chainMs })
}

/** Checks that the explorer has a page for the row's transaction. */
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

/** Checks that nothing on the open page is a barrier, too wide or untranslated. */
export async function checkCoinPage({ page, display }: Visitor): Promise<void> {
  assert.deepEqual(await findAccessibilityBarriers(page), [])
  assert.deepEqual(await tooWide(page), [])
  assert.deepEqual(await findUntranslated(page, display.language), [])
}

/** Waits until a person has this available balance of a currency, as the API writes it. */
export async function untilAvailable(
  { client }: RunningServer,
  { token }: Person,
  { symbol, amount }: { readonly symbol: string; readonly amount: string },
): Promise<void> {
  const isSo = async () => (await balanceOf(client, token, symbol)).available === amount
  await until(`${amount} ${symbol} to be available`, isSo, { withinMs: chainMs, everyMs: 250 })
}

/**
 * Deletes a deposit that is not booked, as if the scan of its block had missed it. From then on only a claim
 * can bring it back.
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
