// Tests the check of promises on registration cards: the role must be able to use what a card names.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const CARDS = 'pages-config/account/register.json'
const FILES = portalFiles()

test.each<[string, readonly [string, string], object]>([
  [
    'an operation for others',
    [
      '{ "text": "投稿", "operation": "deliver.add" }',
      '{ "text": "发布招标", "operation": "bidding.publish" }',
    ],
    {
      slug: 'promise_broken',
      found: 'bidding.publish',
      message: '承诺“发布招标”不能兑现：操作“bidding.publish”只限单位用户，不含普通用户',
    },
  ],
  [
    'a page for others',
    ['{ "text": "投稿", "operation": "deliver.add" }', '{ "text": "审核", "page": "operator/home" }'],
    { slug: 'promise_broken', found: 'operator/home' },
  ],
  [
    'an operation that is not there',
    ['"operation": "deliver.add"', '"operation": "deliver.ad"'],
    { slug: 'operation_unknown', nearest: 'deliver.add' },
  ],
  [
    'nothing to hold it against',
    ['{ "text": "投稿", "operation": "deliver.add" }', '{ "text": "投稿" }'],
    { slug: 'promise_source' },
  ],
  [
    'a kind of user that there is not',
    ['"role": "supplier"', '"role": "suplier"'],
    { slug: 'role_unknown', nearest: 'supplier' },
  ],
  ['nobody it is made to', ['"role": "supplier",', ''], { slug: 'role_unknown' }],
])('a promise of %s is refused', (_name, [from, to], problem) => {
  const text = FILES.get(CARDS) ?? ''
  expect(text).toContain(from)
  const result = checkConfiguration(new Map(FILES).set(CARDS, text.replace(from, to)))
  expect(result.ok ? [] : result.problems).toContainEqual(
    expect.objectContaining({ file: CARDS, ...problem }),
  )
})

test('a registration card takes the title of its role from roles.json unless it has its own', () => {
  const roles = FILES.get('schemas/roles.json') ?? ''
  const text = FILES.get(CARDS) ?? ''
  const cardsWith = (files: ReadonlyMap<string, string>) => {
    const result = checkConfiguration(new Map(files))
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'))
    const page = result.model.pages.find(({ id }) => id === 'account/register')
    const [section] = (page as unknown as { sections: readonly { options: unknown }[] }).sections
    const { items = [] } = (section?.options ?? {}) as {
      items?: readonly Readonly<Record<string, unknown>>[]
    }
    return items
  }
  const renamed = new Map(FILES).set('schemas/roles.json', roles.replaceAll('"普通用户"', '"市民"'))
  expect(cardsWith(renamed)[0]).toMatchObject({ title: '市民', needs: ['本人手机号码'] })
  const own = new Map(FILES).set(
    CARDS,
    text.replace('"role": "ordinary",', '"role": "ordinary", "title": "个人",'),
  )
  expect(cardsWith(own)[0]).toMatchObject({ title: '个人', text: '个人用户：查装备、看资讯、交流经验' })
})
