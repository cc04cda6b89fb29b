// Tests two operators who edit one piece of news: nothing of either is lost, and what both changed is chosen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import type { Visitor } from '../support/visit.ts'

const NEWS = {
  title: '排涝泵站汛前检修通知',
  topicId: 'T02',
  source: '省厅',
  author: '张工',
  content: '<p>各泵站在五月底前完成检修。</p><p>检修结果报省厅备案。</p>',
}
const PASSWORD = 'Own-Pass-2026'

export const twoEditors = (stage: Stage) =>
  describe('two operators who edit the same news', () => {
    let first: Visitor
    let second: Visitor
    let id = ''
    const read = async () => {
      const token = await signInBehind(stage.portal.url, 'demo-operator')
      return callPortal<Record<string, unknown>>(stage.portal.url, `/cmsInfo/info/${id}`, token)
    }
    beforeAll(async () => {
      const { url } = stage.portal
      const token = await signInBehind(url, 'demo-operator')
      const added = await callPortal<{ id: string }>(url, '/operator/news/add', token, NEWS)
      id = added.id
      const colleague = { role: 'operator', userName: 'second_editor', name: '赵编辑' }
      const made = await callPortal<{ password: string }>(url, '/operator/user/create', token, colleague)
      const once = await signInBehind(url, colleague.userName, made.password)
      const own = { oldPassword: made.password, password: PASSWORD, passwordAgain: PASSWORD }
      await callPortal(url, '/api/updatePassword', once, own)
      first = await stage.visit()
      second = await stage.visit()
      await first.signIn('demo-operator')
      await second.signIn(colleague.userName, PASSWORD)
    }, 120_000)
    afterAll(() => Promise.all([first, second].map((somebody) => somebody?.close())))

    const picture = async (name: string, width = 1440) => {
      const folder = process.env.MODERATION_PICTURES
      if (!folder) return
      await first.page.setViewportSize({ width, height: 900 })
      await first.page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
      await first.page.setViewportSize({ width: 1440, height: 900 })
    }
    const open = ({ go }: Visitor) => go(`/operator/news/edit?id=${id}`)
    const box = ({ page }: Visitor, name: string) =>
      page.getByRole('main').getByRole('textbox', { name: new RegExp(`^${name}`) })
    const writeOn = async ({ page }: Visitor, text: string) => {
      await page.locator('[contenteditable="true"]').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(text)
    }
    const handIn = ({ page }: Visitor) => page.getByRole('button', { name: '提交', exact: true }).click()
    const merging = () => first.page.getByRole('region', { name: '合并修改' })

    test('keep both changes where they changed different fields', async () => {
      await open(first)
      await open(second)
      await box(second, '来源').fill('应急管理部')
      await handIn(second)
      await second.page.getByText('修改已保存').first().waitFor()
      await box(first, '作者').fill('李工')
      await handIn(first)
      await merging().getByText('赵编辑保存过该内容', { exact: false }).waitFor()
      expect(await merging().getByRole('radio').count()).toBe(0)
      await merging().getByText('您没有改动的 1 项采用对方保存的内容：来源').waitFor()
      await merging().getByRole('button', { name: '合并并提交' }).click()
      await first.page.getByText('修改已保存').first().waitFor()
      expect(await read()).toMatchObject({ ...NEWS, source: '应急管理部', author: '李工' })
    })

    test('choose where both changed a field, and see long texts compared', async () => {
      await open(first)
      await open(second)
      await box(second, '标题').fill('排涝泵站汛前检修的紧急通知')
      await writeOn(second, '逾期的予以通报。')
      await box(second, '摘要').fill('第二位写的摘要')
      await handIn(second)
      await second.page.getByText('修改已保存').first().waitFor()
      await box(first, '标题').fill('全省排涝泵站汛前检修通知')
      await writeOn(first, '并抄送市局。')
      await handIn(first)
      const title = merging().getByRole('group', { name: '标题' })
      const text = merging().getByRole('group', { name: '正文' })
      await title.getByRole('radio', { name: /赵编辑（.*）保存的.*紧急通知/ }).waitFor()
      expect(await text.locator('del').allTextContents()).toEqual(['逾期的予以通报'])
      expect(await text.locator('ins').allTextContents()).toEqual(['并抄送市局'])
      expect(await findViolations(first.page)).toEqual([])
      await picture('two-editors')
      await picture('two-editors', 390)
      await merging().getByRole('button', { name: '合并并提交' }).click()
      await merging().getByText('请选择以下项目采用哪一份：标题、正文').waitFor()
      await title.getByRole('radio', { name: /保存的/ }).check()
      await text.getByRole('radio', { name: /采用您填写的/ }).check()
      await merging().getByRole('button', { name: '合并并提交' }).click()
      await first.page.getByText('修改已保存').first().waitFor()
      const saved = await read()
      expect(saved).toMatchObject({ title: '排涝泵站汛前检修的紧急通知', summary: '第二位写的摘要' })
      expect(saved).toMatchObject({ source: '应急管理部', author: '李工' })
      expect(saved.content).toContain('并抄送市局。')
    })

    /** The person's draft on the server. */
    const draft = async () => {
      const token = await signInBehind(stage.portal.url, 'demo-operator')
      return callPortal<object | null>(stage.portal.url, `/api/draft?form=news&key=${id}`, token)
    }
    /** Types, waits until it is kept, and goes away; another browser of the same person opens the form. */
    const typeAndLeave = async (name: string, text: string): Promise<Visitor> => {
      await open(first)
      await box(first, name).fill(text)
      await first.page.getByText('草稿已保存').waitFor()
      await first.page.getByText(/^上次保存 \d\d:\d\d$/).waitFor()
      await picture('edit-draft-kept')
      await first.close()
      first = await stage.visit()
      await first.signIn('demo-operator')
      return first
    }

    test('find an edit that was typed and left in another browser, and save it once', async () => {
      const { page } = await typeAndLeave('摘要', '关掉窗口之前写的摘要')
      expect((await read()).summary).toBe('第二位写的摘要')
      await open(first)
      await page.getByRole('button', { name: '继续填写' }).click()
      expect(await box(first, '摘要').inputValue()).toBe('关掉窗口之前写的摘要')
      expect(await merging().count()).toBe(0)
      const { revision } = await read()
      await handIn(first)
      await page.getByText('修改已保存').first().waitFor()
      expect(await read()).toMatchObject({ summary: '关掉窗口之前写的摘要', revision: Number(revision) + 1 })
      expect(await draft()).toBeNull()
    })

    test('merge an edit that was left with what a colleague has saved since', async () => {
      const { page } = await typeAndLeave('作者', '孙工')
      await open(second)
      await box(second, '来源').fill('省应急管理厅')
      await handIn(second)
      await second.page.getByText('修改已保存').first().waitFor()
      await open(first)
      await page.getByText('保存之后内容有更新的版本').waitFor()
      await page.getByRole('button', { name: '继续填写' }).click()
      await merging().getByText('您没有改动的 1 项采用对方保存的内容：来源').waitFor()
      await picture('edit-draft-merged')
      await picture('edit-draft-merged', 390)
      expect(await findViolations(page)).toEqual([])
      await merging().getByRole('button', { name: '合并并继续填写' }).click()
      expect(await box(first, '来源').inputValue()).toBe('省应急管理厅')
      await handIn(first)
      await page.getByText('修改已保存').first().waitFor()
      expect(await read()).toMatchObject({ source: '省应急管理厅', author: '孙工' })
      expect(await draft()).toBeNull()
    })
  })
