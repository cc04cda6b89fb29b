// Tests the way of a headline in the console: written for tomorrow morning, returned, reviewed by three, waiting for its
// time. tests/portal-content/editorial moves the clock.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { uploadFile } from '../support/upload-file.ts'
import { settle, type Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }
const TITLE = '首批排水抢险车明早八点集结下水'
const REASON = '车辆数量与来源不一致，请核对'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const editorialDesk = (stage: Stage) =>
  describe('a headline for tomorrow morning', () => {
    const people: Record<string, Visitor> = {}
    let id = ''
    const tomorrow = () => dayAt(new Date(Date.now() + 24 * 3_600_000))
    beforeAll(async () => {
      for (const name of ['editor', 'reviewer', 'reviewer-2', 'reviewer-3', 'operator']) {
        const visitor = await stage.visit()
        await visitor.signIn(`demo-${name}`)
        people[name] = visitor
      }
    })
    afterAll(() => Promise.all(Object.values(people).map((one) => one.close())))
    const as = (name: string) => people[name] as Visitor

    /** Presses a button of the item, fills in its words, and waits for what is said afterwards. */
    async function take(name: string, label: string, said: string, words?: string): Promise<void> {
      const { page } = as(name)
      await as(name).goAfresh(`/console/news/item?id=${id}`)
      await page.locator('.eq-article').getByRole('button', { name: label, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      if (words) await dialog.getByRole('textbox').first().fill(words)
      await dialog.getByRole('button', { name: /^确定/ }).click()
      await page.getByText(said, { exact: true }).first().waitFor(SOON)
      await settle(page)
    }

    const statusOf = async (name: string) =>
      (
        await callPortal<{ status: string }>(
          stage.portal.url,
          `/cmsInfo/info/${id}`,
          await signInBehind(stage.portal.url, `demo-${name}`),
        )
      ).status

    async function fill(page: Page, field: string, text: string): Promise<void> {
      await page.locator(`[id="news-${field}"]`).fill(text)
    }

    test('is written by an editor with a picture and its time, and waits for the first review', async () => {
      const { url } = stage.portal
      const editor = await signInBehind(url, 'demo-editor')
      const cover = await uploadFile(url, editor, 'news', 'cover', '封面.png', PIXEL)
      const { page } = as('editor')
      await as('editor').go('/console/news/new')
      await page.locator('[id="news-cover"] input[type=file]').waitFor({ state: 'attached' })
      expect(await page.getByText('审核全部通过后，到这个时间自动上线').count()).toBe(1)
      expect(await findViolations(page)).toEqual([])
      // The picture is uploaded behind the form: other tests choose files in it.
      const { list } = await callPortal<{ list: { topicId: string }[] }>(url, '/cmsInfo/sortedList')
      await fetch(`${url}/file/fileOperation/describe`, {
        method: 'POST',
        headers: { token: editor, 'content-type': 'application/json' },
        body: JSON.stringify({ id: cover, alt: '集结的排水抢险车' }),
      })
      const added = await callPortal<{ id: string; status: string }>(url, '/operator/news/add', editor, {
        title: TITLE,
        topicId: list[0]?.topicId,
        source: '示例应急装备信息中心',
        summary: '首批排水抢险车明早下水。',
        content: '<p>首批排水抢险车明早集结下水，各储备库待命。</p>',
        isTop: true,
        cover,
      })
      id = added.id
      expect(added.status).toBe('firstReview')
      await take('editor', '撤回修改', '已撤回，可以修改')
      await as('editor').go(`/console/news/edit?id=${id}`)
      await fill(page, 'publishAt', `${tomorrow()}T08:00`)
      await page
        .getByRole('button', { name: /提交|保存/ })
        .last()
        .click()
      await page.getByText('已重新提交，等待初审').first().waitFor(SOON)
      expect(as('editor').problems).toEqual([])
    })

    test('shows its cover to a reviewer, who finds it in the queue', async () => {
      const { page } = as('reviewer')
      await as('reviewer').go('/console')
      await page.getByRole('link', { name: TITLE }).first().waitFor(SOON)
      expect(await page.getByText('待审注册申请').count()).toBe(0)
      await as('reviewer').go('/console/queue')
      await page.getByRole('link', { name: TITLE }).first().click()
      await settle(page)
      expect(await findViolations(page)).toEqual([])
      const buttons = await page.locator('.eq-article .eq-actions').getByRole('button').allTextContents()
      expect(buttons.slice(0, 2)).toEqual(['初审通过', '退回修改'])
      expect(as('reviewer').problems).toEqual([])
    })

    test('is shown by a preview link to somebody without an account, with its picture, until it is revoked', async () => {
      const { page } = as('editor')
      await as('editor').goAfresh(`/console/news/item?id=${id}`)
      await page.getByRole('button', { name: '生成预览链接' }).click()
      const address = await page.getByRole('textbox', { name: '预览链接' }).inputValue(SOON)
      expect(await findViolations(page)).toEqual([])
      const guest = await stage.visit()
      const route = address.slice(address.indexOf('#') + 1)
      await guest.goAfresh(route)
      await guest.page.locator('main h1').getByText(TITLE, { exact: true }).waitFor(SOON)
      await guest.page.getByText('内容尚未公开，请勿外传').waitFor(SOON)
      // The browser of these tests draws no pictures, so the address is asked.
      const cover = await guest.page.locator('.eq-article img').first().getAttribute('src', SOON)
      const status = await guest.page.evaluate(async (src) => (await fetch(src)).status, cover ?? '')
      expect(status).toBe(200)
      expect(await findViolations(guest.page)).toEqual([])
      // The page's own call, which is made ahead, refuses a visitor.
      expect(guest.problems.filter((problem) => !problem.includes('404'))).toEqual([])
      await page.getByRole('button', { name: /^撤销 .* 生成的链接$/ }).click()
      await page.getByText('链接已撤销').first().waitFor(SOON)
      await guest.goAfresh(route)
      await guest.page.getByText('预览链接已失效').first().waitFor(SOON)
      await guest.close()
      expect(as('editor').problems).toEqual([])
    })

    test('offers an operator the review as the main button, and the urgent path beside it', async () => {
      await as('operator').go(`/console/news/item?id=${id}`)
      const buttons = as('operator').page.locator('.eq-article .eq-actions')
      await buttons.getByRole('button', { name: '紧急发布' }).waitFor(SOON)
      expect(await buttons.locator('.eq-button-primary').allTextContents()).toEqual(['初审通过'])
      // Nobody edits it while it is in review.
      expect(await buttons.getByText('编辑', { exact: true }).count()).toBe(0)
    })

    test('comes back to its editor with the reason, is mended and passes three people', async () => {
      await take('reviewer', '初审通过', '初审通过，等待复审')
      await take('reviewer-2', '退回修改', '已退回编辑', REASON)
      const { page } = as('editor')
      await as('editor').go('/userPage/todo')
      await page.getByRole('link', { name: TITLE }).first().waitFor(SOON)
      await as('editor').go(`/console/news/edit?id=${id}`)
      await page.getByText(REASON).first().waitFor(SOON)
      await fill(page, 'title', `${TITLE}（已核对）`)
      await page
        .getByRole('button', { name: /提交|保存/ })
        .last()
        .click()
      await page.getByText('已提交，等待初审').first().waitFor(SOON)
      await take('reviewer', '初审通过', '初审通过，等待复审')
      await take('reviewer-2', '复审通过', '复审通过，等待终审')
      await take('reviewer-3', '终审通过', '终审通过，到时上线')
      expect(await statusOf('editor')).toBe('scheduled')
      for (const name of Object.keys(people)) expect(as(name).problems, name).toEqual([])
    })

    test.each([1440, 390])('is listed with its time in 定时计划, at %i px', async (width) => {
      const { page } = as('editor')
      await page.setViewportSize({ width, height: 900 })
      await as('editor').go('/console/scheduled')
      const row = page.locator('main').getByText(`${TITLE}（已核对）`).first()
      await row.waitFor(SOON)
      expect(await page.locator('main').textContent()).toContain(`${tomorrow()} 08:00`)
      expect(await findViolations(page)).toEqual([])
      const { scrolled, seen } = await page.evaluate(() => ({
        scrolled: document.documentElement.scrollWidth,
        seen: window.innerWidth,
      }))
      expect(scrolled).toBeLessThanOrEqual(seen)
    })

    test('stands on its day in the calendar of 定时计划, which is turned by months; a phone shows a list', async () => {
      const editor = await stage.visit({ within: as('editor').context })
      const { page } = editor
      await editor.go(`/console/scheduled?view=calendar&atFrom=${tomorrow()}`)
      const day = page.locator('.eq-month td').filter({ has: page.locator(`time[datetime="${tomorrow()}"]`) })
      await day.getByRole('link', { name: `${TITLE}（已核对）` }).waitFor(SOON)
      expect(await day.textContent()).toContain('08:00 定时上线')
      expect(await findViolations(page)).toEqual([])
      const caption = await page.locator('.eq-month caption').textContent()
      await page.getByRole('button', { name: '下个月' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: `${TITLE}（已核对）` }).waitFor({ ...SOON, state: 'detached' })
      expect(await page.locator('.eq-month caption').textContent()).not.toBe(caption)
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goBack()
      await page.locator('.eq-calendar').getByText(`${TITLE}（已核对）`).waitFor(SOON)
      expect(editor.problems).toEqual([])
      await editor.close()
    })
  })
