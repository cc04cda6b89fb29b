// Provides a small portal: its pages, its menu, and their being served to the browser.

import type { ManifestPage } from '#shared/model/manifest.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Page, PageBase, Section } from '#shared/model/page-model.ts'
import { PUBLIC_ROLES } from '../../support/roles.ts'
import { type FakeServer, paged, success } from '../support/fake-server.ts'
import { detailPage, link, manifestPage, menuNode, pageBase, section, source } from '../support/samples.ts'

function zone(
  path: string,
  title: string,
  more: Partial<PageBase> = {},
  sections: readonly Section[] = [],
): Page {
  return { ...pageBase(path, title, more), kind: 'zone', sections }
}

const text = (words: string) => section('text', { options: { paragraphs: [words] } })
const bare = { shell: 'bare' as const, trail: [] }
const below = (title: string, path: string) => [
  { title: '首页', path: '/home-page' },
  { title, path },
]

export const PAGES: readonly Page[] = [
  zone('/home-page', '首页', { trail: [] }, [text('欢迎')]),
  zone('/consult-page', '装备资讯', {}, [text('资讯首页')]),
  {
    ...pageBase('/consultSecondPage/:penultNmameArry?', '资讯列表', {
      trail: below('装备资讯', '/consult-page'),
    }),
    kind: 'list',
    source: source('/newapi/news/list'),
    view: 'rows',
    filters: [],
    columns: [],
    sorts: [],
    open: link('/threePage', { id: '{item.id}' }),
    actions: [],
    rowActions: [],
    bulkActions: [],
    aside: [],
  },
  detailPage('/threePage', '资讯详情', source('/newapi/news/info/{id}', { id: '{query.id}' }), {
    trail: below('资讯列表', '/consultSecondPage'),
  }),
  zone('/declaration-page', '申报服务', {}, [
    section('quick-links', {
      options: {
        items: [
          {
            label: '无线电申报',
            icon: 'radio',
            link: { page: 'wirelessRadio', path: '/wirelessRadio', params: {} },
          },
        ],
      },
    }),
  ]),
  zone('/wirelessRadio', '无线电申报', {
    onlyFrom: '/declaration-page',
    trail: below('申报服务', '/declaration-page'),
  }),
  zone('/demandPublish', '发布需求', { access: ['registered'] }, [text('请填写')]),
  zone('/auditPage', '审核', { access: ['operator'] }, [text('待审核')]),
  zone('/login', '登录', bare, [text('请登录')]),
  zone('/401', '无权访问', bare, [text('不能查看')]),
  zone('/404', '页面不存在', bare, [text('没有这一页')]),
]

export const MANIFEST: readonly ManifestPage[] = PAGES.map((page) => manifestPage(page))

export const MENU: readonly MenuNode[] = [
  menuNode('/home-page', '首页'),
  menuNode('/consult-page', '装备资讯', {
    children: [
      menuNode('/consultSecondPage', '资讯列表'),
      menuNode('/oldNews', '旧闻', { redirect: '/consultSecondPage', hidden: true }),
      menuNode('/demandPublish', '发布需求', { hidden: true }),
    ],
  }),
  menuNode('/declaration-page', '申报服务'),
  menuNode('/oldStart', '旧首页', { redirect: '/oldNews', hidden: true }),
  menuNode('/round', '转圈', { redirect: '/about', hidden: true }),
  menuNode('/about', '转圈', { redirect: '/round', hidden: true }),
]

/** Everything the portal asks for, answered. */
/** `version`: of the addresses of their bodies. */
export function serve(server: FakeServer, pages: readonly Page[] = PAGES, version = 1): void {
  const entryOf = (page: Page) => manifestPage(page, `/config/pages/${page.id}.${version}.json`)
  server.reset()
  server.json('/config/manifest.json', {
    hash: pages === PAGES ? 'one' : `other${version}`,
    publicStates: ['online'],
    roles: PUBLIC_ROLES,
    pages: pages.map(entryOf),
  })
  for (const page of pages) server.json(entryOf(page).url, page)
  server.on('/newapi/menu/tree', success(MENU))
  server.on('/newapi/api/dict/all', success({}))
  server.on('/newapi/isBlack/getInfo', success({ black: false }))
  server.on('/newapi/hotSearch/words', paged([]))
  server.on('/newapi/news/list', paged([{ id: '1', title: '城市内涝排水' }]))
  server.on('/newapi/news/info/1', success({ id: '1', title: '城市内涝排水' }))
  server.on('/newapi/news/info/2', success({ id: '2', title: '森林灭火' }))
}
