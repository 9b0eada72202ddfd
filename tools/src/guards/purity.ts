/** Money and core use no clock, no randomness and no I/O: the same commands give the same result. */
import { findImports, namesIn } from './syntax.ts'
import { type Guard, isTesting } from './tree.ts'

const pure = /^packages\/(?:money|core)\/src\/(?!sim\/).*\.ts$/
const impure = new Set([
  'Date',
  'Intl',
  'Math.random',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'globalThis',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'window',
])

export const purityGuard: Guard = {
  name: 'purity',
  check(tree) {
    const files = tree.files.filter((file) => pure.test(file) && !isTesting(file))
    if (files.length === 0) return [{ file: '.', message: 'no file of money or core was seen' }]
    return files.flatMap((file) => {
      const text = tree.read(file)
      const names = [...namesIn(file, text)].filter((name) => impure.has(name))
      const imports = findImports(file, text)
        .map(({ from }) => from)
        .filter((from) => from.startsWith('node:'))
      return [...names, ...imports].map((name) => ({ file, message: `uses ${name}` }))
    })
  },
}
