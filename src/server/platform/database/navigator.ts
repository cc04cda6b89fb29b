// Defines `navigator` on Node 20, as later versions do. Without it, the PostgreSQL driver looks for a web `Response`,
// and loading that implementation delays a start by 15 ms.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
    enumerable: true,
  })

export {}
