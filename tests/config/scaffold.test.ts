// Tests `npm run new`: valid files, distinct titles and addresses, refused names.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { scaffold } from '#config/tools/scaffold.ts'
import { ROOT } from '../server/support/small-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

test.each([
  ['page', 'my-page'],
  ['page', 'fresh/my-page'],
  ['zone', 'my-zone'],
  ['content', 'myContent'],
  ['form', 'myForm'],
  ['form', 'my-form'],
  ['dictionary', 'myDictionary'],
])('a new %s called %s is valid as written', (kind, name) => {
  const file = scaffold(kind, name)
  if ('refused' in file) throw new Error(file.refused)
  const files = portalFiles().set(file.path, JSON.stringify(file.content, null, 2))
  const result = checkConfiguration(files)
  expect(result.ok ? [] : result.problems).toEqual([])
})

test.each(['zone', 'page', 'content', 'form', 'dictionary'])(
  'npm run new: a second %s has a title and an address of its own',
  (kind) => {
    const first = scaffold(kind, 'first')
    const title = 'content' in first ? String((first.content as { title: string }).title) : ''
    const second = scaffold(kind, 'second', { titles: [title] })
    if ('refused' in first || 'refused' in second) throw new Error(kind)
    const files = portalFiles()
    for (const { path, content } of [first, second]) files.set(path, JSON.stringify(content, null, 2))
    const result = checkConfiguration(files)
    const found = result.ok ? result.warnings : result.problems
    expect(found.filter(({ slug }) => !slug.endsWith('_unused'))).toEqual([])
  },
)

test('npm run new: a content type uses the first of the lifecycles that are passed to scaffold', () => {
  const file = scaffold('content', 'plant', { lifecycles: ['publication', 'loan'] })
  expect(file).toMatchObject({ content: { lifecycle: 'publication' } })
})

test('npm run new: a file names its schema by the path from its folder to the language', () => {
  const languageFrom = (folder: string) => `../program-seen-from-${folder}`
  expect(scaffold('content', 'plant', { languageFrom })).toMatchObject({
    content: { $schema: '../program-seen-from-schemas/content/content-type.schema.json' },
  })
})

test('a new zone has the colour of its portal', () => {
  const file = scaffold('zone', 'my-zone', { color: '#7a1f3d' })
  expect(file).toMatchObject({ content: { theme: { color: '#7A1F3D' } } })
})

test.each([
  ['page', 'myPage', '可以写作 my-page'],
  ['page', 'demand/myPage', '可以写作 demand/my-page'],
  ['page', '../page', '只用小写字母'],
  ['page', 'menu', 'menu 是菜单'],
  ['zone', 'myZone', '可以写作 my-zone'],
  ['zone', 'my/zone', '不分文件夹'],
  ['content', 'my/content', '不分文件夹'],
  ['dictionary', '2nd', '以字母开头'],
  ['page', '', '用法'],
  ['pages', 'list', '用法'],
])('npm run new: a %s called %o is refused with the rule for names', (kind, name, said) => {
  expect(scaffold(kind, name)).toEqual({ refused: expect.stringContaining(said) })
})

test('npm run new: the command fails for a refused name and prints the rule', () => {
  const run = () =>
    execFileSync(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/new.ts'), 'page', 'myPage'], {
      cwd: ROOT,
      stdio: 'pipe',
      encoding: 'utf8',
    })
  expect(run).toThrow('可以写作 my-page')
})
