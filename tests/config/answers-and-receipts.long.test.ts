// Tests checks of unanswered columns, sample ids in pages, one-time receipts, drafts and SMS codes.
import { expect, test } from 'vitest'
import { checkReplaced, type ReplacedCase, testTold } from './check-replaced.ts'

const LIST = 'pages-config/enterprise/list.json'
const OPEN = '"open": { "page": "enterprise/detail", "params": { "id": "{item.id}" } },\n  "aside"'
const DECLARE = 'pages-config/declaration/radio.json'
const HANDED_IN = '"submit": { "operation": "radioDeclaration.submit", "params": { "submit": true } }'

const CASES: readonly ReplacedCase[] = [
  [
    'columns that the call of a list never answers',
    'field_unanswered',
    [LIST, '"source": "company.list"', '"source": "company.names"'],
    '“company.names”只返回 name、shortName（fields），此处显示的“企业类型”',
  ],
  [
    'a placeholder that it never answers',
    'field_unanswered',
    [
      LIST,
      '"source": { "operation": "company.keynoteList", "params": { "limit": 8 } },\n      "open": { "page": "enterprise/detail", "params": { "id": "{item.id}" } }',
      '"source": "company.names",\n      "open": { "page": "enterprise/list", "params": { "region": "{item.region}" } }',
    ],
    '“{item.region}”始终为空',
  ],
  [
    'a link to one sample',
    'sample_id',
    [LIST, OPEN, OPEN.replace('{item.id}', 'CO001')],
    '“CO001”是“企业”的示例',
  ],
  [
    'a list of what belongs to one sample',
    'sample_id',
    [
      LIST,
      '"operation": "company.keynoteList", "params": { "limit": 8 }',
      '"operation": "company.keynoteList", "params": { "limit": 8, "companyId": "CO002" }',
    ],
    '“CO002”是“企业”的示例',
  ],
  [
    'a receipt without what is told once',
    'receipt_once',
    [
      'pages-config/operator/user/create.json',
      '"password", { "field": "passwordUntil", "cell": "date-time" }',
      '{ "field": "passwordUntil", "cell": "date-time" }',
    ],
    '“一次性密码”（password）只出现一次',
  ],
  [
    'no receipt at all for it',
    'receipt_once',
    [
      'pages-config/operator/user/create.json',
      '"submitLabel": "创建账号",',
      '"submitLabel": "创建账号",\n  "then": "sign-out",',
    ],
    '请改用回执',
  ],
  [
    'a call that hands in made one that keeps a draft',
    'draft_says',
    [DECLARE, HANDED_IN, '"submit": { "operation": "radioDeclaration.submit", "body": { "submit": false } }'],
    '只保存草稿',
  ],
  [
    'a call that hands in made one that keeps a draft by a parameter',
    'draft_says',
    [DECLARE, HANDED_IN, HANDED_IN.replace('true', 'false')],
    '只保存草稿',
  ],
  [
    'a code sent for something else than it is taken for',
    'code_purpose',
    ['schemas/forms/changeMobile.json', '"purpose": "change"', '"purpose": "reset"'],
    '只接受用途为 change 的验证码',
  ],
  [
    'a code for registering that is sent for another occasion',
    'code_purpose',
    ['schemas/forms/registerUnit.json', '"purpose": "register"', '"purpose": "change"'],
    '请将 purpose 改为 register',
  ],
  [
    'a code for signing in that is sent by the usual call',
    'code_purpose',
    ['schemas/forms/signInSms.json', '"send": "auth.smsLoginCode"', '"send": "auth.smsCode"'],
    '只接受用途为 login 的验证码',
  ],
]

testTold(CASES)

test('the check names the mistake at its cause: a draft that its receipt calls handed in', () => {
  const found = checkReplaced(
    [
      'schemas/content/radioDeclaration.json',
      '"endpoints": {',
      '"endpoints": { "saveDraft": { "at": "POST /erdha/draft", "action": "save", "fixed": { "submit": false } },',
    ],
    [DECLARE, HANDED_IN, '"submit": "radioDeclaration.saveDraft"'],
  ).filter(({ file }) => file === DECLARE)
  expect(found.find(({ slug }) => slug === 'draft_says')?.message).toContain(
    '文字“已提交”却会让人误以为已提交',
  )
  expect(found.length).toBeLessThanOrEqual(3)
})

test('a list may name a sample that classifies other items, such as a news topic', () => {
  const found = checkReplaced([
    LIST,
    '"operation": "company.keynoteList", "params": { "limit": 8 }',
    '"operation": "news.list", "params": { "limit": 8, "topicId": "T01" }',
  ])
  expect(found.filter(({ slug }) => slug === 'sample_id')).toEqual([])
})
