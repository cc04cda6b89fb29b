// Tests two operators who edit one item: nothing of either is lost, and what both changed is chosen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import type { Visitor } from '../support/visit.ts'

/** Online at once, so that no review stands between two saves. */
const TASK = {
  title: '轻量化救援索道的揭榜任务',
  listNo: 'JB-01',
  directionAnnouncement: 'DA01',
  application: 'AP05',
  publisher: '省厅',
  requirements: '跨度不小于三百米。\n四人三十分钟内完成架设。',
  deadline: dayAt(new Date(Date.now() + 90 * 24 * 3_600_000)),
}
const PASSWORD = 'Own-Pass-2026'

export const twoEditors = (stage: Stage) =>
  describe('two operators who edit the same item', () => {
    let first: Visitor
    let second: Visitor
    let id = ''
    const read = async () => {
      const token = await signInBehind(stage.portal.url, 'demo-operator')
      return callPortal<Record<string, unknown>>(stage.portal.url, `/unveilingList/info/${id}`, token)
    }
    beforeAll(async () => {
      const { url } = stage.portal
      const token = await signInBehind(url, 'demo-operator')
      const added = await callPortal<{ id: string }>(url, '/operator/unveilingList/add', token, TASK)
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
    const open = ({ go }: Visitor) => go(`/console/unveilingList/edit?id=${id}`)
    const box = ({ page }: Visitor, name: string) =>
      page.getByRole('main').getByRole('textbox', { name: new RegExp(`^${name}`) })
    const writeOn = async (one: Visitor, text: string) => {
      const area = box(one, '攻关要求')
      await area.fill(`${await area.inputValue()}${text}`)
    }
    const handIn = ({ page }: Visitor) => page.getByRole('button', { name: '保存', exact: true }).click()
    const merging = () => first.page.getByRole('region', { name: '合并修改' })

    test('see each other named at the form, until one closes it', async () => {
      await open(first)
      const others = (name: string) => new RegExp(`${name}.*正在编辑`)
      expect(await first.page.getByText(/正在编辑/).count()).toBe(0)
      await open(second)
      await second.page.getByText(others('示例运营人员')).waitFor()
      await first.page.getByText(others('赵编辑')).waitFor()
      expect(await findViolations(first.page)).toEqual([])
      await picture('editing-notice')
      await picture('editing-notice', 390)
      await second.go('/console/unveilingList')
      await first.page.getByText(/正在编辑/).waitFor({ state: 'detached' })
    })

    test('keep both changes where they changed different fields', async () => {
      await open(first)
      await open(second)
      await box(second, '发榜单位').fill('应急管理部')
      await handIn(second)
      await second.page.getByText('修改已保存').first().waitFor()
      await box(first, '榜单编号').fill('JB-02')
      await handIn(first)
      await merging().getByText('赵编辑保存过该内容', { exact: false }).waitFor()
      expect(await merging().getByRole('radio').count()).toBe(0)
      await merging().getByText('您没有改动的 1 项采用对方保存的内容：发榜单位').waitFor()
      await merging().getByRole('button', { name: '合并并提交' }).click()
      await first.page.getByText('修改已保存').first().waitFor()
      expect(await read()).toMatchObject({ ...TASK, publisher: '应急管理部', listNo: 'JB-02' })
    })

    test('choose where both changed a field, and see long texts compared', async () => {
      await open(first)
      await open(second)
      await box(second, '榜单名称').fill('轻量化救援索道的紧急任务')
      await writeOn(second, '逾期的予以通报。')
      await box(second, '需求背景').fill('第二位写的需求背景与说明')
      await handIn(second)
      await second.page.getByText('修改已保存').first().waitFor()
      await box(first, '榜单名称').fill('全省轻量化救援索道揭榜任务')
      await writeOn(first, '并抄送市局。')
      await handIn(first)
      const title = merging().getByRole('group', { name: '榜单名称' })
      const text = merging().getByRole('group', { name: '攻关要求' })
      await title.getByRole('radio', { name: /赵编辑（.*）保存的.*紧急任务/ }).waitFor()
      expect(await text.locator('del').allTextContents()).toEqual(['逾期的予以通报'])
      expect(await text.locator('ins').allTextContents()).toEqual(['并抄送市局'])
      expect(await findViolations(first.page)).toEqual([])
      await picture('two-editors')
      await picture('two-editors', 390)
      await merging().getByRole('button', { name: '合并并提交' }).click()
      await merging().getByText('请选择以下项目采用哪一份：榜单名称、攻关要求').waitFor()
      await title.getByRole('radio', { name: /保存的/ }).check()
      await text.getByRole('radio', { name: /采用您填写的/ }).check()
      await merging().getByRole('button', { name: '合并并提交' }).click()
      await first.page.getByText('修改已保存').first().waitFor()
      const saved = await read()
      expect(saved).toMatchObject({
        title: '轻量化救援索道的紧急任务',
        background: '第二位写的需求背景与说明',
      })
      expect(saved).toMatchObject({ publisher: '应急管理部', listNo: 'JB-02' })
      expect(saved.requirements).toContain('并抄送市局。')
    })

    /** The person's draft on the server. */
    const draft = async () => {
      const token = await signInBehind(stage.portal.url, 'demo-operator')
      return callPortal<object | null>(stage.portal.url, `/api/draft?form=unveilingList&key=${id}`, token)
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
      const { page } = await typeAndLeave('需求背景', '关掉窗口之前写的需求背景')
      expect((await read()).background).toBe('第二位写的需求背景与说明')
      await open(first)
      await page.getByRole('button', { name: '继续填写' }).click()
      expect(await box(first, '需求背景').inputValue()).toBe('关掉窗口之前写的需求背景')
      expect(await merging().count()).toBe(0)
      const { revision } = await read()
      await handIn(first)
      await page.getByText('修改已保存').first().waitFor()
      expect(await read()).toMatchObject({
        background: '关掉窗口之前写的需求背景',
        revision: Number(revision) + 1,
      })
      expect(await draft()).toBeNull()
    })

    test('merge an edit that was left with what a colleague has saved since', async () => {
      const { page } = await typeAndLeave('榜单编号', 'JB-03')
      await open(second)
      await box(second, '发榜单位').fill('省应急管理厅')
      await handIn(second)
      await second.page.getByText('修改已保存').first().waitFor()
      await open(first)
      await page.getByText('保存之后内容有更新的版本').waitFor()
      await page.getByRole('button', { name: '继续填写' }).click()
      await merging().getByText('您没有改动的 1 项采用对方保存的内容：发榜单位').waitFor()
      await picture('edit-draft-merged')
      await picture('edit-draft-merged', 390)
      expect(await findViolations(page)).toEqual([])
      await merging().getByRole('button', { name: '合并并继续填写' }).click()
      expect(await box(first, '发榜单位').inputValue()).toBe('省应急管理厅')
      await handIn(first)
      await page.getByText('修改已保存').first().waitFor()
      expect(await read()).toMatchObject({ publisher: '省应急管理厅', listNo: 'JB-03' })
      expect(await draft()).toBeNull()
    })
  })
