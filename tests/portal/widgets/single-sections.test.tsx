// Tests single sections beyond the contract: carousel, tabs, comments, children, search, options.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadMenu } from '#portal/core/configuration/menu.ts'
import { endSession } from '#portal/core/session/session.ts'
import { toDate } from '#portal/ui/format/format-time.ts'
import { SectionSlot } from '#portal/widgets/section-registry.tsx'
import type { SubmissionPolicy } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import type { Section } from '#shared/model/page-model.ts'
import type { ZonePage } from '#shared/model/pages/zone.ts'
import { beginSession } from '../support/begin-session.ts'
import { type FakeServer, paged, refusal, startFakeServer, success } from '../support/fake-server.ts'
import { learnManifest } from '../support/learn-manifest.ts'
import { here, openAt } from '../support/portal-host.tsx'
import { column, field, link, pageBase, section, source } from '../support/samples.ts'
import { ITEMS, SECTION_CASES } from './section-cases.ts'

const PATH = '/newapi/sample/list'
const page: ZonePage = {
  ...pageBase('/FloodZone', '防汛专区'),
  kind: 'zone',
  sections: [],
  description: '页面说明',
}
const user = { id: '5', userName: 'zhang', name: '张三', role: 'ordinary' as const, black: false }

let server: FakeServer
beforeAll(() => learnManifest())
beforeAll(async () => {
  server = await startFakeServer()
})
beforeEach(() => {
  server.reset()
  endSession()
  server.on(PATH, paged(ITEMS))
})
afterEach(() => void vi.useRealTimers())

function sectionOf(name: string, more: Partial<Section> = {}): Section {
  return section(name, {
    title: '防汛',
    source: source(PATH, { dataId: '{item.id}' }),
    open: link('/detail', { id: '{item.id}' }),
    content: {
      type: 'news',
      title: '资讯',
      heading: 'title',
      columns: {},
      calls: {},
      ...SECTION_CASES[name]?.content,
    },
    ...more,
  })
}

const draw = (own: Section, item: object = { id: '99' }) =>
  openAt('/FloodZone?id=99', <SectionSlot section={own} scope={{ item }} page={page} />)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('related section', () => {
  test('shows its configured columns instead of the date', async () => {
    draw(sectionOf('related', { columns: [column('text', field('source', '来源', 'text'))] }))
    const rows = await screen.findAllByRole('listitem')
    expect(rows.some(({ textContent }) => textContent?.includes('来源'))).toBe(true)
    expect(document.querySelector('.eq-related time')).toBeNull()
  })
})

describe('carousel section', () => {
  const shown = () =>
    [...document.querySelectorAll('[aria-roledescription="幻灯片"]')]
      .filter((slide) => !(slide as HTMLElement).hidden)
      .map((slide) => slide.getAttribute('aria-label'))

  test('turns by its buttons, from the last slide to the first and back', async () => {
    draw(sectionOf('carousel'))
    await screen.findByText('森林灭火')
    expect(shown()).toEqual(['1 / 2'])
    await press('下一张')
    expect(shown()).toEqual(['2 / 2'])
    await press('下一张')
    expect(shown()).toEqual(['1 / 2'])
    await press('上一张')
    expect(shown()).toEqual(['2 / 2'])
    await press('第 1 张')
    expect(shown()).toEqual(['1 / 2'])
    expect(screen.getByRole('button', { name: '第 1 张' }).getAttribute('aria-current')).toBe('true')
  })

  test('turns automatically unless it is paused or the pointer is over it', async () => {
    draw(sectionOf('carousel'))
    await screen.findByText('森林灭火')
    vi.useFakeTimers()
    const box = document.querySelector('[aria-roledescription="轮播"]') as HTMLElement
    const wait = () => act(() => vi.advanceTimersByTime(6000))
    // The timer is set anew under the faked clock.
    fireEvent.pointerEnter(box)
    wait()
    expect(shown()).toEqual(['1 / 2'])
    fireEvent.pointerLeave(box)
    wait()
    expect(shown()).toEqual(['2 / 2'])
    fireEvent.click(screen.getByRole('button', { name: '暂停播放' }))
    wait()
    expect(shown()).toEqual(['2 / 2'])
    fireEvent.click(screen.getByRole('button', { name: '继续播放' }))
    wait()
    expect(shown()).toEqual(['1 / 2'])
  })

  test('shows a slide after its list becomes shorter', async () => {
    server.on('/newapi/other/list', paged([{ id: '3', title: '无人机' }]))
    const { rerender } = draw(sectionOf('carousel'))
    await screen.findByText('森林灭火')
    await press('第 2 张')
    const other = sectionOf('carousel', { source: source('/newapi/other/list') })
    rerender(<SectionSlot section={other} scope={{}} page={page} />)
    await screen.findByText('无人机')
    expect(shown()).toEqual(['1 / 1'])
  })
})

