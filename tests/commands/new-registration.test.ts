// Tests `npm run new -- registration`: what it writes passes the check, and people register and sign in with it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { newPortal } from '../../scripts/lib/new-portal.ts'
import { newPerson, PASSWORD, registerAs } from '../server/identity/accounts/support/registering.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { ROOT } from '../support/source-files.ts'

const parent = mkdtempSync(join(tmpdir(), 'equipnet-registration-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const run = (folder: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/new.ts', 'registration', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PORTAL_DIR: folder },
  })

// biome-ignore lint/suspicious/noExplicitAny: files are read and changed at places that the test names
const read = (folder: string, path: string): any => JSON.parse(readFileSync(join(folder, path), 'utf8'))

// biome-ignore lint/suspicious/noExplicitAny: files are read and changed at places that the test names
function change(folder: string, path: string, edit: (written: any) => void): void {
  const written = read(folder, path)
  edit(written)
  writeFileSync(join(folder, path), JSON.stringify(written, null, 2))
}

/** A first portal without the registration that it comes with. */
function portalWithoutRegistration(name = 'closed'): string {
  const folder = join(parent, name)
  newPortal(folder, '园艺小站')
  change(folder, 'schemas/roles.json', ({ roles }) => {
    roles.member.registers = undefined
  })
  change(folder, 'schemas/api/auth.json', ({ operations }) => {
    operations.register = undefined
    operations.userNameTaken = undefined
  })
  change(folder, 'pages-config/site.json', ({ pages }) => {
    pages.register = undefined
  })
  change(folder, 'pages-config/account/sign-in.json', (page) => {
    page.links = undefined
  })
  for (const path of ['schemas/forms/register.json', 'pages-config/account/register.json'])
    rmSync(join(folder, path))
  return folder
}

function mainPortal(): string {
  const folder = join(parent, 'main')
  for (const part of ['schemas', 'pages-config', 'zones-config'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

/** The answer of a sign-in with the password of `newPerson`, and what the account then is. */
async function signIn(app: TestApp, userName: string) {
  const { data } = await app.post<{ user: { role: string } }>('/newapi/api/login', {
    userName,
    password: PASSWORD,
  })
  return data.user
}

describe.each([
  ['of a portal that has none yet', () => portalWithoutRegistration(), 'pages-config/site.json'],
  ['of the main portal', mainPortal, 'pages-config/account/register.json'],
])('npm run new -- registration: a registration %s', (_, make, linking) => {
  let folder: string
  let app: TestApp

  beforeAll(async () => {
    folder = make()
    const { status, stderr, stdout } = run(folder, 'gardenHelper')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('已写入 schemas/forms/registerGardenHelper.json')
    expect(stdout).toContain(`已补充 ${linking}`)
    app = await createTestApp({ root: folder })
  }, 120_000)
  afterAll(() => app?.close())

  test('passes the check without a warning', async () => {
    const result = await loadConfiguration(folder)
    expect(result.ok ? result.warnings : result.problems).toEqual([])
  })

  test('registers somebody, who signs in at once with the new role', async () => {
    const hasCodes = app.source.model.operations.some(({ id }) => id === 'auth.smsCode')
    const { userName } = newPerson()
    const entered = { userName, password: PASSWORD, passwordAgain: PASSWORD }
    if (!hasCodes) {
      const answer = await app.post<{ status: string }>('/newapi/register/garden-helper', entered)
      expect(answer.data, answer.text).toMatchObject({ status: 'active' })
      expect(await signIn(app, userName)).toMatchObject({ role: 'gardenHelper' })
      const again = await app.post('/newapi/register/garden-helper', entered)
      expect(again.errors).toMatchObject([{ path: '/userName' }])
      return
    }
    const { person, answer } = await registerAs(app, 'auth.registerGardenHelper')
    expect(answer.data, answer.text).toMatchObject({ status: 'active' })
    expect(await signIn(app, person.userName)).toMatchObject({ role: 'gardenHelper' })
  })

  test('is refused a second time, and for a role with grants, and nothing is written', () => {
    const before = read(folder, 'schemas/roles.json')
    const operators = Object.keys(before.roles).find(
      (name) => before.roles[name].grants && !before.roles[name].registers,
    )
    expect(run(folder, 'gardenHelper').stderr).toContain('已有注册表单 registerGardenHelper')
    expect(run(folder, operators ?? '').stderr).toContain('有授权')
    expect(run(folder, 'Garden helper').stderr).toContain('用法：npm run new -- registration')
    expect(read(folder, 'schemas/roles.json')).toEqual(before)
  })
})

test('npm run new -- registration: the second word is the title of the role, and no placeholder is written', async () => {
  const folder = portalWithoutRegistration('titled')
  expect(run(folder, 'volunteer', '志愿者').stderr).toBe('')
  expect(read(folder, 'schemas/roles.json').roles.volunteer).toEqual({
    title: '志愿者',
    registers: { form: 'registerVolunteer', approval: false },
  })
  expect(read(folder, 'pages-config/account/register/volunteer.json').title).toBe('志愿者注册')
  for (const [words, refusal] of [
    [['helper', '志愿者'], '已有名为“志愿者”的角色'],
    [['member', '读者'], '角色“member”的名称是“会员”'],
    [['helper', '"'], '角色名称应为'],
  ] as const)
    expect(run(folder, ...words).stderr).toContain(refusal)
  const result = await loadConfiguration(folder)
  expect(result.ok ? result.warnings : result.problems).toEqual([])
})

test('npm run new -- registration: a role that is there and has no grants keeps its title', async () => {
  const folder = portalWithoutRegistration('member')
  expect(run(folder, 'member').stderr).toBe('')
  expect(read(folder, 'schemas/roles.json').roles.member).toMatchObject({
    title: '会员',
    registers: { form: 'registerMember', approval: false },
  })
  const result = await loadConfiguration(folder)
  expect(result.ok ? result.warnings : result.problems).toEqual([])
})

test('npm run new -- registration: a portal with a broken file is left alone, and the file is named', () => {
  const folder = join(parent, 'broken')
  newPortal(folder, '园艺小站')
  writeFileSync(join(folder, 'schemas/roles.json'), '{')
  const { status, stderr } = run(folder, 'helper')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^schemas\/roles\.json .*\n$/),
  })
  expect(existsSync(join(folder, 'schemas/forms/registerHelper.json'))).toBe(false)
})

test('npm run new -- registration: the page that registers links to a second registration', async () => {
  const folder = join(parent, 'open')
  newPortal(folder, '园艺小站')
  for (const name of ['helper', 'visitor']) expect(run(folder, name).stderr).toBe('')
  const links = read(folder, 'pages-config/account/register.json').links.map(
    ({ label, link }: { label: string; link: string }) => `${label} ${link}`,
  )
  expect(links.slice(1)).toEqual([
    '新用户注册 account/register/helper',
    '新用户 2注册 account/register/visitor',
  ])
  const result = await loadConfiguration(folder)
  expect(result.ok ? result.warnings : result.problems).toEqual([])
})
