// Checks that what the configuration gives to a call, a page or a list is judged by what takes it.
import { type ReplacedCase, testTold } from './check-replaced.ts'

const LIST = 'pages-config/demand/more.json'
const DETAIL = 'pages-config/demand/detail.json'
const ZONE = 'zones-config/radio.json'
const COMPANY = 'pages-config/enterprise/detail.json'
const DEMANDS = 'schemas/samples/demand.json'

const CASES: readonly ReplacedCase[] = [
  [
    'more rows than the call gives',
    'given_refused',
    [ZONE, '"zone": "radio", "limit": 6', '"zone": "radio", "limit": 600'],
    '不能大于 50',
  ],
  [
    'a word for a number',
    'given_refused',
    [ZONE, '"zone": "radio", "limit": 6', '"zone": "radio", "limit": "8条"'],
    '应为整数',
  ],
  [
    'a code that is not there',
    'given_code',
    [ZONE, '"zone": "radio", "limit": 6', '"zone": "radios", "limit": 6'],
    '您是不是想写“radio”',
  ],
  [
    'the label of a code',
    'given_code',
    [ZONE, '"zone": "radio", "limit": 6', '"zone": "防汛专区", "limit": 6'],
    '请改写代码“flood”',
  ],
  [
    'a word in a tab',
    'given_refused',
    ['pages-config/home.json', '"isKey": "true"', '"isKey": "yes"'],
    '“isKey”不接受 "yes"',
  ],
  [
    'what no tab can ask',
    'param_unknown',
    ['pages-config/home.json', '"isKey": "true"', '"isKy": "true"'],
    '没有参数“isKy”',
  ],
  [
    'a code for a page',
    'given_code',
    [
      ZONE,
      '"page": "demand/list", "params": { "sysCategoryId": "C02" }',
      '"page": "demand/list", "params": { "sysCategoryId": "C99" }',
    ],
    '页面“demand/list”的参数“sysCategoryId”',
  ],
  [
    'a value for a form',
    'given_refused',
    [COMPANY, '"receiverType": "2"', '"receiverType": "9"'],
    '不在可选值之中',
  ],
  [
    'a code in what is handed in',
    'given_refused',
    [DETAIL, '"progress": "4" }', '"progress": "9" }'],
    '可用：1、2、3、4、5',
  ],
  [
    'a code in a fixed filter',
    'given_code',
    ['schemas/content/company.json', '"keynoteZones": "flood"', '"keynoteZones": "floods"'],
    '您是不是想写“flood”',
  ],
  ['a brace that is not closed', 'placeholder_written', [LIST, '"{item.id}"', '"{item.id"'], '会原样使用'],
  [
    'a brace of full width',
    'placeholder_written',
    ['schemas/notices/approved.json', '“{item.title}”已通过审核"', '“｛item.title｝”已通过审核"'],
    '半角',
  ],
  ['a dollar before it', 'placeholder_written', [LIST, '"{item.id}"', `"\${item.id}"`], '前面不加 $'],
  [
    'a list where one item is shown',
    'source_role',
    [DETAIL, '"operation": "demand.info"', '"operation": "demand.showlist"'],
    'demand.info',
  ],
  [
    'related items for the next and the previous',
    'source_role',
    [DETAIL, '"demand.neighbours"', '"demand.related"'],
    'demand.neighbours',
  ],
  [
    'visits counted for another type',
    'source_type',
    [DETAIL, '"demand.view"', '"bidding.view"'],
    '请改用 demand 的操作',
  ],
  [
    'comments of another type',
    'source_type',
    ['pages-config/news/detail.json', '"news.commentList"', '"video.commentList"'],
    '请改用 news 的操作',
  ],
  [
    'a page for more than may read its list',
    'source_access',
    ['pages-config/operator/user/list.json', '"access": ["operator", "auditor"]', '"access": ["registered"]'],
    '不能读取“users.list”',
  ],
  [
    'a link to the page of another type',
    'link_other_type',
    [LIST, '"demand/detail"', '"bidding/detail"'],
    '用“装备需求”的编号查不到内容',
  ],
  [
    'an entry for more than may open its page',
    'menu_access',
    ['pages-config/menu.json', '"id": "operator",', '"id": "operator", "access": ["registered"],'],
    '无权打开页面“operator/home”',
  ],
  [
    'an entry that leads to itself',
    'redirect_ring',
    ['pages-config/menu.json', '"id": "bidding",', '"id": "bidding", "redirect": "bidding/list",'],
    '循环',
  ],
  [
    'a page that is entered from itself',
    'entrance_ring',
    [
      'pages-config/declaration/radio.json',
      '"onlyFrom": "declaration/home"',
      '"onlyFrom": "declaration/radio"',
    ],
    '只能从本页进入',
  ],
  [
    'a sample that the form would refuse',
    'sample_refused',
    [DEMANDS, '"budget": 520', '"budget": -1'],
    '不能小于 0',
  ],
  [
    'a sample of nobody',
    'sample_owner',
    [DEMANDS, '"_owner": "demo-unit"', '"_owner": "demo-nobody"'],
    '没有账号“demo-nobody”',
  ],
  [
    'a sample in no state',
    'state_unknown',
    [DEMANDS, '"_status": "online"', '"_status": "onlin"'],
    '您是不是想写“online”',
  ],
  [
    'two samples of one number',
    'sample_duplicate',
    [DEMANDS, '"_id": "D002"', '"_id": "D001"'],
    '编号“D001”重复',
  ],
]

testTold(CASES)