test('news-tabs section: each tab sends its own parameters and keeps its answer', async () => {
  const options = SECTION_CASES['news-tabs']?.options as Json
  draw(sectionOf('news-tabs', { options }))
  await screen.findByText('森林灭火')
  server.on(PATH, paged([{ id: '7', title: '新政策' }]))
  await userEvent.click(screen.getByRole('tab', { name: '政策' }))
  await screen.findByText('新政策')
  expect(screen.getByRole('tabpanel', { name: '政策' })).toBeTruthy()
  expect(server.to(PATH).map(({ params }) => params.topicId)).toEqual([undefined, 'T01'])
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('全部')
  await screen.findByText('森林灭火')
})

describe('comments section', () => {
  const comments = SECTION_CASES.comments?.data as Record<string, unknown>
  beforeEach(() => server.on(PATH, success(comments)))

  test('CON-02: reads comments in pages of ten', async () => {
    server.on(PATH, success({ ...comments, totalCount: 25 }))
    draw(sectionOf('comments'))
    await screen.findByText('很有用')
    await press('第 2 页')
    await waitFor(() => expect(server.to(PATH)).toHaveLength(2))
    expect(
      server.to(PATH).map(({ params: { page: asked, limit, dataId } }) => [asked, limit, dataId]),
    ).toEqual([
      ['1', '10', '99'],
      ['2', '10', '99'],
    ])
    expect(screen.queryByLabelText('每页条数')).toBeNull()
  })

  test('shows a visitor a sign-in link that returns to the page', async () => {
    draw(sectionOf('comments'))
    const signInLink = await screen.findByRole('link', { name: '登录' })
    expect(signInLink.getAttribute('href')).toBe(`#/login?from=${encodeURIComponent('/FloodZone?id=99')}`)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: '回复' })).toBeNull()
  })

  test.each([
    ['auditor', false],
    ['ordinary', true],
  ] as const)(
    'ROL-02: offers writing, replying and liking to participants only: %s %s',
    async (role, isOffered) => {
      beginSession('t', { user: { ...user, role } })
      const section = sectionOf('comments')
      const { calls = {} } = section.content ?? {}
      const closed = Object.entries(calls).map(([name, call]) => [
        name,
        { ...call, access: ['participant' as const] },
      ])
      draw({
        ...section,
        content: { ...section.content, calls: Object.fromEntries(closed) },
      } as typeof section)
      await screen.findByText('很有用')
      for (const name of ['发布', '回复', '点赞，2'])
        expect(screen.queryByRole('button', { name }) !== null, name).toBe(isOffered)
      expect(screen.queryByRole('link', { name: '登录' })).toBeNull()
    },
  )

  test('clears the error of a comment when a reply is started', async () => {
    beginSession('t', { user })
    draw(sectionOf('comments'))
    await screen.findByText('很有用')
    await press('发布')
    expect(screen.getByText('请填写评论内容')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: '回复' })[0] as HTMLElement)
    expect(screen.queryByText('请填写评论内容')).toBeNull()
  })

  test('sends comments, replies and likes, and keeps a refused text in its field', async () => {
    beginSession('t', { user })
    draw(sectionOf('comments'))
    await screen.findByText('很有用')
    await press('发布')
    expect(screen.getByText('请填写评论内容')).toBeTruthy()
    server.on('/newapi/news/commentAdd', refusal(422, '含有不当用语'))
    await userEvent.type(screen.getByLabelText('写评论'), ' 好 ')
    await press('发布')
    await screen.findByText('含有不当用语')
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe(' 好 ')
    server.on('/newapi/news/commentAdd', success({ id: '9' }))
    await press('回复')
    expect(screen.getByLabelText('回复 张三')).toBeTruthy()
    await press('发布')
    await screen.findByText('评论已发布')
    expect(server.to('/newapi/news/commentAdd').map(({ body }) => body)).toEqual([
      { dataId: '99', content: '好' },
      { dataId: '99', content: '好', replyTo: '1' },
    ])
    expect(screen.getByLabelText('写评论')).toBeTruthy()
    expect(server.to(PATH)).toHaveLength(2)
    server.on('/newapi/news/commentLike', success({ liked: true, likeCount: 3 }))
    const like = screen.getByRole('button', { name: '点赞，2' })
    await userEvent.click(like)
    await screen.findByRole('button', { name: '点赞，3' })
    expect(like.getAttribute('aria-pressed')).toBe('true')
    expect(server.to('/newapi/news/commentLike').map(({ params }) => params.id)).toEqual(['1'])
  })
})

