// Owns what Node 20 does not say of itself and later ones do. The driver of PostgreSQL asks for it, and where nobody answers
// it looks for a web `Response` instead, whose implementation takes a start 15 ms to load.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
    enumerable: true,
  })

export {}
