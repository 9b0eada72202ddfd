/**
 * Asks the browser for the one font file while it still reads the page, so that the text is drawn
 * once and nothing moves.
 */
import type { Plugin } from 'vite'

/** Returns the plugin; it names the font file that the bundle holds. */
export function preloadFont(): Plugin {
  return {
    name: 'tukar-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_page, context) {
        const files = Object.keys(context.bundle ?? {}).filter((file) => file.endsWith('.woff2'))
        return files.map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `/${file}`,
          },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}
