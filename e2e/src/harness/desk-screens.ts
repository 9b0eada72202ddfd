/** The screens of the operator console. */
import {
  consoleBonusMessages,
  consoleBookMessages,
  consoleChainMessages,
  consoleChangeMessages,
  consoleContentMessages,
  consoleCurrencyMessages,
  consoleMarketMessages,
  deskMessages,
  consolePasskeyMessages,
  consolePeopleMessages,
  consoleSettingMessages,
  consoleTaxMessages,
  type Language,
  shellMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Visitor } from './browser.ts'
import { titleWith, type Screen } from './screen.ts'

/** Opens a session of a demo operator, whoever the visitor was before. */
async function enterConsole({ context }: Visitor): Promise<void> {
  const answer = await context.request.post('/simulation/enter', { data: { name: 'Ratna' } })
  const { token, usid } = JSON.parse(await answer.text())
  const cookie = { domain: '127.0.0.1', path: '/', secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'jwt', value: String(token) },
    { ...cookie, name: 'usid', value: String(usid) },
  ])
}

const consoleTranslators = {
  bonus: (language: Language) => createTranslator(consoleBonusMessages, language),
  books: (language: Language) => createTranslator(consoleBookMessages, language),
  chains: (language: Language) => createTranslator(consoleChainMessages, language),
  changes: (language: Language) => createTranslator(consoleChangeMessages, language),
  content: (language: Language) => createTranslator(consoleContentMessages, language),
  currencies: (language: Language) => createTranslator(consoleCurrencyMessages, language),
  desk: (language: Language) => createTranslator(deskMessages, language),
  markets: (language: Language) => createTranslator(consoleMarketMessages, language),
  passkeys: (language: Language) => createTranslator(consolePasskeyMessages, language),
  people: (language: Language) => createTranslator(consolePeopleMessages, language),
  settings: (language: Language) => createTranslator(consoleSettingMessages, language),
  tax: (language: Language) => createTranslator(consoleTaxMessages, language),
}

const { bonus, books, chains, changes, content, currencies, desk, markets, people } =
  consoleTranslators

type DeskScreen = readonly [name: string, path: string, title: (language: Language) => string]

/** Every page by the suffix of its name and its path below the console's. */
const pages: readonly DeskScreen[] = [
  ['', '', (l) => desk(l)('overview')],
  ['-people', '/people', (l) => people(l)('title')],
  [
    '-person',
    '/people/1001',
    (l) => `${people(l)('accountName', { id: 1001 })} | ${people(l)('title')}`,
  ],
  ['-payouts', '/withdrawals/waiting', (l) => `${desk(l)('payouts')}: ${desk(l)('queueWaiting')}`],
  [
    '-deposits',
    '/deposits/quarantined',
    (l) => `${desk(l)('deposits')}: ${desk(l)('queueQuarantined')}`,
  ],
  [
    '-coin-payouts',
    '/chain-withdrawals/waiting',
    (l) => `${chains(l)('chainWithdrawals')}: ${chains(l)('queueWaiting')}`,
  ],
  [
    '-coin-deposits',
    '/chain-deposits/held',
    (l) => `${chains(l)('chainDeposits')}: ${chains(l)('queueHeld')}`,
  ],
  ['-chains', '/chains', (l) => chains(l)('custodyAndHealth')],
  ['-markets', '/markets', (l) => markets(l)('markets')],
  ['-market', '/markets/BTC_IDR', (l) => `BTC/IDR | ${markets(l)('markets')}`],
  ['-fees', '/fees', (l) => markets(l)('fees')],
  ['-currencies', '/currencies', (l) => currencies(l)('currencies')],
  ['-currency', '/currencies/USDT', (l) => `USDT | ${currencies(l)('currencies')}`],
  ['-token', '/currencies/new', (l) => `${currencies(l)('add')} | ${currencies(l)('currencies')}`],
  ['-bonus', '/bonus', (l) => bonus(l)('title')],
  ['-articles', '/articles', (l) => content(l)('articles')],
  ['-announcements', '/announcements', (l) => content(l)('announcements')],
  ['-maintenance', '/maintenance', (l) => content(l)('maintenance')],
  ['-books', '/books', (l) => books(l)('books')],
  ['-transfers', '/transfers', (l) => books(l)('transfers')],
  ['-reconciliation', '/reconciliation', (l) => books(l)('reconciliation')],
  ['-tax', '/tax', (l) => consoleTranslators.tax(l)('title')],
  ['-changes', '/changes', (l) => changes(l)('changes')],
  ['-settings', '/settings', (l) => consoleTranslators.settings(l)('settings')],
  ['-passkeys', '/passkeys', (l) => consoleTranslators.passkeys(l)('title')],
  ['-audit', '/audit', (l) => desk(l)('audit')],
  ['-operators', '/operators', (l) => desk(l)('operators')],
  ['-nowhere', '/users', (l) => createTranslator(shellMessages, l)('notFound')],
]

/** These screens come last: a visitor who has opened one stays an operator. */
export const deskScreens: readonly Screen[] = pages.map(([name, path, title]) => ({
  name: `console${name}`,
  path: `/executor${path}`,
  route: null,
  viewers: ['guest'],
  title: titleWith((language) => `${title(language)} | ${desk(language)('console')}`),
  prepare: enterConsole,
}))
