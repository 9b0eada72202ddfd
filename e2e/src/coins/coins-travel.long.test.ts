/**
 * The travel rule in both directions, below, at and above its limit, and the approval of large amounts: the
 * e-mail and the page of its link. All of it on a phone, in Indonesian.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { consoleChainMessages, rupiahMessages, createTranslator } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { desktop, openVisitor, phone, type Visitor, withEvidence } from '../harness/browser.ts'
import { openConsole, createConsoleTranslator as deskWords } from '../desk/desk-visits.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { mailedLink } from '../harness/mailbox.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import {
  coinEnvironment,
  chainMs,
  checkCoinPage,
  type CoinOut,
  coinForm,
  coinPath,
  coinRow,
  createCoinTranslators,
  confirmCoins,
  openDepositAddress,
  payFromFaucet,
  sendCoins,
  untilAvailable,
  untilStep,
} from './coin-visits.ts'

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger
let person: Person
let visitor: Visitor
/** A visitor who opens the e-mail's link without a session. */
let passer: Visitor

const linkPath = '/settings/wallets/coin_withdraw/cancel'
const recipient = { name: 'Siti Rahma', address: 'Jl. Kenanga 2, Jakarta' }

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment: coinEnvironment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
  person = await verifiedPerson(server, 'travel')
  visitor = await openVisitor(browser, server, 'travel', phone)
  passer = await openVisitor(browser, server, 'passer', phone)
  await signInAs(visitor, person)
})

after(async () => {
  await browser.close()
  await ledger.close()
  await server.stop()
  await postgres.stop()
})

const evidence = (name: string, run: () => Promise<void>) =>
  withEvidence(
    `coins-travel-${name}`,
    () => server,
    () => [visitor, passer],
    run,
  )

/** Deposits an amount and opens the list that shows it. */
async function comeIn(chain: string, amount: string): Promise<void> {
  await payFromFaucet(server, person, { chain, currency: 'USDT', amount })
  await visitor.page.goto(coinPath('USDT', 'deposit'))
}