describe('child-list section', () => {
  const options = SECTION_CASES['child-list']?.options as Json

  test('shows a visitor a sign-in link, and no link without the option `link`', async () => {
    const { rerender } = draw(sectionOf('child-list', { options }))
    await screen.findByText('森林灭火')
    expect(screen.getByRole('link', { name: '登录' })).toBeTruthy()
    rerender(<SectionSlot section={sectionOf('child-list', { options: {} })} scope={{}} page={page} />)
    expect(screen.queryByRole('link', { name: '登录' })).toBeNull()
  })

  test('shows a user a link to the form of a new child, with the id of the parent', async () => {
    beginSession('t', { user })
    draw(sectionOf('child-list', { options }))
    await screen.findByText('森林灭火')
    const add = screen.getByRole('link', { name: '提交方案' })
    expect(add.getAttribute('href')).toBe('#/schemePublish?demandId=99')
  })

  test.each([
    ['open', {}, 1],
    ['in a state in which nothing is taken', { status: 'offline' }, 0],
    ['closed by what one of its fields says', { progress: '4' }, 0],
    ['past its last day', { deadline: '2001-01-01' }, 0],
    ['on its last day', { deadline: toDate(new Date().toISOString()) }, 1],
    ['one’s own', { relations: ['owner'] }, 0],
  ])('applies the submission policy to a parent that is %s: %o', async (_, changed, offered) => {
    beginSession('t', { user })
    const own = sectionOf('child-list', { options })
    const admission: SubmissionPolicy = {
      states: ['online'],
      until: 'deadline',
      not: ['parent.owner'],
      except: { progress: ['4', '5'] },
    }
    const item = { id: '99', status: 'online', progress: '1', deadline: '2101-01-01', ...changed }
    const { content } = own
    draw({ ...own, ...(content ? { content: { ...content, admission } } : {}) }, item)
    await screen.findByText('森林灭火')
    expect(screen.queryAllByRole('link', { name: '提交方案' })).toHaveLength(offered)
  })
})

describe('menu-links section', () => {
  const entry = (id: string, icon?: string) => ({
    id,
    title: `入口${id}`,
    url: `/${id}`,
    hidden: false,
    access: ['anyone'],
    children: [],
    ...(icon ? { icon } : {}),
  })

  test.each([
    ['without signs of their own are an index of names', [entry('a'), entry('b')], 0],
    ['with a sign are shown with it', [entry('a', 'home'), entry('b', 'flood')], 2],
  ])('menu entries %s', async (_, children, signs) => {
    server.on('/newapi/menu/tree', success([{ ...entry('FloodZone'), children }]))
    await loadMenu()
    draw(sectionOf('menu-links'))
    const found = await screen.findAllByRole('link', { name: /^入口[ab]$/ })
    expect(found.map((link) => link.getAttribute('href'))).toEqual(['#/a', '#/b'])
    expect(found.flatMap((link) => [...link.querySelectorAll('svg')])).toHaveLength(signs)
  })
})

describe('search-box section', () => {
  const options = {
    link: link('/consultSecondPage', { zone: 'flood' }),
    placeholder: '搜索资讯',
  } as unknown as Json

  test.each([
    [' 排水 车{Enter}', '/consultSecondPage?zone=flood&keyWord=%E6%8E%92%E6%B0%B4+%E8%BD%A6'],
    ['{Enter}', '/consultSecondPage?zone=flood'],
    ['a&b=c#d{Enter}', '/consultSecondPage?zone=flood&keyWord=a%26b%3Dc%23d'],
  ])('opens for the typed text “%s” the address %s', async (typed, address) => {
    draw(sectionOf('search-box', { options }))
    await userEvent.type(screen.getByLabelText('搜索资讯', { selector: 'input' }), typed)
    expect(here()).toBe(address)
  })
})

