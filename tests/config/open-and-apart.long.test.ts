// Checks what the checker says of titles and searches that few read, of orders, links, figures and imports that do not do what they are for.
import { type ReplacedCase, testTold } from './check-replaced.ts'

const COMPANY = 'schemas/content/company.json'
const LIST = 'pages-config/enterprise/list.json'

const CASES: readonly ReplacedCase[] = [
  [
    'a title that not everybody may read',
    'heading_private',
    [COMPANY, '"heading": "name"', '"heading": "contactPhone"'],
    'x-visible 限定不了',
  ],
  [
    'a search for what not everybody may read',
    'search_private',
    [COMPANY, '"title": "联系人", "maxLength": 30,', '"title": "联系人", "maxLength": 30, "x-search": "A",'],
    '写了 x-search 也搜不到',
  ],
  [
    'an order that begins with what nobody reads',
    'sort_least',
    [COMPANY, '"sort": "-hot",\n      "summary": "企业轮播"', '"sort": "hot",\n      "summary": "企业轮播"'],
    '请写 -hot',
  ],
  [
    'bars of regions that lead to a category',
    'bar_link',
    [LIST, '"params": { "region": "{item.value}" }', '"params": { "mainCategory": "{item.value}" }'],
    '每条是“所在地区”的一个值',
  ],
  [
    'an import that knows an item by its category',
    'import_same_few',
    ['schemas/content/equipment.json', '"same": ["name", "model"]', '"same": ["equipmentType"]'],
    '后一行会取代前一行',
  ],
  [
    'an import that knows an item by what may be left out',
    'import_same_few',
    ['schemas/content/equipment.json', '"same": ["name", "model"]', '"same": ["brand"]'],
    '没有填的各行分不清',
  ],
  [
    'a receipt that leads to where hardly anybody may go',
    'follow_access',
    ['pages-config/demand/publish.json', '"follow": "interaction/publications"', '"follow": "operator/home"'],
    '他们却打不开',
  ],
  [
    'the text of a button that leads nowhere',
    'follow_label',
    ['pages-config/demand/publish.json', '"follow": "interaction/publications"', '"followLabel": "看看"'],
    '没有 follow 就没有这个按钮',
  ],
  [
    'a filter by what not everybody may read',
    'order_private',
    [COMPANY, '"title": "联系人", "maxLength": 30,', '"title": "联系人", "maxLength": 30, "x-filter": true,'],
    '接口因此不按它筛选',
  ],
  [
    'a quantity times itself',
    'computed_same',
    [
      'schemas/content/intention.json',
      '["item.quantity", "item.expectPrice"]',
      '["item.quantity", "item.quantity"]',
    ],
    '另一项应是别的字段',
  ],
  [
    'a step that is wider than all there is',
    'step_wide',
    [COMPANY, '"title": "职工人数",', '"title": "职工人数", "x-step": 2000000000,'],
    '“职工人数”的间隔',
  ],
  [
    'a text message signed by somebody else',
    'site_sign',
    ['pages-config/site.json', '【应急装备信息网】', '【测试信息网】'],
    '收信人无法辨认发送者',
  ],
  [
    'an item whose trail leads back to other items',
    'parent_other_type',
    ['pages-config/demand/detail.json', '"parent": "demand/list"', '"parent": "bidding/list"'],
    '回到那里找不到它',
  ],
]

testTold(CASES)
