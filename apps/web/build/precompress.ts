/**
 * Writes a Brotli and a gzip copy of each text file of the build, so that the server need not compress at
 * every request. Pages are not compressed: the server writes the client's settings into them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|webmanifest|txt)$/
/** Compression gains little below this size. Small files above it count together, because a page has many. */
const sizeBytesMin = 160

/** Returns the plugin; it processes the output of `vite build`. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'tukar-precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && compressible.test(entry.name)) {
          writeTwins(join(entry.parentPath, entry.name))
        }
      }
    },
  }
}

function writeTwins(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length < sizeBytesMin) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