/** Declares the sender of a row's deposit. */
async function declareSender(shown: string): Promise<void> {
  const { page } = visitor
  const { coin } = createCoinTranslators(visitor)
  const ask = coinRow(visitor, shown).getByRole('button', { name: coin('senderComplete') })
  await ask.waitFor({ timeout: chainMs })
  await checkCoinPage(visitor)
  await ask.click()
  const dialog = page.getByRole('dialog', { name: coin('senderTitle') })
  await dialog.getByLabel(coin('senderName'), { exact: true }).fill('Budi Santoso')
  await dialog.getByLabel(coin('senderAddress'), { exact: true }).fill('Jl. Melati 1, Bandung')
  await checkCoinPage(visitor)
  await dialog.getByRole('button', { name: coin('senderSend'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('TRAVEL-05 EVMD-17: below the limit a deposit is credited without a sender', async () => {
  await evidence('in-below', async () => {
    const { coin } = createCoinTranslators(visitor)
    await visitor.page.goto(coinPath('USDT', 'deposit'))
    await openDepositAddress(visitor)
    await comeIn('ethereum', '990')
    await untilStep(visitor, '990 USDT', 'credited')
    const row = coinRow(visitor, '990 USDT')
    assert.equal(await row.getByRole('button', { name: coin('senderComplete') }).count(), 0)
    await checkCoinPage(visitor)
  })
})

test('TRAVEL-05 SRV-68 DEC-118: deposits that reach the limit together within a day wait for their sender', async () => {
  await evidence('in-at', async () => {
    await comeIn('ethereum', '10')
    await untilStep(visitor, '10 USDT', 'needsSender')
    await untilAvailable(server, person, { symbol: 'USDT', amount: '990.000000' })
    await declareSender('10 USDT')
    await untilStep(visitor, '10 USDT', 'credited')
    await untilAvailable(server, person, { symbol: 'USDT', amount: '1000.000000' })
  })
})

test('TRAVEL-05 SRV-68: a deposit above the limit waits for its sender', async () => {
  await evidence('in-above', async () => {
    await comeIn('arbitrum', '15000')
    await declareSender('15.000 USDT')
    await untilStep(visitor, '15.000 USDT', 'credited')
    await untilAvailable(server, person, { symbol: 'USDT', amount: '16000.000000' })
    assert.deepEqual(visitor.troubles, [])
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

const token = { symbol: 'USDT', title: 'tokenTitle' } as const
const below: CoinOut = {
  ...token,
  network: 'Ethereum MainNet',
  to: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '990',
  receiver: null,
}

test('TRAVEL-02 EVMW-05: below the limit no receiver is required', async () => {
  await evidence('out-below', async () => {
    await sendCoins(server, { visitor, person }, below)
    await untilStep(visitor, '990 USDT', 'done')
    await checkCoinPage(visitor)
  })
})

test('TRAVEL-02 TRAVEL-03 TRAVEL-04 ATT-88: a withdrawal that reaches the limit within a day requires the receiver', async () => {
  await evidence('out-at', async () => {
    const { page } = visitor
    const { out } = createCoinTranslators(visitor)
    await page.goto(coinPath('USDT', 'withdraw'))
    const form = coinForm(visitor, out('tokenTitle', { symbol: 'USDT' }))
    await form.to.fill(below.to)
    await form.chain.selectOption({ label: 'Arbitrum One Mainnet' })
    await form.amount.fill('9')
    assert.equal(await form.receiverName.count(), 0)
    await form.amount.fill('10')
    await form.receiverName.waitFor()
    await form.next.click()
    await page.getByText(out('receiverMissing'), { exact: true }).waitFor()
    await checkCoinPage(visitor)
    await form.receiverName.fill(recipient.name)
    await form.receiverAddress.fill(recipient.address)
    await form.next.click()
    await form.review.getByText(out('addressKnown'), { exact: true }).waitFor()
    await form.review
      .getByText(`${recipient.name}, ${recipient.address}`, { exact: true })
      .waitFor()
    await confirmCoins(server, visitor, person)
    await untilStep(visitor, '10 USDT', 'done')
    await untilAvailable(server, person, { symbol: 'USDT', amount: '15000.000000' })
  })
})

/** The page of an e-mail's link, opened without a session. */
async function openLink(link: URL) {
  const { page } = passer
  const translate = createTranslator(rupiahMessages, passer.display.language)
  await page.goto(link.pathname + link.search)
  return {
    translate,
    cancel: page.getByRole('button', { name: translate('cancelPageDo'), exact: true }),
  }
}

test('TRAVEL-02 SRV-80 SRV-81 ATT-92 ATT-93: a large withdrawal needs approval, and the link in its e-mail cancels it, once', async () => {
  await evidence('out-above', async () => {
    const { page } = passer
    await sendCoins(server, { visitor, person }, { ...below, amount: '12000', receiver: recipient })
    await untilStep(visitor, '12.000 USDT', 'waitingApproval')
    await checkCoinPage(visitor)
    const link = await mailedLink(server.client, person.email, linkPath)
    const { translate, cancel } = await openLink(link)
    await page.getByText('12.000 USDT', { exact: true }).waitFor()
    await checkCoinPage(passer)
    // Opening the link changes nothing, because mail programs open links, too.
    await untilAvailable(server, person, { symbol: 'USDT', amount: '3000.000000' })
    await cancel.click()
    await page.getByText(translate('cancelPageDone'), { exact: true }).waitFor()
    await untilAvailable(server, person, { symbol: 'USDT', amount: '15000.000000' })
    await untilStep(visitor, '12.000 USDT', 'canceled')
    await checkCoinPage(visitor)
    await openLink(link)
    await page.getByText(translate('cancelPageAlready'), { exact: true }).waitFor()
    await checkCoinPage(passer)
  })
})

test('ATT-92: a truncated or invalid link says so and cancels nothing', async () => {
  await evidence('bad-link', async () => {
    const { page } = passer
    const translate = createTranslator(rupiahMessages, passer.display.language)
    await page.goto(linkPath)
    await page.getByText(translate('cancelPageNoToken'), { exact: true }).waitFor()
    await checkCoinPage(passer)
    assert.deepEqual(passer.troubles, [])
    passer.expectTrouble(true)
    const { cancel } = await openLink(new URL(`${linkPath}?token=${'x'.repeat(43)}`, server.url))
    await page.getByText(translate('cancelPageFailed'), { exact: true }).waitFor()
    assert.equal(await cancel.count(), 0)
    await checkCoinPage(passer)
    passer.expectTrouble(false)
    assert.deepEqual(visitor.troubles, [])
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

const large: CoinOut = { ...below, amount: '12000', receiver: recipient }

/** Decides the pending payout, as an operator does at the console. */
async function decide(
  name: 'Ratna' | 'Bayu',
  verdict: 'approve' | 'reject',
  reason: string,
): Promise<void> {
  const [waiting] = await ledger.query<{ id: string }>(
    `select id from wallets.chain_withdrawal where state = 'waiting_approval'`,
  )
  const translate = deskWords('en')
  const translateChain = createTranslator(consoleChainMessages, 'en')
  const operator = await openVisitor(browser, server, name, desktop)
  await withEvidence(
    `coins-${verdict}-${name}`,
    () => server,
    () => [operator],
    async () => {
      const { page } = operator
      const path = `/executor/chain-withdrawals/waiting/${waiting?.id}`
      await openConsole(server, operator, name, path)
      await page.getByRole('button', { name: translateChain(verdict), exact: true }).click()
      await page.getByLabel(translate('reasonLabel')).fill(reason)
      await checkCoinPage(operator)
      const title = new RegExp(`^${translateChain(verdict)} [\\d.]+`)
      await page.getByRole('button', { name: title }).click()
      const decided = translate('decided', { what: '' })
      await page.getByText(decided).first().waitFor()
      assert.deepEqual(operator.troubles, [])
    },
  )
  await operator.close()
}

test('SRV-80 SRV-81 INV-22: a payout that two operators approve at the console is paid', async () => {
  await evidence('approved', async () => {
    await sendCoins(server, { visitor, person }, large)
    await untilStep(visitor, '12.000 USDT', 'waitingApproval')
    await decide('Ratna', 'approve', 'Spoke to the owner by telephone')
    const [state] = await ledger.query<{ count: number }>(
      `select count(*)::int from wallets.chain_withdrawal where state = 'waiting_approval'`,
    )
    assert.equal(state?.count, 1, 'one of two is not enough')
    await decide('Bayu', 'approve', 'The papers are in order')
    const paid = coinRow(visitor, '12.000 USDT').first()
    const { step } = createCoinTranslators(visitor)
    await paid.getByText(step('done'), { exact: true }).first().waitFor({ timeout: chainMs })
    await untilAvailable(server, person, { symbol: 'USDT', amount: '3000.000000' })
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('SRV-81 ATT-88: parts of a large sum wait as well, and a rejected one is returned with the reason', async () => {
  await evidence('rejected', async () => {
    const reason = 'The receiver is not who he says'
    await sendCoins(server, { visitor, person }, { ...large, amount: '100' })
    await untilStep(visitor, '100 USDT', 'waitingApproval')
    await decide('Bayu', 'reject', reason)
    await untilStep(visitor, '100 USDT', 'rejected')
    const row = coinRow(visitor, '100 USDT')
    const { step } = createCoinTranslators(visitor)
    const rejection = row.getByText(step('rejectedWhy', { reason: `${reason}.` }))
    if (!(await rejection.isVisible())) await row.locator('summary').click()
    await rejection.waitFor()
    await checkCoinPage(visitor)
    await untilAvailable(server, person, { symbol: 'USDT', amount: '3000.000000' })
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('ATT-93 EVMW-03: a pending payout is canceled in the list, after a confirmation', async () => {
  await evidence('taken-back', async () => {
    const { page } = visitor
    const { out } = createCoinTranslators(visitor)
    await sendCoins(server, { visitor, person }, { ...large, amount: '200' })
    await untilStep(visitor, '200 USDT', 'waitingApproval')
    const row = coinRow(visitor, '200 USDT')
    const dialog = page.getByRole('dialog', { name: out('cancelQuestion') })
    await row.getByRole('button', { name: out('cancel') }).click()
    await dialog.getByRole('button', { name: out('keepIt'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await row.getByRole('button', { name: out('cancel') }).click()
    await checkCoinPage(visitor)
    await dialog.getByRole('button', { name: out('cancel'), exact: true }).click()
    await page.getByText(out('canceledToast'), { exact: true }).first().waitFor()
    await untilStep(visitor, '200 USDT', 'canceled')
    await untilAvailable(server, person, { symbol: 'USDT', amount: '3000.000000' })
    assert.deepEqual(visitor.troubles, [])
  })
})
