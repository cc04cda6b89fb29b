// Leaves the parts of react-router that the portal does not use out of its code (Vite plugin): links, forms, scroll
// restoration and the loading of data. The package declares that it has no side effects, but names its components by
// assignments and makes them by calls, which a bundler has to keep together with all that they use.
import type { Plugin } from 'vite'

const NAMES = /^\w+\.displayName = "\w+";$/gm
const CALLS = /= (React\d*\.(?:createContext|forwardRef|memo)\()/g

export function lighterRouter(): Plugin {
  return {
    name: 'equipnet-lighter-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/.+\.mjs$/ },
      handler: (code) => ({
        code: code.replace(NAMES, '').replace(CALLS, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  }
}
