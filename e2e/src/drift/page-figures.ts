/** The figures of a trading page and the server's figures for it, in units, for comparison. */
import { tradeMessages, createTranslator } from '@tukar/i18n'
import {
  readMyOrders,
  pair,
  publicBook,
  readBalances,
  parseUnits,
  type Fixture,
} from '../conformance/fixture.ts'
import type { Visitor } from '../harness/browser.ts'
import { type JsonObject, rowsAt, textAt } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'

/** Each list has texts "price quantity", in rupiah and satoshi. */
export type PageFigures = {
  /** Best first, as many as fit on the screen. */
  readonly bids: readonly string[]
  readonly asks: readonly string[]
  /** Newest first. */
  readonly trades: readonly string[]
  /**
   * The user's open orders while their list is shown, with side and filled quantity, in no particular order.
   */
  readonly orders: readonly string[]
  /** Available rupiah in sen, and satoshi. */
  readonly available: readonly string[]
  /** Rupiah and bitcoin while the wallet is shown: available and held. */
  readonly wallet: readonly string[]
}

/** How many rows of each side fit on the screen. */
type VisibleRows = { readonly bids: number; readonly asks: number }

export type Shown = {
  readonly figures: PageFigures
  readonly visibleRows: VisibleRows
  readonly link: string
}

const translate = createTranslator(tradeMessages, 'en')

/** Reads a page in one evaluation, so that nothing changes between two fields. */
export async function readShown({ page }: Visitor): Promise<Shown> {
  const names = {
    book: translate('orderBook'),
    tape: translate('newTransactions'),
    lists: translate('ownLists'),
    available: translate('available'),
    wallet: translate('tabWallet'),
  }
  const read = await page.evaluate<Read>(readPage(names))
  return {
    link: read.link,
    visibleRows: read.visibleRows,
    figures: {
      bids: read.bids.map(bookRow),
      asks: read.asks.map(bookRow),
      trades: read.trades.map(
        ([price = '', quantity = '']) => `${digits(price)} ${digits(quantity)}`,
      ),
      orders: read.orders
        .map(([side = '', price = '', quantity = '', filled = '']) =>
          [side.toLowerCase(), digits(price), digits(quantity), digits(filled)].join(' '),
        )
        .sort(),
      available: read.available.map(digits),
      wallet: walletOf(read.wallet),
    },
  }
}

/** The traded currencies, as decimals in Indonesian format. */
function walletOf(rows: readonly (readonly string[])[]): readonly string[] {
  return walletCurrencies.flatMap(([symbol, decimals]) => {
    const row = rows.find(([name]) => name === symbol)
    if (row === undefined) return []
    const units = row
      .slice(1)
      .map((text) => parseUnits(text.replaceAll('.', '').replace(',', '.'), decimals))
    return [[symbol, ...units].join(' ')]
  })
}

const walletCurrencies = [
  ['IDR', 2],
  ['BTC', 8],
] as const

const digits = (text: string) => BigInt(text.replaceAll(/\D/g, '') || '0').toString()
const bookRow = ([price = '', quantity = '']: readonly string[]) =>
  `${BigInt(price) / 100n} ${digits(quantity)}`

type Read = Readonly<
  Record<'bids' | 'asks' | 'trades' | 'orders' | 'wallet', readonly (readonly string[])[]>
> & {
  readonly available: readonly string[]
  readonly visibleRows: VisibleRows
  readonly link: string
}

