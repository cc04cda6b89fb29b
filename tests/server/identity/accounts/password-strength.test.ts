// Tests which new passwords are refused as easily guessed, and that only they load the estimator.
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { ROOT } from '../../../support/source-files.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { handIn, newPerson, registrationBody } from './support/registering.ts'

const OLD = 'Zhongxin-7788x'
const COMMON = '密码过于常见，容易被猜到，请换一个'
const OWN = '密码与您的姓名、单位或账号过于接近，容易被猜到，请换一个'
const OWN_ACCOUNT = '密码中不能包含用户名或手机号码'

/** Prints whether the estimator is loaded once the server's code is, and after a password. Other tests share this process. */
const LOADS = `
  import { createRequire } from 'node:module'
  const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@zxcvbn-ts'))
  await import('./src/server/app.ts')
  const { weaknessOf } = await import('./src/server/identity/accounts/password-strength.ts')
  const before = isLoaded()
  weaknessOf('Woaini@1314', { account: [] })
  process.stdout.write(before + ' ' + isLoaded())`

let app: TestApp
let token = ''

beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('zhaoliu')
  const passwordHash = await hashPassword(OLD)
  await app.services.db
    .updateTable('account')
    .set({ passwordHash, name: '华安装备有限公司', mobile: '13912345678' })
    .where('id', '=', 'zhaoliu')
    .execute()
})
afterAll(() => app.close())

async function messageFor(password: string): Promise<string | undefined> {
  const body = { oldPassword: OLD, password, passwordAgain: password }
  const answer = await app.post('/newapi/api/updatePassword', body, { token })
  return answer.errors?.find(({ path }) => path === '/password')?.message
}

describe('new password', () => {
  test('is estimated by a package that a server loads with the first new password', () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', LOADS],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    )
    expect(stdout, stderr).toBe('false true')
  })

  test.each([
    ['a common password with the usual ending', 'Password@123'],
    ['a common password in other letters', 'P@ssw0rd2026'],
    ['a common word with eight characters after it', 'Password!9%2#7$4'],
    ['words in pinyin', 'Zhongguo@2026'],
    ['a place in pinyin with a year', 'Beijing2026!'],
    ['a word of the portal', 'Yingji@119'],
    ['a walk over the keyboard', 'Qwer@1234'],
    ['a walk down the keyboard', '!QAZ2wsx'],
    ['letters and digits in their order', 'Abcd@1234'],
  ])('is refused as %s', async (_, password) => {
    expect(await messageFor(password)).toBe(COMMON)
  })

  test.each([
    ['the user name', 'Zhaoliu#8kq2', OWN_ACCOUNT],
    ['the telephone number', 'Aq-13912345678', OWN_ACCOUNT],
    ['the organisation in pinyin', 'Huaan@2026', OWN],
    ['the first letters of the organisation', 'Hazbyxgs-1', OWN],
  ])('is refused because of %s', async (_, password, message) => {
    expect(await messageFor(password)).toBe(message)
  })

  test.each(['Tx7#qmLp2v', 'Shenqing-8821k', 'Kaijuan-2026!', 'Haier-Kx82-mq'])(
    '%s is accepted',
    async (password) => {
      expect(await messageFor(password)).toBeUndefined()
      await app.services.db
        .updateTable('account')
        .set({ passwordHash: await hashPassword(OLD) })
        .where('id', '=', 'zhaoliu')
        .execute()
      token = await app.signIn('zhaoliu')
    },
  )
})

test.each([
  ['auth.registerUnit', { orgName: '抢险装备有限公司' }, 'Qiangxian@2026'],
  ['auth.registerRescueForces', { forceName: '抢险突击队' }, 'Qiangxian@2026'],
  ['auth.registerExpert', { realName: '钱显' }, 'Qianxian@2026'],
])('%s refuses a password made of the name that registers', async (operation, name, password) => {
  const person = newPerson()
  const own = { password, passwordAgain: password, ...name }
  const body = await registrationBody(app, operation, person, own)
  const answer = await handIn(app, operation, body, person)
  expect(answer.errors).toContainEqual({ path: '/password', message: OWN })
})
