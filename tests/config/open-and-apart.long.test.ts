// Checks what the checker says of titles and searches that few read, of orders, links, figures and imports that do not do what they are for.
import { type ReplacedCase, testTold } from './check-replaced.ts'

const COMPANY = 'schemas/content/company.json'
const LIST = 'pages-config/enterprise/list.json'

const CASES: readonly ReplacedCase[] = [
  [
    'a title that not everybody may read',
    'heading_private',
    [COMPANY, '"heading": "name"', '"heading": "contactPhone"'],
    'x-visible 不起作用',
  ],
  [
    'a search for what not everybody may read',
    'search_private',
    [COMPANY, '"title": "联系人", "maxLength": 30,', '"title": "联系人", "maxLength": 30, "x-search": "A",'],
    'x-search 不起作用',
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
    '每条对应“所在地区”的一个值',
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
    '未填的各行无法区分',
  ],
  [
    'a receipt that leads to where hardly anybody may go',
    'follow_access',
    ['pages-config/demand/publish.json', '"follow": "interaction/publications"', '"follow": "operator/home"'],
    '无权打开',
  ],
  [
    'the text of a button that leads nowhere',
    'follow_label',
    ['pages-config/demand/publish.json', '"follow": "interaction/publications"', '"followLabel": "看看"'],
    '却没有写 follow',
  ],
  [
    'a filter by what not everybody may read',
    'order_private',
    [COMPANY, '"title": "联系人", "maxLength": 30,', '"title": "联系人", "maxLength": 30, "x-filter": true,'],
    '接口不会按其筛选',
  ],
  [
    'a quantity times itself',
    'computed_same',
    [
      'schemas/content/intention.json',
      '["item.quantity", "item.expectPrice"]',
      '["item.quantity", "item.quantity"]',
    ],
    '请改用其他字段',
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
    '收信人无法识别发送方',
  ],
  [
    'an item whose trail leads back to other items',
    'parent_other_type',
    ['pages-config/demand/detail.json', '"parent": "demand/list"', '"parent": "bidding/list"'],
    '列出的却是',
  ],
]

testTold(CASES)
