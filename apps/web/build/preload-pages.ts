/**
 * Names in the document which files the first view of the main pages needs, so that the browser asks
 * for those of its address at once and not only when the entry has run: first-paint.js reads the list.
 */
import type { Plugin, Rolldown } from 'vite'

/** What an address looks like, as the text of a regular expression, and the page's source. */
const pages = [
  { path: '^/$', source: '/src/home/home-page.tsx' },
  { path: '^/markets/?$', source: '/src/markets/markets-page.tsx' },
  { path: '^/markets/\\d', source: '/src/trade/trading-page.tsx' },
] as const

type Bundle = Rolldown.OutputBundle

/** A chunk's file and all that it imports. */
function closure(bundle: Bundle, file: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = bundle[file]
  if (found.has(file) || chunk?.type !== 'chunk') return found
  found.add(file)
  for (const next of chunk.imports) closure(bundle, next, found)
  return found
}

/** Returns the plugin; a list of `{path, files}` as data, which no policy forbids. */
export function preloadPages(): Plugin {
  return {
    name: 'tukar-preload-pages',
    transformIndexHtml: {
      order: 'post',
      handler(document, { bundle, path }) {
        if (bundle === undefined || !path.endsWith('index.html')) return document
        const list = JSON.stringify(filesOfPages(bundle))
        return document.replace(
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
  const entry = fileOf('/index.html')
  const known = entry === undefined ? new Set<string>() : closure(bundle, entry)
  return pages.flatMap(({ path, source }) => {
    const file = fileOf(source)
    if (file === undefined) return []
    // Scripts alone: a style that is preloaded and not used, as where a page redirects, is a warning.
    return [{ path, files: [...closure(bundle, file)].filter((one) => !known.has(one)) }]
  })
}
