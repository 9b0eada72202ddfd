/**
 * Puts the home page's first texts into the document, so that they are painted before any script loads. They
 * are rendered from the page's own components; router.tsx removes them.
 */
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'

/** Returns the plugin; it does nothing in `vite dev`. */
export function firstView(): Plugin {
  return {
    name: 'tukar-first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(document, { path }) {
        if (!path.endsWith('index.html')) return document
        const markup = await render()
        return document.replace('<!--first-view-->', () => markup)
      },
    },
  }
}

async function render(): Promise<string> {
  const vite = await createServer({
    configFile: false,
    plugins: [react()],
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  })
  try {
    const { firstView: markup } = await vite.ssrLoadModule('/src/home/first-view.tsx')
    return String(markup())
  } finally {
    await vite.close()
  }
}
