/**
 * Lists in the document the files that each page needs first, so that the browser requests them before the
 * entry has run. first-paint.js reads the list and loads either the app or the guests' landing page, which is
 * built separately.
 */
import type { Plugin, Rolldown } from 'vite'
import { buildLanding } from './landing.ts'

/** The frame around the trading page (`app/with-queries.ts`). */
const queryFrame = '/src/app/query-frame.tsx'

/** Each page: its address as a regular expression, its source, and the sources of its layouts. */
const pages: readonly {
  readonly path: string
  readonly source: string
  /** The frame around the page, fetched with it. */
  readonly around?: string
  readonly phone?: string
  readonly wide?: string
  /** The part of the wide layout for signed-in users. */
  readonly own?: string
}[] = [
  { path: '^/$', source: '/src/home/home-page.tsx' },
  { path: '^/markets/?$', source: '/src/markets/markets-page.tsx' },
  {
    path: '^/markets/\\d',
    source: '/src/trade/trading-page.tsx',
    around: queryFrame,
    phone: '/src/trade/layout/phone-trade.tsx',
    wide: '/src/trade/layout/wide-trade.tsx',
    own: '/src/trade/layout/signed-in-forms.tsx',
  },
]

type Bundle = Rolldown.OutputBundle

/** A chunk's file and the files of all its imports. */
function closure(bundle: Bundle, file: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = bundle[file]
  if (found.has(file) || chunk?.type !== 'chunk') return found
  found.add(file)
  for (const next of chunk.imports) closure(bundle, next, found)
  return found
}

/**
 * The tags of the entry and its files, which Vite writes into the document. They are removed: first-paint.js
 * loads the files when they are needed.
 */
const ownTags = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/** Returns the plugin. The list is data, which a content policy allows. */
export function preloadPages(): Plugin {
  let folder = 'dist'
  return {
    name: 'tukar-preload-pages',
    configResolved(config) {
      folder = config.build.outDir
    },
    transformIndexHtml: {
      order: 'post',
      async handler(document, { bundle, path }) {
        if (bundle === undefined || !path.endsWith('index.html')) return document
        const list = JSON.stringify({
          ...filesOfPages(bundle),
          landing: await buildLanding(folder),
        })
        return document
          .replace(ownTags, '')
          .replace(
            '<!--page-files-->',
            () => `<script type="application/json" id="page-files">${list}</script>`,
          )
          .replace('<!--trading-files-->', () => `<!--trading-files:${tradingTags(bundle)}-->`)
      },
    },
  }
}

/** The file of a dynamically imported source; throws if the build has none. */
function findFile(bundle: Bundle, source: string): string {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
  if (found === undefined) throw new Error(`the build has no file of ${source}`)
  return found.fileName
}

const phoneMedia = ' media="(width < 768px)"'
const wideMedia = ' media="(width >= 768px)"'

/**
 * Preload elements for the trading page. The server puts them into that page's document only, so that the
 * browser requests the files before the first script. The app's own script is listed by its files.
 */
function tradingTags(bundle: Bundle): string {
  const filesOf = (source: string) => [...closure(bundle, findFile(bundle, source))]
  const app = filesOf('/index.html')
  const own = [...filesOf('/src/trade/trading-page.tsx'), ...filesOf(queryFrame)]
  const beyond = (known: readonly string[], more: readonly string[]) =>
    [...new Set(more)].filter((one) => !known.includes(one))
  const both = beyond(app, own)
  const only = (layout: string) => beyond([...app, ...both], filesOf(`/src/trade/layout/${layout}`))
  return [
    ...stylesOf(bundle, both, ''),
    ...stylesOf(bundle, only('phone-trade.tsx'), phoneMedia),
    ...stylesOf(bundle, only('wide-trade.tsx'), wideMedia),
    ...[...app, ...both].map((file) => scriptTag(file, '')),
    ...only('phone-trade.tsx').map((file) => scriptTag(file, phoneMedia)),
    ...only('wide-trade.tsx').map((file) => scriptTag(file, wideMedia)),
  ].join('')
}

function scriptTag(file: string, media: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}"${media}>`
}

function stylesOf(bundle: Bundle, files: readonly string[], media: string): readonly string[] {
  const styles = files.flatMap((file) => {
    const chunk = bundle[file]
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
  })
  return [...new Set(styles)].map(
    (file) => `<link rel="preload" as="style" crossorigin href="/${file}"${media}>`,
  )
}

function filesOfPages(bundle: Bundle) {
  const fileOf = (source: string) => findFile(bundle, source)
  const script = fileOf('/index.html')
  const known = closure(bundle, script)
  // Only scripts: the browser warns about a preloaded style that is not used, for example after a redirect.
  const filesOf = (source: string | undefined): readonly string[] => {
    if (source === undefined) return []
    return [...closure(bundle, fileOf(source))].filter((one) => !known.has(one))
  }
  return {
    app: { script, files: [...known] },
    pages: pages.map(({ path, source, around, phone, wide, own }) => {
      const files = [...new Set([...filesOf(source), ...filesOf(around)])]
      // Leaves out files of an earlier list.
      const without = (known: readonly string[], more: readonly string[]) =>
        more.filter((one) => !known.includes(one))
      const wideFiles = without(files, filesOf(wide))
      return {
        path,
        files,
        phone: without(files, filesOf(phone)),
        wide: wideFiles,
        own: without([...files, ...wideFiles], filesOf(own)),
      }
    }),
  }
}