describe('options of sections', () => {
  test('hot-rank opens each type on its own page', async () => {
    server.on(PATH, paged([{ ...ITEMS[0], type: 'bidding' }, ITEMS[1]]))
    const pages = [{ type: 'bidding', link: link('/threePageBind', { id: '{item.id}' }) }]
    draw(sectionOf('hot-rank', { options: { pages } as unknown as Json }))
    const first = await screen.findByRole('link', { name: '城市内涝排水' })
    expect(first.getAttribute('href')).toBe('#/threePageBind?id=1')
    expect(screen.getByRole('link', { name: '森林灭火' }).getAttribute('href')).toBe('#/detail?id=2')
  })

  test.each([
    [{ ranked: true }, ['1', '2']],
    [{}, []],
  ])('item-list with %j shows the ranks %j', async (options, places) => {
    draw(sectionOf('item-list', { options }))
    await screen.findByText('森林灭火')
    expect([...document.querySelectorAll('.eq-rank')].map((place) => place.textContent)).toEqual(places)
  })

  test('item-list shows its configured date with the year', async () => {
    server.on(PATH, paged([{ ...ITEMS[0], starts: '2027-01-05' }]))
    const starts = column('date', field('starts', '开始日期', 'date'))
    const content = { type: 'news', title: '资讯', heading: 'title', columns: { date: starts }, calls: {} }
    draw(sectionOf('item-list', { content }))
    expect(await screen.findByText('2027-01-05')).toBeTruthy()
    expect(screen.queryByText('03-05')).toBeNull()
  })

  test('card-grid omits the publication date when the option dated is false', async () => {
    draw(sectionOf('card-grid', { options: { dated: false } }))
    await screen.findByText('森林灭火')
    expect(document.querySelector('time')).toBeNull()
  })

  test('card-grid applies the configured number of columns', async () => {
    draw(sectionOf('card-grid', { options: { columns: 2 } }))
    await screen.findByText('森林灭火')
    expect(document.querySelector('.eq-cards')?.getAttribute('data-columns')).toBe('2')
  })

  test('timeline without a source shows its configured entries, without a call', () => {
    const own = section('timeline', { options: { items: [{ title: '受理', time: '3 月', text: '三天内' }] } })
    draw(own)
    expect(screen.getByRole('listitem').textContent).toBe('受理3 月三天内')
    expect(server.calls).toHaveLength(0)
  })

  test('zone-hero without texts shows title and description of the page', () => {
    draw(section('zone-hero'))
    expect(screen.getByRole('heading', { level: 2, name: '防汛专区' })).toBeTruthy()
    expect(screen.getByText('页面说明')).toBeTruthy()
  })
})

describe('empty section', () => {
  test('shows its configured text and link', async () => {
    server.on(PATH, paged([]))
    draw(
      sectionOf('item-list', {
        empty: { text: '您还没有申报过', label: '查看可申报的事项', link: link('/declaration-page') },
      }),
    )
    await screen.findByText('您还没有申报过')
    const button = screen.getByRole('link', { name: '查看可申报的事项' })
    expect(button.getAttribute('href')).toContain('/declaration-page')
  })

  test('shows the name of the content type when no text is configured', async () => {
    server.on(PATH, paged([]))
    draw(sectionOf('item-list'))
    await screen.findByText('还没有资讯')
  })
})

test('stat-band section links a figure to a page only when a link is configured', async () => {
  server.on(
    PATH,
    success([
      { type: 'todo', title: '待我办理', count: 3 },
      { type: 'likes', title: '点赞', count: 0 },
    ]),
  )
  const links = [{ type: 'todo', link: link('/userPage/todo') as unknown as Json }]
  draw(sectionOf('stat-band', { options: { links } }))
  const todo = await screen.findByRole('link', { name: '待我办理' })
  expect(todo.getAttribute('href')).toContain('/userPage/todo')
  expect(screen.queryByRole('link', { name: '点赞' })).toBeNull()
})

describe('entries that a section omits', () => {
  test('related omits the item of the page', async () => {
    server.on(PATH, paged([{ ...ITEMS[0], id: '99' }, ITEMS[1]]))
    draw(sectionOf('related'))
    await screen.findByText('森林灭火')
    expect(screen.queryByText('城市内涝排水')).toBeNull()
  })

  test('topic-nav omits topics below another topic', async () => {
    server.on(PATH, paged([{ ...ITEMS[0], parentId: '2' }, ITEMS[1]]))
    draw(sectionOf('topic-nav'))
    await screen.findByText('森林灭火')
    expect(screen.queryByText('城市内涝排水')).toBeNull()
  })
})

test('item-list section with the option count shows the total number in its heading', async () => {
  draw(sectionOf('item-list', { title: '待审注册申请', options: { count: true } }))
  await screen.findByText(`待审注册申请（${ITEMS.length}）`)
})
