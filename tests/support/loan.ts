// Owns a process of its own, made of JSON only: equipment is lent, from the request to its return.
import { readFileSync } from 'node:fs'
import { checkConfiguration } from '../../src/config/load.ts'
import { readFolder } from '../../src/config/read-folder.ts'
import type { Model } from '../../src/shared/model.ts'
import type { Files } from './added-files.ts'
import { ROOT } from './source-files.ts'

const PARTIES = ['owner', 'operator', 'auditor']

const STATES: Readonly<Record<string, string>> = {
  requested: '待批准',
  approved: '已批准',
  lent: '已借出',
  givenBack: '已归还',
  denied: '未批准',
}

const dictionary = JSON.parse(readFileSync(`${ROOT}/schemas/dictionaries/contentStatus.json`, 'utf8')) as {
  readonly items: readonly object[]
}

export const LOAN_LIFECYCLE = {
  $schema: '../config/lifecycle.schema.json',
  title: '装备借用',
  initial: 'requested',
  states: {
    requested: { title: '待批准', editable: true, readers: PARTIES },
    approved: { title: '已批准', readers: PARTIES },
    lent: { title: '已借出', readers: PARTIES },
    givenBack: { title: '已归还', final: true, readers: PARTIES },
    denied: { title: '未批准', final: true, readers: PARTIES },
  },
  transitions: [
    {
      action: 'approve',
      title: '批准',
      from: ['requested'],
      to: 'approved',
      by: ['operator'],
      not: ['owner'],
    },
    {
      action: 'deny',
      kind: 'refuse',
      title: '不批准',
      from: ['requested'],
      to: 'denied',
      by: ['operator'],
      reason: { title: '不批准的原因', shown: '审批意见' },
    },
    { action: 'handOut', title: '交付装备', from: ['approved'], to: 'lent', by: ['operator'] },
    { action: 'giveBack', title: '归还', from: ['lent'], to: 'givenBack', by: ['owner'] },
  ],
}

export const LOAN: Files = {
  'schemas/dictionaries/contentStatus.json': {
    ...dictionary,
    items: [
      ...dictionary.items,
      ...Object.entries(STATES)
        .filter(([value]) => !dictionary.items.some((item) => 'value' in item && item.value === value))
        .map(([value, label]) => ({ value, label })),
    ],
  },
  'schemas/lifecycles/loan.json': LOAN_LIFECYCLE,
  'schemas/content/loan.json': {
    $schema: '../config/content-type.schema.json',
    version: 1,
    title: '装备借用',
    lifecycle: 'loan',
    fields: {
      type: 'object',
      required: ['title', 'quantity', 'returnBy'],
      properties: {
        title: { type: 'string', title: '借用装备', minLength: 2, maxLength: 60, 'x-search': 'A' },
        quantity: { type: 'integer', title: '数量', minimum: 1, maximum: 99, 'x-unit': '台' },
        returnBy: { type: 'string', title: '归还日期', format: 'date' },
        use: { type: 'string', title: '用途', maxLength: 200, 'x-widget': 'textarea' },
      },
    },
    endpoints: {
      add: 'POST /loan/request',
      update: 'POST /loan/change',
      info: { at: 'GET /loan/info/{id}', access: ['registered'] },
      approve: 'POST /loan/approve',
      deny: 'POST /loan/deny',
      handOut: 'POST /loan/handOut',
      giveBack: 'GET /loan/giveBack',
    },
  },
  'pages-config/loan/request.json': {
    $schema: '../../schemas/config/page.schema.json',
    kind: 'form',
    path: '/loanRequest',
    title: '申请借用装备',
    access: ['participant'],
    form: 'loan',
    submit: 'loan.add',
    draft: true,
    receipt: { title: '借用申请已提交', next: '批准后请到装备库领取。' },
  },
  'pages-config/loan/detail.json': {
    $schema: '../../schemas/config/page.schema.json',
    kind: 'detail',
    path: '/loan',
    title: '装备借用',
    access: ['registered'],
    params: { id: { required: true } },
    source: { operation: 'loan.info', params: { id: '{query.id}' } },
    meta: ['status', 'updatedAt'],
    facts: ['quantity', 'returnBy'],
    body: ['use'],
    actions: [
      { do: 'transition', transition: 'approve' },
      { do: 'transition', transition: 'deny' },
      { do: 'transition', transition: 'handOut' },
      { do: 'transition', transition: 'giveBack' },
    ],
    sections: [{ widget: 'history', title: '办理记录' }],
  },
}

/** The portal's own files with these beside or instead of them. */
export function checkWith(added: Files): ReturnType<typeof checkConfiguration> {
  const files = new Map(readFolder(ROOT))
  for (const [path, content] of Object.entries(added)) files.set(path, JSON.stringify(content, null, 2))
  return checkConfiguration(files)
}

export function modelWith(added: Files): Model {
  const result = checkWith(added)
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}
