// Provides one example of every section: its configuration, an answer for its source, and what is then seen.

import { periodBefore, periodLabel, periodOf } from '#shared/formats/periods.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Json } from '#shared/model/json.ts'
import type { Column, SectionContent } from '#shared/model/page-model.ts'
import { column, field, link, source } from '../support/samples.ts'

export interface SectionCase {
  readonly options?: Json
  readonly content?: Partial<SectionContent>
  readonly columns?: readonly Column[]
  /** Answer of the source; absent for sections without one. */
  readonly data?: unknown
  /** What the page's item holds, for sections that show that instead of reading their source. */
  readonly item?: Json
  readonly seen: readonly string[]
  /** What a list without entries says. */
  readonly empty?: string
  /** Whether an entry opens at `/detail?id=…`. */
  readonly opens?: boolean
}

export const ITEMS = [
  {
    id: '1',
    title: '城市内涝排水',
    summary: '摘要一',
    kind: 'a',
    source: '应急管理部',
    publishedAt: '2026-03-05T06:30:00.000Z',
    viewCount: 12_000,
    type: 'news',
  },
  { id: '2', title: '森林灭火', publishedAt: '2026-03-04T06:30:00.000Z', viewCount: 3, type: 'news' },
]
const page = { list: ITEMS, totalCount: 2 }
const titles = ITEMS.map(({ title }) => title)
const kind = column('tag', field('kind', '类型', 'dict', { dict: 'kinds' }))
const summary = column('long-text', field('summary', '摘要', 'long-text'))

const budget = column('money', field('budget', '预算', 'number', { unit: '万元' }))
const comesTo = (sum: number, average: number) => ({
  field: 'budget',
  count: 3,
  sum,
  average,
  minimum: 1,
  maximum: 9,
})
/** The present month and the one before. */
const MONTH = periodOf(dayAt(Date.now()), 'month')
const BEFORE = periodBefore(MONTH, 'month', 1)
const STATISTIC = {
  totalCount: 3,
  numbers: [{ ...comesTo(12_500, 12_500 / 3), title: '预算', unit: '万元' }],
  groups: [
    {
      field: 'publishedAt',
      title: '发布时间',
      every: 'month',
      items: [
        { value: MONTH, label: periodLabel(MONTH, 'month'), count: 2, numbers: [comesTo(12_000, 6000)] },
        { value: BEFORE, label: periodLabel(BEFORE, 'month'), count: 1, numbers: [comesTo(500, 500)] },
      ],
    },
  ],
}

