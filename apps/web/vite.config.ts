/**
 * How the web app is built: two pages (the app, and the chart that it frames), the operator console by
 * itself behind them, no inline script or style since the page's content policy allows none, and
 * compressed twins of every text file.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { executor } from './build/executor.ts'
import { firstView } from './build/first-view.ts'
import { preloadFont } from './build/preload-font.ts'
import { preloadPages } from './build/preload-pages.ts'
import { textElements } from './build/text-elements.ts'

/** Where the server of a `vite dev` session listens; its paths are passed on to it. */
const server = process.env['TUKAR_SERVER'] ?? 'http://127.0.0.1:3000'
const serverPaths = [
  '/auth/(?:s|two-fa-login|email_|passchange[-_](?:request|form_post))',
  '/users/',
  '/captcha/',
  '/notifs',
  '/mailbox',
  '/markets(?:/\\d+)?(?:\\?.*)?$',
  '/currencies',
  '/exchange/',
  '/histories/',
  '/obooks/',
  '/desk/',
  '/kyc/',
  '/balances',
  '/bonus/',
  '/wallets_idr/',
  '/wallets_btc/',
  '/wallets/',
  '/ccdeposits',
  '/withdraws',
  '/evm/',
  '/blocks/',
  '/block_evm_tokens/',
  '/statements',
  '/tax/',
  '/announcements',
  '/articles',
  '/public_config/',
  '/otps/',
  '/api/payment/',
  '/simulation/',
  '/candles',
  '/realtime/',
  '/healthz',
  '/livez',
  '/readyz',
  '/socket.io',
]

export default defineConfig({
  // So that the worker fetches the fallback connection when it is first needed.
  worker: { format: 'es' },
  plugins: [textElements(), react(), preloadFont(), preloadPages(), firstView(), executor()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A page carries the routes of its own calls, and no file with those of all.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      input: { index: 'index.html', chart: 'chart.html' },
      output: {
        // The entry lists the files of every page: their names would cost each visitor most of a kilobyte.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          // Files that pages need together: each by itself costs names and compresses worse.
          groups: [
            {
              name: 'words',
              test: /i18n\/dist\/(?:numbers|catalogue|language|dates)\.|api\/json\.|ui\/is-field\.|preload-helper/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'base',
              test: /features\/shell\.|home\/pitch\.module|ui\/(?:classes|button|icon)\.|api\/(?:resource|console-way|answer|command-id|parting|tab-draft|cookies|session|request)\.|theme\/preferences\.|app\/(?:client-config|say)\.|router\/(?:address|navigation|state|link)\.|foreign\/(?:text-elements|jsx-runtime)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'figures',
              test: /src\/(?:markets\/(?:wire|figures-wire|market-feed|market-calls|every-page|price|use-markets|live-figures)|ui\/asset-icon)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'list',
              test: /src\/(?:markets\/(?:market-order|market-search|use-market-view|kept|last-day|favorite-star)|ui\/(?:data-table|row-click))\.|features\/market-list\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(?:query-core|react-query)\/|src\/app\/(?:queries|pages|paged-list)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'own',
              test: /src\/trade\/(?:[a-z-]+\/)?(?:ticket-kind|wire|trade-calls|own-orders|balances)\.|feed\/own-balances\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'small',
              test: /src\/(?:api\/failure-text|ui\/(?:field\.module|select)|notifications\/notice-rule|agreement\/standing)\.|inputs\/typed-text\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'view',
              test: /features\/trade-view\.|trade\/(?:[a-z-]+\/)?own-lists\.module/,
              includeDependenciesRecursively: false,
            },
            // What the chart's page has too: with anything of the app's in the same file, it would start the app.
            {
              name: 'drawing',
              test: /src\/(?:chart\/(?:address|messages)|feed\/(?:levels|decode|frame|budget))\.|features\/chart-frame\./,
              includeDependenciesRecursively: false,
            },
            // What both layouts of the trading page show at first.
            {
              name: 'floor',
              test: /src\/(?:trade\/(?:[a-z-]+\/)?(?:live\/[a-z-]+|book-[a-z-]+|market-list-file|order-book|drawn-[a-z]+|trade-tape|summary|chart-[a-z-]+|connection-chip|last-price|best-prices|price-move|market-(?:news|rules)|tab-title|load-market|ticket|ticket-store|ticket-pending|trade-skeleton|placed-receipt|placing|unresolved|refusal-text|ask-again|own-(?:prices|events|lists(?=\.tsx))|use-trading|texts|keys\/(?:key-map|key-store|keys-button|later-keys)|panel|trading-page\.module)\.|ui\/(?:choice|use-more-beside)\.|news\/later-news\.)|features\/(?:layout-view|orders|news)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'ticket',
              test: /src\/(?:trade\/(?:[a-z-]+\/)?(?:hints|ticket-(?:kind-menu|rupiah|note|press|slider)|order-(?:confirm|fault|ticket)|price-needed|receipt|receipt-lines|use-receipt|side-switch|mean-price|confirm-each)\.)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'frame',
              test: /node_modules\/(?:react|react-dom|scheduler)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 41400,
    proxy: Object.fromEntries(
      serverPaths.map((path) => [
        `^${path}`,
        {
          target: server,
          ws: path === '/socket.io',
          bypass: (request) =>
            request.headers.accept?.includes('text/html') === true ? request.url : undefined,
        },
      ]),
    ),
  },
})
