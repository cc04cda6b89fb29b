// Tests signing in again after a session expired: typed text stays, and the interrupted call is repeated.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { fillField } from '../support/fill-form.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { giveSignIn, settle, tokenOf, type Visitor } from '../support/visit.ts'
import { walkedAt } from '../support/widths.ts'

interface Listed {
  readonly list: readonly { readonly id: string; readonly title: string }[]
}

const QUESTION = model.forms.find(({ id }) => id === 'zhihu') as FormModel
const TITLE = '[id="zhihu-title"]'
async function writeQuestion({ page, go }: Visitor, title: string): Promise<void> {
  await go('/zhihuPublish')
  await page.locator(TITLE).fill(title)
  await fillField(page, model, QUESTION, 'sysCategoryId', 'C04')
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '请重新登录' })

export const signInAgain = (stage: Stage) =>
  describe('sign-in dialog after an expired session', () => {
    const endSession = async (visitor: Visitor) =>
      callPortal(stage.portal.url, '/api/logout', await tokenOf(visitor), {})
    const questionsOf = async (token: string, title: string) =>
      (await callPortal<Listed>(stage.portal.url, '/api/publication/list?limit=50', token)).list.filter(
        (item) => item.title === title,
      )

    test.each(walkedAt(390))(
      'submits the open form as one record with one idempotency key, at %d px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        const title = `断线后重新登录仍要提交的问题${width}`
        await visitor.signIn('demo-unit')
        await writeQuestion(visitor, title)
        await endSession(visitor)
        const keys: string[] = []
        page.on('request', (request) => {
          if (request.url().includes('/zhihu/add')) keys.push(request.headers()['idempotency-key'] ?? '')
        })
        await page.getByRole('button', { name: '提交', exact: true }).click()
        const dialog = dialogOf(page)
        await dialog.getByText('您未登录，或者登录已经超时，请先登录！').waitFor()
        await dialog.getByRole('textbox', { name: '用户名或手机号码' }).waitFor()
        expect(await dialog.getByRole('tab').allTextContents()).toEqual([
          '账号密码登录',
          '短信验证码登录',
          '统一认证登录',
        ])
        expect(await findViolations(page)).toEqual([])
        expect(new URL(page.url()).hash).toMatch(/^#\/zhihuPublish/)
        await giveSignIn(page, 'demo-unit', 'wrong-password')
        await dialog.getByText('账号或密码不正确').first().waitFor()
        await giveSignIn(page, 'demo-unit')
        await page.getByRole('heading', { name: /已提交/ }).waitFor()
        expect(keys).toHaveLength(2)
        expect(new Set(keys).size).toBe(1)
        expect(await questionsOf(await tokenOf(visitor), title)).toHaveLength(1)
        await visitor.close()
      },
    )

    test('keeps the text when it is closed, and opens again at the next submission', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-unit')
      const field = page.locator(TITLE)
      await writeQuestion(visitor, '先关掉登录窗口再提交的问题')
      await endSession(visitor)
      const submit = page.getByRole('button', { name: '提交', exact: true })
      await submit.click()
      await dialogOf(page).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('您填写的内容仍在本页，尚未提交').waitFor()
      expect(await field.inputValue()).toBe('先关掉登录窗口再提交的问题')
      await submit.click()
      await dialogOf(page).waitFor()
      await giveSignIn(page, 'demo-unit')
      await page.getByRole('heading', { name: /已提交/ }).waitFor()
      await visitor.close()
    })

    test('offers the text to another account to copy or discard, and submits it for neither account', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      const title = '别人写的问题不代为提交'
      await visitor.signIn('demo-supplier')
      await writeQuestion(visitor, title)
      await endSession(visitor)
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await dialogOf(page).waitFor()
      await giveSignIn(page, 'demo-science')
      const dialog = dialogOf(page)
      await dialog.getByText(/本页内容由账号“.*demo-supplier.*”填写/).waitFor()
      expect(await dialog.getByRole('textbox', { name: '填写的内容' }).inputValue()).toContain(title)
      expect(await findViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: '放弃内容，继续使用当前账号' }).click()
      await page.waitForFunction(() => document.querySelector('dialog[open]') === null)
      await settle(page)
      expect(await page.locator(TITLE).inputValue()).toBe('')
      expect(await questionsOf(await tokenOf(visitor), title)).toEqual([])
      expect(await questionsOf(await signInBehind(stage.portal.url, 'demo-supplier'), title)).toEqual([])
      await visitor.close()
    })

    test('closes when the user signs in in another tab, and the form then submits', async () => {
      const visitor = await stage.visit()
      const { page, context } = visitor
      await visitor.signIn('demo-unit')
      await writeQuestion(visitor, '在另一窗口登录后继续的问题')
      const tab = await context.newPage()
      await tab.goto(`${stage.portal.url}/#/home-page`)
      await settle(tab)
      const menu = tab.getByRole('navigation', { name: '用户菜单' })
      await menu.getByRole('button').first().click()
      await menu.getByRole('button', { name: '退出登录' }).click()
      await dialogOf(page).waitFor()
      await tab.goto(`${stage.portal.url}/#/login`)
      await giveSignIn(tab, 'demo-unit')
      await dialogOf(page).waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByRole('heading', { name: /已提交/ }).waitFor()
      await visitor.close()
    })

    test('opens when saving a draft is rejected, with the message of the server', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-unit')
      await visitor.go('/demandPublish')
      await page.route('**/newapi/api/draft?*', (route) =>
        route.fulfill({
          status: 403,
          json: { code: 403, msg: '您的登录已失效，请重新登录', data: null, requestId: 'r-1' },
        }),
      )
      await page.locator('[id="demand-title"]').fill('写到一半登录失效的需求')
      await dialogOf(page).getByText('您的登录已失效，请重新登录').waitFor()
      await page.unroute('**/newapi/api/draft?*')
      await giveSignIn(page, 'demo-unit')
      await dialogOf(page).waitFor({ state: 'hidden' })
      expect(await page.locator('[id="demand-title"]').inputValue()).toBe('写到一半登录失效的需求')
      await page
        .getByText(/草稿已(自动)?保存/)
        .first()
        .waitFor()
      await visitor.close()
    })

    test('keeps 3,000 characters that an operator types while the session ends, and saves them as one version', async () => {
      const { url } = stage.portal
      const behind = await signInBehind(url, 'demo-operator')
      const task = {
        title: '轻量化救援索道的揭榜任务',
        listNo: 'JB-01',
        directionAnnouncement: 'DA01',
        application: 'AP05',
        publisher: '省厅',
        requirements: '跨度不小于三百米，四人三十分钟内完成架设。',
        deadline: dayAt(new Date(Date.now() + 90 * 24 * 3_600_000)),
      }
      const { id } = await callPortal<{ id: string }>(url, '/operator/unveilingList/add', behind, task)
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-operator')
      await visitor.go(`/console/unveilingList/edit?id=${id}`)
      const area = page.locator('[id="unveilingList-requirements"]')
      const part =
        '四人三十分钟内完成架设，跨度不小于三百米，每米荷载不低于二百公斤；索具可由直升机吊运。'.padEnd(
          50,
          '。',
        )
      const text = part.repeat(60)
      await area.fill(part.repeat(20))
      await endSession(visitor)
      for (let typed = 20; typed < 60; typed += 1) await page.keyboard.insertText(part)
      await dialogOf(page).waitFor()
      await giveSignIn(page, 'demo-operator')
      await dialogOf(page).waitFor({ state: 'hidden' })
      expect(await area.inputValue()).toBe(text)
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByRole('heading', { name: '修改已保存' }).waitFor()
      const token = await tokenOf(visitor)
      const item = await callPortal<{ requirements: string }>(url, `/unveilingList/info/${id}`, token)
      expect(item.requirements).toBe(text)
      const versions = await callPortal<Listed>(url, `/api/version/list?id=${id}`, token)
      expect(versions.list).toHaveLength(2)
      await visitor.close()
    })

    test('takes no keys from who types while the session ends: a bar says it, and opens the dialog', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-unit')
      const slot = { form: 'demand', key: 'new' }
      await callPortal(stage.portal.url, '/api/draft/remove', await tokenOf(visitor), slot)
      await visitor.go('/demandPublish')
      const field = page.locator('[id="demand-title"]')
      await field.click()
      await endSession(visitor)
      const bar = page.getByRole('alert').filter({ hasText: '您填写的内容仍在本页，尚未提交' })
      // One key at a time until the portal has learnt it from saving the draft, and some more afterwards.
      let typed = ''
      const type = async () => {
        typed += 'a'
        await page.keyboard.press('a')
      }
      while ((await bar.count()) === 0 && typed.length < 60) {
        await type()
        await bar.waitFor({ timeout: 3000 }).catch(() => undefined)
      }
      for (let more = 0; more < 10; more += 1) await type()
      expect(await dialogOf(page).count()).toBe(0)
      expect(await field.inputValue()).toBe(typed)
      expect(await findViolations(page)).toEqual([])
      await bar.getByRole('button', { name: '重新登录' }).click()
      await dialogOf(page).waitFor()
      await giveSignIn(page, 'demo-unit')
      await dialogOf(page).waitFor({ state: 'hidden' })
      expect(await field.inputValue()).toBe(typed)
      await visitor.close()
    })

    test('resumes a comment, and a transition with a reason, after signing in', async () => {
      const operator = await signInBehind(stage.portal.url, 'demo-operator')
      const unit = await signInBehind(stage.portal.url, 'demo-unit')
      const { id } = await callPortal<{ id: string }>(stage.portal.url, '/zhihu/add', unit, {
        title: '等待处理意见的问题',
        sysCategoryId: 'C04',
      })
      const judge = await stage.visit()
      await judge.signIn('demo-operator')
      await judge.go(`/threePageZhihu?id=${id}`)
      await judge.page.getByRole('button', { name: '不予通过', exact: true }).click()
      const asked = judge.page.getByRole('dialog', { name: '不予通过' })
      await asked.getByRole('textbox').first().fill('请补充使用环境。')
      await endSession(judge)
      await asked.getByRole('button', { name: /^确定/ }).click()
      await dialogOf(judge.page).waitFor()
      await giveSignIn(judge.page, 'demo-operator')
      await asked.waitFor({ state: 'hidden' })
      const item = await callPortal<{ status: string }>(stage.portal.url, `/zhihu/info/${id}`, unit)
      expect(item.status).not.toBe('submitted')
      await judge.close()

      const news = (await callPortal<Listed>(stage.portal.url, '/cmsInfo/sortedList?limit=1', operator))
        .list[0]
      const reader = await stage.visit({ width: 390 })
      await reader.signIn('demo-science')
      await reader.go(`/threePage?id=${news?.id}`)
      const box = reader.page.getByRole('textbox', { name: '写评论' })
      await box.scrollIntoViewIfNeeded()
      await box.fill('登录过期也不会丢失的评论')
      await endSession(reader)
      await reader.page.getByRole('button', { name: '发布', exact: true }).click()
      await dialogOf(reader.page).waitFor()
      await giveSignIn(reader.page, 'demo-science')
      await expect.poll(() => box.inputValue()).toBe('')
      await reader.close()
    })

    const TYPED = 'typed_offline'
    test.each([
      ['a publisher', 'demo-science', '/demandPublish', '[id="demand-title"]'],
      ['an applicant for an account', null, '/register/supplier', '[id="registerSupplier-userName"]'],
    ])(
      'a network cut keeps what %s typed in this browser, and says so',
      async (_who, account, path, input) => {
        const visitor = await stage.visit()
        const { page, context } = visitor
        if (account) await visitor.signIn(account)
        await visitor.go(path)
        const field = page.locator(input)
        await context.setOffline(true)
        await field.fill(TYPED)
        await page.getByText(account ? '网络未连通，草稿已保存在本浏览器' : '草稿已保存').waitFor()
        await page.getByText(/^上次保存 \d\d:\d\d$/).waitFor()
        if (account) {
          await context.setOffline(false)
          await page.getByText('草稿已保存', { exact: true }).waitFor()
          const draft = await callPortal<{ data: { title: string } }>(
            stage.portal.url,
            '/api/draft?form=demand&key=new',
            await tokenOf(visitor),
          )
          expect(draft.data.title).toBe(TYPED)
        } else {
          await page.close()
          await context.setOffline(false)
          const again = await stage.visit({ within: context })
          await again.go(path)
          await again.page.getByRole('button', { name: '继续填写' }).click()
          expect(await again.page.locator(input).inputValue()).toBe(TYPED)
        }
        await visitor.close()
      },
    )

    test('ERR-03 does not open on a page without typed text, which redirects to the sign-in page', async () => {
      const visitor = await stage.visit()
      await visitor.signIn('demo-unit')
      await visitor.go('/userPage')
      await endSession(visitor)
      await visitor.go('/myPublications')
      await expect.poll(() => visitor.page.url()).toContain('/login')
      await visitor.page.getByText('您未登录，或者登录已经超时，请先登录！').first().waitFor()
      await visitor.close()
    })
  })
