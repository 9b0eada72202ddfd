/**
 * Preloads the one font file while the browser still parses the page, so that text is drawn once and does not
 * move.
 */
import type { Plugin } from 'vite'

/** Returns the plugin; it finds the font file in the bundle. */
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
