// Tests the check of roles, grants and registrations, and of files that name them.
import { describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { NOTE_FILE, smallFiles } from '../server/support/small-configuration.ts'
import {
  API_FILE,
  checkChanged,
  LIFECYCLE_FILE,
  LIST_FILE,
  MENU_FILE,
  type Written,
} from './language-case.ts'

const ROLES_FILE = 'schemas/roles.json'

const CASES: readonly (readonly [string, (file: Written) => void, string])[] = [
  ['grant_unknown', (file) => file.roles.operator.grants.push('modrate'), '您是不是想写“moderate”'],
  ['role_name', (file) => Object.assign(file.roles, { owner: { title: '业主' } }), '固定用语'],
  [
    'roles_administer',
    (file) => Object.assign(file.roles.operator, { grants: ['moderate'] }),
    '无人管理账号',
  ],
  [
    'group_twice',
    (file) => {
      for (const role of [file.roles.operator, file.roles.auditor]) Object.assign(role, { groups: ['staff'] })
    },
    '用户组“staff”已给予“运营人员”，一个组只能给予一个角色',
  ],
  ['form_unknown', (file) => Object.assign(file.roles.unit.registers, { form: 'registerUnits' }), '不存在'],
  [
    'registration_twice',
    (file) => Object.assign(file.roles.unit.registers, { form: 'registerExpert' }),
    '一个表单只能注册一类用户',
  ],
  [
    'registration_fields',
    (file) => Object.assign(file.roles.unit.registers, { form: 'signIn' }),
    '缺少账号所必需的字段',
  ],
  [
    'registration_unserved',
    (file) => Object.assign(file.roles.unit.registers, { form: 'changeMobile' }),
    '没有接口接收“单位用户”的注册',
  ],
]

test.each(CASES)('the check reports %s for a mistake in roles.json', async (slug, edit, said) => {
  const { problems } = await checkChanged(ROLES_FILE, (file) => {
    edit(file)
    return file
  })
  const found = problems.filter((problem) => problem.slug === slug)
  expect(problems.map((problem) => problem.slug)).toContain(slug)
  expect(found.map(({ message }) => message).join('\n')).toContain(said)
})

test('approval_unserved: a role that needs approval requires an operation that approves accounts', async () => {
  const { problems } = await checkChanged('schemas/api/users.json', (file) => {
    delete file.operations.approve
    return file
  })
  const [told] = problems.filter(({ slug }) => slug === 'approval_unserved')
  expect(told?.file).toBe(ROLES_FILE)
  expect(told?.message).toContain('请在 schemas/api 中声明')
})

test('grant_unused: a grant that no role has and nothing requires is reported as a warning', async () => {
  const files = await smallFiles()
  const written = JSON.parse(files.get(ROLES_FILE) ?? '{}')
  files.set(ROLES_FILE, JSON.stringify({ ...written, grants: { ...written.grants, fly: '放飞' } }))
  const result = checkConfiguration(files)
  expect(result.ok ? result.warnings.map(({ slug }) => slug) : result.problems).toContain('grant_unused')
})

test('roles_missing: a configuration without roles.json is refused', async () => {
  const files = await smallFiles()
  files.delete(ROLES_FILE)
  const result = checkConfiguration(files)
  expect(result.ok ? [] : result.problems.map(({ slug }) => slug)).toContain('roles_missing')
})

describe('unknown role or grant', () => {
  const PLACES: readonly (readonly [string, string, (file: Written) => void])[] = [
    ['a page', LIST_FILE, (file) => Object.assign(file, { access: ['suplier'] })],
    [
      'an operation',
      API_FILE,
      (file) => Object.assign(Object.values(file.operations)[0] as object, { access: 'suplier' }),
    ],
    ['a lifecycle', LIFECYCLE_FILE, (file) => file.transitions[0].by.push('suplier')],
    ['readers of a state', LIFECYCLE_FILE, (file) => file.states.deleted.readers.push('suplier')],
    [
      'a field',
      NOTE_FILE,
      (file) => Object.assign(file.fields.properties.mobile, { 'x-visible': ['owner', 'suplier'] }),
    ],
    ['the menu', MENU_FILE, (file) => Object.assign(file.items[0], { access: ['suplier'] })],
  ]
  test.each(PLACES)('is reported with the nearest name in %s', async (_name, path, edit) => {
    const { problems } = await checkChanged(path, (file) => {
      edit(file)
      return file
    })
    const found = problems.filter(({ found: value, slug }) => value === 'suplier' || slug === 'key_unknown')
    expect(found.map(({ nearest }) => nearest)).toContain('supplier')
  })

  test('is reported with the nearest grant in the access of a page', async () => {
    const { problems } = await checkChanged(LIST_FILE, (file) => ({ ...file, access: ['grant:modrate'] }))
    expect(problems.map(({ nearest }) => nearest)).toContain('grant:moderate')
  })
})
