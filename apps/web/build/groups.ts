/**
 * Modules that pages load together. A file for each module would cost more names and compress worse. A module
 * belongs to the first group that names it. Some groups exist to keep modules apart that would import each other
 * in a circle (`e2e/src/shell/weights.test.ts`).
 */
import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Source files by group, as paths from the root of the repository. */
const sourcesOf = {
  words: [
    'apps/web/src/api/json.ts',
    'apps/web/src/ui/is-field.ts',
    'packages/i18n/src/catalogue.ts',
    'packages/i18n/src/dates.ts',
    'packages/i18n/src/language.ts',
    'packages/i18n/src/numbers.ts',
  ],
  base: [
    'apps/web/src/api/answer.ts',
    'apps/web/src/api/command-id.ts',
    'apps/web/src/api/console-way.ts',
    'apps/web/src/api/cookies.ts',
    'apps/web/src/api/parting.ts',
    'apps/web/src/api/request.ts',
    'apps/web/src/api/resource.ts',
    'apps/web/src/api/session.ts',
    'apps/web/src/api/tab-draft.ts',
    'apps/web/src/app/client-config.ts',
    'apps/web/src/app/translate.ts',
    'apps/web/src/foreign/jsx-runtime.ts',
    'apps/web/src/foreign/text-elements.ts',
    'apps/web/src/home/pitch.module.css',
    'apps/web/src/router/address.ts',
    'apps/web/src/router/link.tsx',
    'apps/web/src/router/navigation.ts',
    'apps/web/src/router/state.ts',
    'apps/web/src/theme/preferences.ts',
    'apps/web/src/ui/button.module.css',
    'apps/web/src/ui/button.tsx',
    'apps/web/src/ui/classes.ts',
    'apps/web/src/ui/icon.tsx',
    'packages/i18n/src/features/pages/shell.ts',
  ],
  figures: [
    'apps/web/src/markets/every-page.ts',
    'apps/web/src/markets/figures-wire.ts',
    'apps/web/src/markets/live-figures.ts',
    'apps/web/src/markets/market-calls.ts',
    'apps/web/src/markets/market-feed.ts',
    'apps/web/src/markets/price.module.css',
    'apps/web/src/markets/price.tsx',
    'apps/web/src/markets/use-markets.ts',
    'apps/web/src/markets/wire.ts',
    'apps/web/src/ui/asset-icon.module.css',
    'apps/web/src/ui/asset-icon.tsx',
  ],
  list: [
    'apps/web/src/markets/favorite-star.module.css',
    'apps/web/src/markets/favorite-star.tsx',
    'apps/web/src/markets/last-day.ts',
    'apps/web/src/markets/market-order.ts',
    'apps/web/src/markets/market-search.module.css',
    'apps/web/src/markets/market-search.tsx',
    'apps/web/src/markets/stored-choices.ts',
    'apps/web/src/markets/use-market-view.ts',
    'apps/web/src/ui/data-table.module.css',
    'apps/web/src/ui/data-table.tsx',
    'apps/web/src/ui/row-click.ts',
    'packages/i18n/src/features/trading/market-list.ts',
  ],
  query: [
    'apps/web/src/app/paged-list.ts',
    'apps/web/src/app/pages.ts',
    'apps/web/src/app/queries.ts',
  ],
  own: [
    'apps/web/src/feed/balance-loads.ts',
    'apps/web/src/trade/balances.ts',
    'apps/web/src/trade/orders/my-orders.ts',
    'apps/web/src/trade/ticket/ticket-kind.ts',
    'apps/web/src/trade/trade-calls.ts',
    'apps/web/src/trade/wire.ts',
  ],
  small: [
    'apps/web/src/agreement/verification-status.ts',
    'apps/web/src/api/failure-text.ts',
    'apps/web/src/notifications/notice-rule.ts',
    'apps/web/src/ui/field.module.css',
    'apps/web/src/ui/select.tsx',
    'packages/i18n/src/inputs/typed-text.ts',
  ],
  view: [
    'apps/web/src/trade/orders/own-lists.module.css',
    'packages/i18n/src/features/trading/trade-view.ts',
  ],
  // The chart page needs these too. With other modules of the app in its file, it would start the app.
  drawing: [
    'apps/web/src/chart/address.ts',
    'apps/web/src/chart/messages.ts',
    'apps/web/src/feed/budget.ts',
    'apps/web/src/feed/decode.ts',
    'apps/web/src/feed/frame.ts',
    'apps/web/src/feed/levels.ts',
    'packages/i18n/src/features/trading/chart-frame.ts',
  ],
  // What both layouts of the trading page show first.
  floor: [
    'apps/web/src/news/lazy-news.tsx',
    'apps/web/src/trade/ask-again.tsx',
    'apps/web/src/trade/book/best-prices.ts',
    'apps/web/src/trade/book/book-around.ts',
    'apps/web/src/trade/book/book-grouping.ts',
    'apps/web/src/trade/book/book-middle.tsx',
    'apps/web/src/trade/book/book-pause.ts',
    'apps/web/src/trade/book/book-sides-icon.tsx',
    'apps/web/src/trade/book/book-spoken.ts',
    'apps/web/src/trade/book/book-table.tsx',
    'apps/web/src/trade/book/book-view.ts',
    'apps/web/src/trade/book/drawn-book.ts',
    'apps/web/src/trade/book/drawn-rows.ts',
    'apps/web/src/trade/book/last-price.tsx',
    'apps/web/src/trade/book/my-prices.ts',
    'apps/web/src/trade/book/order-book.module.css',
    'apps/web/src/trade/book/order-book.tsx',
    'apps/web/src/trade/chart/chart-frame.module.css',
    'apps/web/src/trade/chart/chart-frame.tsx',
    'apps/web/src/trade/chart/chart-full-screen.ts',
    'apps/web/src/trade/keys/key-map.ts',
    'apps/web/src/trade/keys/key-store.ts',
    'apps/web/src/trade/keys/keys-button.module.css',
    'apps/web/src/trade/keys/keys-button.tsx',
    'apps/web/src/trade/keys/later-keys.tsx',
    'apps/web/src/trade/layout/panel.module.css',
    'apps/web/src/trade/layout/trade-skeleton.tsx',
    'apps/web/src/trade/live/book-rows.ts',
    'apps/web/src/trade/live/passes.ts',
    'apps/web/src/trade/live/slots.ts',
    'apps/web/src/trade/live/use-live.ts',
    'apps/web/src/trade/market/connection-chip.module.css',
    'apps/web/src/trade/market/connection-chip.tsx',
    'apps/web/src/trade/market/load-market.ts',
    'apps/web/src/trade/market/market-list-file.ts',
    'apps/web/src/trade/market/market-news.ts',
    'apps/web/src/trade/market/market-rules.module.css',
    'apps/web/src/trade/market/market-rules.tsx',
    'apps/web/src/trade/market/price-move.ts',
    'apps/web/src/trade/market/summary.module.css',
    'apps/web/src/trade/market/summary.tsx',
    'apps/web/src/trade/market/tab-title.ts',
    'apps/web/src/trade/orders/my-order-lists.tsx',
    'apps/web/src/trade/orders/placing.ts',
    'apps/web/src/trade/orders/refusal-text.ts',
    'apps/web/src/trade/orders/unresolved.ts',
    'apps/web/src/trade/orders/user-events.ts',
    'apps/web/src/trade/receipt/placed-receipt.ts',
    'apps/web/src/trade/recent-trades/recent-trades.tsx',
    'apps/web/src/trade/recent-trades/trade-tape.module.css',
    'apps/web/src/trade/texts.ts',
    'apps/web/src/trade/ticket/ticket-pending.ts',
    'apps/web/src/trade/ticket/ticket-store.ts',
    'apps/web/src/trade/ticket/ticket.ts',
    'apps/web/src/trade/trading-page.module.css',
    'apps/web/src/trade/use-trading.ts',
    'apps/web/src/ui/choice.module.css',
    'apps/web/src/ui/choice.tsx',
    'apps/web/src/ui/use-more-beside.ts',
    'packages/i18n/src/features/pages/news.ts',
    'packages/i18n/src/features/trading/layout-view.ts',
    'packages/i18n/src/features/trading/orders.ts',
  ],
  ticket: [
    'apps/web/src/trade/book/mean-price.ts',
    'apps/web/src/trade/hints.ts',
    'apps/web/src/trade/receipt/receipt-lines.module.css',
    'apps/web/src/trade/receipt/receipt-lines.tsx',
    'apps/web/src/trade/receipt/receipt.ts',
    'apps/web/src/trade/receipt/use-receipt.ts',
    'apps/web/src/trade/ticket/confirm-each.ts',
    'apps/web/src/trade/ticket/order-confirm.tsx',
    'apps/web/src/trade/ticket/order-fault.ts',
    'apps/web/src/trade/ticket/order-ticket.module.css',
    'apps/web/src/trade/ticket/order-ticket.tsx',
    'apps/web/src/trade/ticket/price-needed.tsx',
    'apps/web/src/trade/ticket/side-switch.tsx',
    'apps/web/src/trade/ticket/ticket-kind-menu.module.css',
    'apps/web/src/trade/ticket/ticket-kind-menu.tsx',
    'apps/web/src/trade/ticket/ticket-note.tsx',
    'apps/web/src/trade/ticket/ticket-press.ts',
    'apps/web/src/trade/ticket/ticket-rupiah.ts',
    'apps/web/src/trade/ticket/ticket-slider.tsx',
  ],
} as const

