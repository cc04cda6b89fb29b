// Tests that each name of the SDK is documented: a JSDoc with an example at its declaration.
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { readFiles } from '../support/source-files.ts'

const sources = new Map(readFiles('src', /\.tsx?$/).map(({ path, text }) => [path, text]))

/** Each exported name, with the file and the name of its declaration; names of packages are left out. */
function exportsOf(path: string): { readonly name: string; readonly file: string }[] {
  const { module } = parseSync(path, sources.get(path) ?? '')
  const imported = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map((entry) => [
        entry.localName.value,
        { name: entry.importName.name ?? '', from: moduleRequest.value },
      ]),
    ),
  )
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, localName, importName, exportName }) => {
      const local = localName.name ?? importName.name ?? exportName.name ?? ''
      const origin = moduleRequest ? { name: local, from: moduleRequest.value } : imported.get(local)
      if (!origin) return [{ name: local, file: path }]
      return origin.from.startsWith('#') ? [{ name: origin.name, file: `src/${origin.from.slice(1)}` }] : []
    })
}

const hasExample = ({ name, file }: { readonly name: string; readonly file: string }): boolean =>
  new RegExp(
    `/\\*\\*(?:(?!\\*/)[\\s\\S])*@example(?:(?!\\*/)[\\s\\S])*\\*/\\s*export (?:async )?(?:function|const|interface|type|class) ${name}\\b`,
  ).test(sources.get(file) ?? '')

test.each([
  ['equipnet/widget', 'src/sdk/widget.ts', 20],
  ['equipnet/handler', 'src/sdk/handler.ts', 7],
])('each name that %s exports has a JSDoc with an example', (_name, path, atLeast) => {
  const names = exportsOf(path)
  expect(names.length).toBeGreaterThanOrEqual(atLeast)
  expect(names.filter((exported) => !hasExample(exported))).toEqual([])
})
