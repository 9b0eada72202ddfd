/**
 * Measures what each page loads before it is usable: the entry, the page and their imports,
 * Brotli-compressed. Files that a page fetches later (the feed's connection, the chart) are listed
 * separately. Fails if a page exceeds its budget. With `--files` it prints the file lists as JSON.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const kilobyte = 1000

/** Budgets in kilobytes of JavaScript. */
const pages = [
  { name: 'landing', source: 'src/landing/main.tsx', budgetKb: 32, entry: 'landing' },
  { name: 'home of who is signed in', source: 'src/home/home-page.tsx', budgetKb: 96 },
  { name: 'markets', source: 'src/markets/markets-page.tsx', budgetKb: 96 },
  { name: 'login', source: 'src/accounts/sign-in/login-page.tsx', budgetKb: 112 },
  { name: 'register', source: 'src/accounts/registration/register-page.tsx', budgetKb: 115 },
  { name: 'terms', source: 'src/legal/terms-page.tsx', budgetKb: 94 },
  { name: 'privacy', source: 'src/legal/privacy-page.tsx', budgetKb: 92 },
  { name: 'contact', source: 'src/contact/contact-page.tsx', budgetKb: 105 },
  { name: 'wallets', source: 'src/wallets/wallets-page.tsx', budgetKb: 145 },
  { name: 'deposit', source: 'src/wallets/rupiah/deposit-page.tsx', budgetKb: 141 },
  { name: 'withdraw', source: 'src/wallets/rupiah/withdraw-page.tsx', budgetKb: 149 },
  { name: 'kyc', source: 'src/kyc/kyc-page.tsx', budgetKb: 111 },
  { name: 'particulars', source: 'src/agreement/sign-page.tsx', budgetKb: 116 },
  { name: 'agreement', source: 'src/agreement/sign-two-page.tsx', budgetKb: 117 },
  {
    name: 'trade, on a phone',
    source: 'src/trade/trading-page.tsx',
    around: 'src/app/query-frame.tsx',
    layout: 'src/trade/layout/phone-trade.tsx',
    budgetKb: 134,
  },
  {
    name: 'trade, at a desk',
    source: 'src/trade/trading-page.tsx',
    around: 'src/app/query-frame.tsx',
    layout: 'src/trade/layout/wide-trade.tsx',
    budgetKb: 137,
  },
  {
    name: 'trade, at a desk, signed in',
    source: 'src/trade/trading-page.tsx',
    around: 'src/app/query-frame.tsx',
    layout: 'src/trade/layout/wide-trade.tsx',
    own: 'src/trade/layout/signed-in-forms.tsx',
    budgetKb: 148,
  },
  // Pages in a frame of the trading page: sharing a file with the app would run the app there.
  {
    name: 'chart of candles',
    source: 'src/chart/candles-page.ts',
    budgetKb: 78,
    entry: 'chart.html',
  },
  { name: 'chart of depth', source: 'src/chart/depth-page.ts', budgetKb: 31, entry: 'chart.html' },
  { name: 'console', source: 'src/desk/frame/desk-app.tsx', budgetKb: 179, entry: 'executor.html' },
]
const cssBudgetKb = 18

const readManifest = (name) => JSON.parse(readFileSync(new URL(`.vite/${name}`, dist), 'utf8'))
/** Manifests by entry: the app, and the separate builds of the console and the guests' landing page. */
const manifests = {
  'index.html': readManifest('manifest.json'),
  'chart.html': readManifest('manifest.json'),
  'executor.html': readManifest('executor.json'),
  landing: readManifest('landing.json'),
}
const sizes = new Map()

/** The compressed size of a built file, in bytes. */
function weigh(file) {
  if (!sizes.has(file)) {
    const twin = new URL(`${file}.br`, dist)
    const at = new URL(file, dist)
    sizes.set(
      file,
      existsSync(twin) ? statSync(twin).size : brotliCompressSync(readFileSync(at)).length,
    )
  }
  return sizes.get(file)
}

/** A chunk and all chunks that it needs before it runs. */
function closure(manifest, key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key].imports ?? []) closure(manifest, next, found)
  return found
}

function sum(files) {
  return [...files].reduce((total, file) => total + weigh(file), 0)
}

/** The files that a page loads at once, and those that it fetches later. */
function filesOf({ source, around, layout, own, entry = 'index.html' }) {
  const manifest = manifests[entry]
  // The landing page has no document of its own: it uses the app's, with the app's first style sheets.
  const isLanding = entry === 'landing'
  const keys = new Set([
    ...(isLanding ? [] : closure(manifest, entry)),
    ...closure(manifest, source),
    ...(around === undefined ? [] : closure(manifest, around)),
    ...(layout === undefined ? [] : closure(manifest, layout)),
    ...(own === undefined ? [] : closure(manifest, own)),
  ])
  const ofDocument = isLanding ? [...closure(manifests['index.html'], 'index.html')] : []
  const asked = [...keys].filter((key) => key !== entry)
  const wanted = asked.flatMap((key) => manifest[key].dynamicImports ?? [])
  const later = new Set(wanted.flatMap((key) => [...closure(manifest, key)]))
  return {
    scripts: ['first-paint.js', ...new Set([...keys].map((key) => manifest[key].file))],
    styles: [
      ...new Set([
        ...ofDocument.flatMap((key) => manifests['index.html'][key].css ?? []),
        ...[...keys].flatMap((key) => manifest[key].css ?? []),
      ]),
    ],
    later: [...later].filter((key) => !keys.has(key)).map((key) => manifest[key].file),
  }
}

/** Prints a line for each page; returns whether one exceeds its budget. */
function weighPages() {
  let isOver = false
  for (const page of pages) {
    const { name, budgetKb } = page
    const files = filesOf(page)
    const [scriptKb, styleKb, laterKb] = [files.scripts, files.styles, files.later].map(
      (set) => sum(set) / kilobyte,
    )
    const isHeavy = scriptKb > budgetKb || styleKb > cssBudgetKb
    isOver ||= isHeavy
    const figures = [
      `${name}: ${scriptKb.toFixed(1)} of ${budgetKb} kB JavaScript`,
      `${styleKb.toFixed(1)} of ${cssBudgetKb} kB CSS`,
      `${laterKb.toFixed(1)} kB later`,
    ]
    process.stdout.write(`${isHeavy ? 'OVER ' : ''}${figures.join(', ')}\n`)
  }
  return isOver
}

if (process.argv.includes('--files')) {
  const list = pages.map((page) => ({ name: page.name, budgetKb: page.budgetKb, ...filesOf(page) }))
  process.stdout.write(`${JSON.stringify({ cssBudgetKb, pages: list })}\n`)
} else process.exitCode = weighPages() ? 1 : 0
