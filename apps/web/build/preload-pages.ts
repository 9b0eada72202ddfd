/**
 * Names in the document which files each page needs at first, so that the browser asks for those of its address at
 * once and not only when the entry has run. first-paint.js reads the list, and loads either the app or the landing
 * page of guests, which is built by itself.
 */
import type { Plugin, Rolldown } from 'vite'
import { buildLanding } from './landing.ts'

/** What an address looks like, as the text of a regular expression, the page's source, and those of its layouts. */
const pages: readonly {
  readonly path: string
  readonly source: string
  readonly phone?: string
  readonly wide?: string
  /** What the wide layout shows to who is signed in. */
  readonly own?: string
}[] = [
  { path: '^/$', source: '/src/home/home-page.tsx' },
  { path: '^/markets/?$', source: '/src/markets/markets-page.tsx' },
  {
    path: '^/markets/\\d',
    source: '/src/trade/trading-page.tsx',
    phone: '/src/trade/phone-trade.tsx',
    wide: '/src/trade/wide-trade.tsx',
    own: '/src/trade/layout/own-forms.tsx',
  },
]

type Bundle = Rolldown.OutputBundle

/** A chunk's file and all that it imports. */
function closure(bundle: Bundle, file: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = bundle[file]
  if (found.has(file) || chunk?.type !== 'chunk') return found
  found.add(file)
  for (const next of chunk.imports) closure(bundle, next, found)
  return found
}

/** The entry and its files, which the document names by itself: first-paint.js asks for them where they are wanted. */
const ownTags = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/** Returns the plugin; the list is data, which no policy forbids. */
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
      },
    },
  }
}

function filesOfPages(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const fileOf = (source: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))?.fileName
  const script = fileOf('/index.html')
  if (script === undefined) throw new Error('the build has no entry')
  const known = closure(bundle, script)
  // Scripts alone: a style that is preloaded and not used, as where a page redirects, is a warning.
  const filesOf = (source: string | undefined): readonly string[] => {
    const file = source === undefined ? undefined : fileOf(source)
    return file === undefined ? [] : [...closure(bundle, file)].filter((one) => !known.has(one))
  }
  return {
    app: { script, files: [...known] },
    pages: pages.map(({ path, source, phone, wide, own }) => {
      const files = filesOf(source)
      // What a list before has is not said again.
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