/** The script that runs in the page. Texts for screen readers and percentages are not figures. */
const readPage = (names: Readonly<Record<string, string>>) => `(() => {
  const names = ${JSON.stringify(names)}
  const named = (name) => document.querySelector('[aria-label="' + name + '"]')
  const rowsIn = (name, rows) => [...(named(name)?.querySelectorAll(rows) ?? [])]
  const cells = (row) => [...row.querySelectorAll('td')].map((cell) => {
    const copy = cell.cloneNode(true)
    for (const more of copy.querySelectorAll('small')) more.remove()
    return copy.textContent
  })
  const side = (name, sign) => rowsIn(names.book, 'table[data-side=' + name + '] tr[data-price]')
    .map((row) => [row.getAttribute('data-price'), cells(row)[1]])
    .sort((a, b) => sign * (Number(a[0]) - Number(b[0])))
  const visibleRows = (name) => rowsIn(names.book, 'table[data-side=' + name + '] tbody tr').length
  // An order that was closed stays visible for a moment and is marked.
  const listed = rowsIn(names.lists, 'tbody tr').filter((row) => row.querySelector('[data-left]') === null)
  const isWallet = rowsIn(names.lists, '[role=tab][aria-selected=true]')
    .some((tab) => tab.textContent.startsWith(names.wallet))
  return {
    link: document.querySelector('[data-state]:has(> [role=status])')?.getAttribute('data-state') ?? '',
    visibleRows: { bids: visibleRows('buy'), asks: visibleRows('sell') },
    bids: side('buy', -1),
    asks: side('sell', 1),
    trades: rowsIn(names.tape, 'tbody tr').map(cells),
    orders: isWallet ? [] : listed.map((row) => cells(row).slice(1, 5)),
    wallet: isWallet
      ? listed.map((row) => [row.querySelector('b')?.textContent ?? '', ...cells(row).slice(1, 3)])
      : [],
    available: [...document.querySelectorAll('form span')]
      .filter((span) => span.textContent.startsWith(names.available + ' '))
      .map((span) => span.querySelector('b')?.textContent ?? ''),
  }
})()`

/** The server's current figures for a page of this person. */
export async function readExpected(
  fixture: Fixture,
  person: Person,
  visibleRows: VisibleRows,
): Promise<PageFigures> {
  const [book, trades, orders, own] = await Promise.all([
    publicBook(fixture),
    fixture.client.call('GET', '/histories/load-first-time', { query: { pair } }),
    readMyOrders(fixture, person, '/obooks/myobook-open'),
    readBalances(fixture, person),
  ])
  const levels = (key: string, count: number) =>
    rowsAt(book, key)
      .slice(0, count)
      .map((row) => `${rupiah(row, 'market_position')} ${satoshi(row, 'base_quantity')}`)
  return {
    bids: levels('buys', visibleRows.bids),
    asks: levels('sells', visibleRows.asks),
    trades: rowsAt(trades.body, 'data').map(
      (row) => `${rupiah(row, 'mclose_position')} ${satoshi(row, 'mclose_symbol_a')}`,
    ),
    orders: orders
      .map((row) => {
        const quantity = satoshi(row, 'quantity')
        const filled = quantity - satoshi(row, 'remaining_quantity')
        const side = textAt(row, 'market_place') === 'Limit Buy' ? 'buy' : 'sell'
        return [side, rupiah(row, 'market_position'), quantity, filled].join(' ')
      })
      .sort(),
    available: [own.idr, own.btc].map(String),
    wallet: [`IDR ${own.idr} ${own.idrHeld}`, `BTC ${own.btc} ${own.btcHeld}`],
  }
}

const rupiah = (row: JsonObject, key: string) => parseUnits(textAt(row, key), 2) / 100n
const satoshi = (row: JsonObject, key: string) => parseUnits(textAt(row, key), 8)

/** The fields in which two sets of figures differ, with both values; empty if they are equal. */
export function differences(
  shown: PageFigures,
  expected: PageFigures,
  parts: readonly (keyof PageFigures)[],
): string {
  return parts
    .filter((part) => JSON.stringify(shown[part]) !== JSON.stringify(expected[part]))
    .map((part) => {
      const only = (these: readonly string[], those: readonly string[]) =>
        these.filter((one) => !those.includes(one)).slice(0, 3)
      const [here, there] = [only(shown[part], expected[part]), only(expected[part], shown[part])]
      return `${part}: shown alone ${JSON.stringify(here)}, told alone ${JSON.stringify(there)}`
    })
    .join('; ')
}
