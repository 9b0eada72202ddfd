/** The screens of the operator console. */
import { deskMessages, translatorOf } from '@tukar/i18n'
import type { Visitor } from './browser.ts'
import { named, type Screen } from './screen.ts'

/** A demo operator's session, of whoever looked before. */
async function enterConsole({ context }: Visitor): Promise<void> {
  const answer = await context.request.post('/simulation/enter', { data: { name: 'Ratna' } })
  const { token, usid } = JSON.parse(await answer.text())
  const cookie = { domain: '127.0.0.1', path: '/', secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'jwt', value: String(token) },
    { ...cookie, name: 'usid', value: String(usid) },
  ])
}

/** They come last: whoever saw one is an operator from then on. */
export const deskScreens: readonly Screen[] = [
  { name: 'console', path: '/executor' },
  { name: 'console-people', path: '/executor/people' },
  { name: 'console-person', path: '/executor/people/1001' },
  { name: 'console-payouts', path: '/executor/withdrawals/waiting' },
  { name: 'console-deposits', path: '/executor/deposits/quarantined' },
  { name: 'console-coin-payouts', path: '/executor/chain-withdrawals/waiting' },
  { name: 'console-coin-deposits', path: '/executor/chain-deposits/held' },
  { name: 'console-chains', path: '/executor/chains' },
  { name: 'console-markets', path: '/executor/markets' },
  { name: 'console-market', path: '/executor/markets/BTC_IDR' },
  { name: 'console-fees', path: '/executor/fees' },
  { name: 'console-currencies', path: '/executor/currencies' },
  { name: 'console-currency', path: '/executor/currencies/USDT' },
  { name: 'console-token', path: '/executor/currencies/new' },
  { name: 'console-bonus', path: '/executor/bonus' },
  { name: 'console-articles', path: '/executor/articles' },
  { name: 'console-announcements', path: '/executor/announcements' },
  { name: 'console-maintenance', path: '/executor/maintenance' },
  { name: 'console-books', path: '/executor/books' },
  { name: 'console-transfers', path: '/executor/transfers' },
  { name: 'console-reconciliation', path: '/executor/reconciliation' },
  { name: 'console-tax', path: '/executor/tax' },
  { name: 'console-changes', path: '/executor/changes' },
  { name: 'console-settings', path: '/executor/settings' },
  { name: 'console-audit', path: '/executor/audit' },
  { name: 'console-operators', path: '/executor/operators' },
].map((screen) => ({
  ...screen,
  route: null,
  viewers: ['guest'],
  title: named((language) => translatorOf(deskMessages, language)('console')),
  prepare: enterConsole,
}))
