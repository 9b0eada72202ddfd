/**
 * How the web app is built: two pages (the app, and the chart that it frames), the operator console by
 * itself behind them, no inline script or style since the page's content policy allows none, and
 * compressed twins of every text file.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { executor } from './build/executor.ts'
import { firstView } from './build/first-view.ts'
import { moduleGroups } from './build/groups.ts'
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
        codeSplitting: { groups: moduleGroups() },
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
