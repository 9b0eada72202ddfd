/** Gives Node 20 the `navigator` of later versions, for libraries that detect their environment by it. */
if (!('navigator' in globalThis)) {
  const navigator = { userAgent: `Node.js/${process.versions.node.split('.')[0]}` }
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true })
}