/** Modules of dependencies and of the bundler, which are no source files. */
const otherModules: Readonly<Record<string, RegExp>> = {
  words: /preload-helper/,
  query: /node_modules\/@tanstack\/(?:query-core|react-query)\//,
}

/**
 * The groups for the bundler.
 *
 * @throws Error if a group names a file that does not exist, for example after a renaming
 */
export function moduleGroups() {
  const own = Object.entries(sourcesOf).map(([name, sources]) => {
    for (const source of sources) {
      if (!existsSync(path.join(root, source)))
        throw new Error(
          `apps/web/build/groups.ts: the group ${name} names ${source}, which does not exist`,
        )
    }
    const modules = new Set(sources.map(toModule))
    const other = otherModules[name]
    return {
      name,
      test: (id: string) => {
        const file = id.replace(/\?.*$/, '')
        return modules.has(path.relative(root, file)) || (other?.test(file) ?? false)
      },
      includeDependenciesRecursively: false,
    }
  })
  return [...own, { name: 'frame', test: /node_modules\/(?:react|react-dom|scheduler)\// }]
}

/** The module that the bundler reads: packages are read as they are compiled. */
function toModule(source: string): string {
  if (!source.startsWith('packages/')) return source
  return source.replace('/src/', '/dist/').replace(/\.ts$/, '.js')
}
