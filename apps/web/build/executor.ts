/**
 * Builds the operator console separately, after the app. In one module graph the two would share files, and a
 * visitor of the landing page would load more files and bytes than the app needs.
 */
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { precompress } from './precompress.ts'
import { preloadFont } from './preload-font.ts'

const page = 'executor.html'

/** Returns the plugin; it also serves the console in `vite dev`. */
export function executor(): Plugin {
  let folder = 'dist'
  return {
    name: 'tukar-executor',
    configResolved(config) {
      folder = config.build.outDir
    },
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const isPage = request.headers.accept?.includes('text/html') === true
        if (isPage && /^\/executor(?:[/?]|$)/.test(request.url ?? '')) request.url = `/${page}`
        next()
      })
    },
    async closeBundle() {
      if (this.meta.watchMode) return
      await build({
        configFile: false,
        logLevel: 'error',
        plugins: [react(), preloadFont(), precompress()],
        publicDir: false,
        build: {
          target: 'es2023',
          outDir: folder,
          emptyOutDir: false,
          assetsInlineLimit: 0,
          manifest: '.vite/executor.json',
          modulePreload: { polyfill: false },
          rolldownOptions: { input: { executor: page } },
        },
      })
    },
  }
}