export const SECTION_CASES: Readonly<Record<string, SectionCase>> = {
  'card-grid': {
    options: { summary: 'summary', columns: 3 },
    content: { columns: { summary }, badge: '需求' },
    data: page,
    seen: [...titles, '摘要一', '需求', '2026-03-05'],
    empty: '还没有资讯',
    opens: true,
  },
  carousel: { data: page, seen: [...titles, '应急管理部'], empty: '还没有资讯', opens: true },
  change: {
    content: {
      fields: [
        field('title', '标题', 'text'),
        field('summary', '摘要', 'text'),
        field('note', '备注', 'text'),
      ],
      calls: { withdraw: { ...source('/newapi/news/withdraw'), method: 'POST' } },
    },
    item: {
      id: '99',
      title: '城市内涝排水',
      summary: '摘要一',
      change: {
        status: 'refused',
        reason: '缺少附件',
        by: '张三',
        at: '2026-03-05T06:30:00.000Z',
        revision: 3,
        fields: ['summary'],
        item: { title: '城市内涝排水', summary: '摘要二' },
        isBehind: true,
        actions: [
          { action: 'withdraw', kind: 'withdraw', title: '撤回修改', note: '修改稿将不再等待审核。' },
          { action: 'online', title: '通过修改', note: '不在本页接口中的操作不显示。' },
        ],
      },
    },
    seen: [
      '修改refused',
      '张三',
      '2026-03-05 14:30',
      '未通过的原因：缺少附件',
      '又有更正',
      '摘要一摘要二',
      '同时显示未改动的 1 项',
      '撤回修改',
    ],
  },
  'child-list': {
    options: {
      summary: 'summary',
      link: { page: 'scheme/publish', path: '/schemePublish', params: { demandId: '{item.id}' } },
      empty: '还没有方案',
    },
    content: {
      title: '方案',
      columns: { summary },
      calls: {
        add: { ...source('/newapi/scheme/add'), method: 'POST' },
        like: source('/newapi/scheme/like'),
      },
      fields: [
        field('title', '方案名称', 'text', { required: true }),
        field('price', '报价', 'number', { unit: '万元' }),
      ],
    },
    data: page,
    seen: [...titles, '摘要一', '匿名'],
    empty: '还没有方案',
  },
  'choice-cards': {
    options: {
      needs: '需要材料',
      items: [
        {
          title: '救援队伍',
          icon: 'edit',
          text: '专业救援力量',
          can: [{ text: '接收任务', page: 'home' }],
          needs: ['营业执照'],
          note: '需审核',
          button: '去注册',
          link: link('/register') as unknown as Json,
        },
      ],
    },
    seen: ['救援队伍', '专业救援力量', '接收任务', '需要材料', '营业执照', '需审核', '去注册'],
  },
  comments: {
    content: {
      calls: {
        commentAdd: { ...source('/newapi/news/commentAdd'), method: 'POST' },
        commentLike: source('/newapi/news/commentLike'),
      },
    },
    data: {
      totalCount: 1,
      list: [
        {
          id: '1',
          content: '很有用',
          ownerName: '张三',
          createdAt: '2026-03-05T06:30:00.000Z',
          likeCount: 2,
          replies: [
            {
              id: '3',
              content: '同意',
              ownerName: null,
              createdAt: '2026-03-05T07:30:00.000Z',
              likeCount: 0,
            },
          ],
        },
      ],
    },
    seen: ['很有用', '张三', '同意', '网友'],
    empty: '还没有评论，欢迎发表评论',
  },
  'contact-card': {
    options: { items: [{ label: '电话', value: '010-12345678' }] },
    seen: ['电话', '010-12345678'],
  },
  flow: { seen: [] },
  history: { seen: [] },
  'hot-rank': { data: page, seen: [...titles, '1', '2'], empty: '还没有资讯', opens: true },
  'item-card': {
    options: { facts: ['kind'], summary: 'summary' },
    content: { columns: { summary }, lists: { facts: [kind] } },
    data: ITEMS[0],
    seen: ['城市内涝排水', '甲类', '摘要一'],
    empty: '还没有资讯',
  },
  'item-list': {
    options: { tag: 'kind', ranked: true },
    content: { columns: { tag: kind } },
    data: page,
    seen: [...titles, '甲类'],
    empty: '还没有资讯',
    opens: true,
  },
  'news-tabs': {
    options: {
      tabs: [
        { label: '全部', params: {} },
        { label: '政策', params: { topicId: 'T01' } },
      ],
    },
    data: page,
    seen: [...titles, '摘要一', '政策'],
    empty: '还没有资讯',
    opens: true,
  },
  items: {
    options: { look: 'ledger' },
    columns: [kind],
    data: page,
    seen: [...titles, '甲类'],
    empty: '还没有资讯',
    opens: true,
  },
  'menu-links': { seen: ['防汛通知', '防汛物资'] },
  'notice-list': {
    options: { level: 'kind' },
    content: { columns: { level: kind } },
    data: page,
    seen: [...titles, '甲类'],
    empty: '当前没有通知',
    opens: true,
  },
  'quick-links': {
    options: {
      items: [
        { label: '发布需求', icon: 'edit', hint: '几分钟', link: link('/demandPublish') as unknown as Json },
      ],
    },
    seen: ['发布需求', '几分钟'],
  },
  related: { data: page, seen: titles, empty: '暂无相关内容', opens: true },
  'search-results': {
    data: {
      list: [
        {
          id: '1',
          type: 'news',
          typeTitle: '资讯',
          title: '城市内涝排水',
          snippet: '摘要一',
          publishedAt: '2026-03-05T06:30:00.000Z',
          address: '/detail?id=1',
        },
        { id: '2', type: 'news', typeTitle: '资讯', title: '森林灭火', snippet: '', address: '/detail?id=2' },
      ],
      totalCount: 2,
      terms: ['摘要'],
      tabs: [{ type: 'news', title: '资讯', count: 2 }],
    },
    seen: [...titles, '摘要一', '资讯（2）', '共 2 条结果', '2026-03-05'],
    empty: '请输入要查找的内容，至少两个字',
    opens: true,
  },
  'search-words': {
    data: [{ word: '无人机' }, { word: '排涝' }],
    seen: ['无人机', '排涝'],
    empty: '暂无热搜词',
  },
  'map-teaser': {
    options: {
      link: link('/oneMap-page', { region: '{item.code}' }) as unknown as Json,
      kind: { link: link('/oneMap-page', { kinds: '{item.kind}' }) as unknown as Json },
    },
    data: {
      regions: [{ code: '330000', name: '浙江省', count: 12 }],
      kinds: [
        { kind: 'company', title: '企业', count: 9 },
        { kind: 'expert', title: '专家', count: 3 },
        { kind: 'event', title: '活动', count: 0 },
      ],
    },
    seen: ['浙江省', '企业', '专家', '12', '9'],
    empty: '还没有资讯',
  },
  portrait: {
    data: {
      id: '1',
      title: '示例企业',
      dimensions: [
        { field: 'a', title: '注册资本', unit: '万元', value: 5000, score: 61 },
        { field: 'b', title: '职工人数', unit: '人', value: 260, score: 40 },
        { field: 'c', title: '专利数', unit: null, value: 3, score: 0 },
        { field: 'd', title: '年产值', unit: '万元', value: null, score: null },
      ],
      rank: 3,
      total: 66,
    },
    seen: ['注册资本', '5,000 万元', '61%', '热度第 3 名，共 66 家'],
    empty: '数据不足，暂无画像',
  },
  trend: {
    data: {
      weeks: [
        { from: '2026-11-09', views: 12, compares: 0 },
        { from: '2026-11-16', views: 30, compares: 2 },
      ],
    },
    seen: ['2026-11-16', '30', '比对次数'],
    empty: '近期还没有浏览记录',
  },
  'bar-chart': {
    options: { field: 'kind' },
    data: {
      totalCount: 3,
      groups: [
        { field: 'other', title: '其他', items: [{ value: 'x', label: '不显示', count: 9 }] },
        { field: 'kind', title: '类型', items: [{ value: 'a', label: '民营企业', count: 2 }] },
      ],
    },
    seen: ['民营企业', '2'],
    empty: '还没有资讯',
  },
  'line-chart': {
    options: { field: 'publishedAt', of: 'budget' },
    content: { columns: { of: budget } },
    data: STATISTIC,
    seen: [
      '以表格查看',
      `最高：${periodLabel(MONTH, 'month')} 1.2 亿元`,
      periodLabel(BEFORE, 'month'),
      '预算合计',
    ],
    empty: '数据不足，暂无走势',
  },
  figures: {
    options: { label: '公告数量', of: 'budget', measures: ['sum', 'average'], field: 'publishedAt' },
    content: { columns: { of: budget } },
    data: STATISTIC,
    seen: [
      '公告数量',
      '3',
      '预算合计',
      '1.25 亿元',
      '预算平均',
      '4,167 万元',
      '本月 2，上月 1',
      '本月 1.2 亿元，上月 500 万元',
    ],
    empty: '还没有资讯',
  },
  ticker: {
    options: { level: 'kind' },
    content: { columns: { level: kind } },
    data: page,
    seen: [...titles, '甲类', '2026-03-05'],
    empty: '近期没有新的消息',
    opens: true,
  },
  'search-box': {
    options: { link: link('/consultSecondPage') as unknown as Json, placeholder: '搜索资讯' },
    seen: ['搜索资讯'],
  },
  'stat-band': {
    data: [
      { type: 'news', title: '资讯', count: 12_345 },
      { type: 'demand', title: '需求', count: 0 },
    ],
    seen: ['资讯', '12,345', '需求', '0'],
    empty: '还没有资讯',
  },
  'status-panel': {
    options: {
      code: '404',
      heading: '页面不存在',
      text: '请检查地址',
      links: [{ label: '回到首页', link: link('/home-page') as unknown as Json }],
    },
    seen: ['404', '页面不存在', '请检查地址', '回到首页'],
  },
  text: {
    options: {
      heading: '关于',
      note: '附注',
      paragraphs: ['第一段', '第一段'],
      blocks: [{ heading: '小标题', text: '内容' }],
    },
    seen: ['关于', '附注', '第一段', '小标题', '内容'],
  },
  timeline: {
    data: [
      { id: '1', action: '提交', at: '2026-03-05T06:30:00.000Z' },
      { id: '2', title: '退回', time: '三月', reason: '缺附件' },
    ],
    seen: ['提交', '2026-03-05 14:30', '退回', '三月', '缺附件'],
    empty: '还没有资讯',
  },
  'topic-nav': { data: page, seen: titles, empty: '还没有资讯', opens: true },
  'zone-hero': { options: { slogan: '科学防汛' }, seen: ['防汛', '科学防汛'] },
  'zone-wall': {
    data: [
      {
        id: 'zones/flood',
        title: '防汛',
        path: '/FloodZone',
        slogan: '水情',
        color: '#1565C0',
        cover: 'waves',
      },
    ],
    seen: ['防汛', '水情'],
    empty: '还没有资讯',
  },
}
