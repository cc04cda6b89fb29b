// Leaves the parts of react-router that the portal does not use out of its code (Vite plugin): links, forms, scroll
// restoration and the loading of data. The package declares that it has no side effects, but names its components by
// assignments and makes them by calls, which a bundler has to keep together with all that they use. That saves 4 KB of
// the compressed code; options of the bundler for it (`treeshake`) would hold for all packages, and break some.
import type { ESTree } from 'rolldown/utils'
import type { Plugin } from 'vite'

const MAKERS = new Set(['createContext', 'forwardRef', 'memo'])

type Expression = ESTree.Expression

const memberName = (node: Expression | ESTree.AssignmentTarget): string =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''

const isNaming = (node: ESTree.Statement | ESTree.ModuleDeclaration): boolean =>
  node.type === 'ExpressionStatement' &&
  node.expression.type === 'AssignmentExpression' &&
  memberName(node.expression.left) === 'displayName'

const isMaking = (node: Expression | null): node is ESTree.CallExpression =>
  node?.type === 'CallExpression' && MAKERS.has(memberName(node.callee))

export function lighterRouter(): Plugin {
  let count = 0
  return {
    name: 'equipnet-lighter-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/.+\.mjs$/ },
      handler(code) {
        const edits = this.parse(code).body.flatMap((node) => {
          if (isNaming(node)) return [{ from: node.start, to: node.end, text: '' }]
          if (node.type !== 'VariableDeclaration') return []
          return node.declarations.flatMap(({ init }) =>
            isMaking(init) ? [{ from: init.start, to: init.start, text: '/* @__PURE__ */ ' }] : [],
          )
        })
        count += edits.length
        const edited = edits
          .toReversed()
          .reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), code)
        return { code: edited, map: null }
      },
    },
    buildEnd(error) {
      if (!error && count === 0)
        throw new Error('react-router 的代码结构已改变，lighter-router 没有找到可省略的部分')
    },
  }
}
