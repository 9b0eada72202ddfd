/** Gives Node 20 the `navigator` that later versions have, for libraries that ask it where they run. */
if (!('navigator' in globalThis)) {
  const navigator = { userAgent: `Node.js/${process.versions.node.split('.')[0]}` }
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true })
}
