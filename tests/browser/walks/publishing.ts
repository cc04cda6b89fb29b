// Tests publishing in the browser: submission, review, search, reactions, counts, withdrawal.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { recordVideo } from '../support/record-video.ts'
import { settle, type Visitor } from '../support/visit.ts'

const VIDEO = {
  title: '子母式排水车夜间展开演练记录',
  intro: '在鹭屿泵站拍摄，记录从到场到出水的全过程。',
  word: '鹭屿',
}
const QUESTION = { title: '橡皮艇外机低温启动困难怎么办？', text: '气温零下十度时多次启动失败，求经验。' }
const SEARCH = `/homePageSearch?keyWord=${encodeURIComponent(VIDEO.word)}`
/** A busy machine takes its time. */
const SOON = { timeout: 15_000 }
const REASON = '请补充外机型号与所用燃油标号后重新提交。'

export const publishing = (stage: Stage) =>
  describe('publishing', () => {
    let author: Visitor
    let operator: Visitor
    let visitor: Visitor
    let reader: Visitor
    let address = ''

    beforeAll(async () => {
      author = await stage.visit()
      operator = await stage.visit()
      visitor = await stage.visit({ width: 390 })
      reader = await stage.visit()
    })
    afterAll(() => Promise.all([author, operator, visitor, reader].map((somebody) => somebody?.close())))

    /** The form as handed in, after the look at what it will be in public. */
    async function handIn(page: Page, receipt: string): Promise<void> {
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText(receipt).first().waitFor()
    }

    async function preview(page: Page, ...texts: readonly string[]): Promise<void> {
      await page.getByRole('button', { name: '预览' }).click()
      const dialog = page.getByRole('dialog', { name: '预览：公开后的样子' })
      const frame = dialog.frameLocator('iframe')
      for (const text of texts) await frame.getByText(text).first().waitFor()
      expect(await findViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: '关闭' }).click()
    }

    /** Presses the button of a transition and confirms it, with a reason where one is asked for. */
    async function decide(page: Page, label: string, reason?: string): Promise<void> {
      await page.getByRole('button', { name: label, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: label })
      if (reason) await dialog.getByRole('textbox').fill(reason)
      await dialog.getByRole('button', { name: '确定' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await settle(page)
    }

    async function openFromList(page: Page, title: string): Promise<void> {
      await page.locator('main').getByRole('link', { name: title }).first().click()
      await settle(page)
      expect(await page.locator('main h1').textContent()).toBe(title)
    }

    /** A person publishes a video, with its progress, poster and length. */
    const publishVideo = async (): Promise<void> => {
      const { page } = author
      await author.signIn('demo-unit')
      await author.go('/videoPublish')
      await page.locator('[id="video-title"]').fill(VIDEO.title)
      await page.locator('[id="video-videoCategory"]').selectOption({ index: 1 })
      const buffer = await recordVideo(page)
      await page
        .locator('[id="video-videoFile"] input[type=file]')
        .setInputFiles({ name: '演练.mp4', mimeType: 'video/mp4', buffer })
      await page.getByLabel('已上传的视频文件').waitFor()
      await page.getByText('已用当前画面作封面').waitFor()
      await page.getByRole('img', { name: '已上传的封面' }).waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: '下一步' }).click()
      await page.locator('[id="video-intro"]').fill(VIDEO.intro)
      await page.getByRole('button', { name: '下一步' }).click()
      await page.getByRole('heading', { name: '核对信息' }).waitFor()
      await preview(page, VIDEO.title, VIDEO.intro)
      await handIn(page, '视频已提交')
    }

    /** And a question, in formatted text. */
    const publishQuestion = async (): Promise<void> => {
      const { page } = author
      await author.go('/zhihuPublish')
      await page.locator('[id="zhihu-title"]').fill(QUESTION.title)
      const editor = page.getByRole('textbox', { name: /问题描述/ })
      await editor.click()
      await page.getByRole('button', { name: '加粗' }).click()
      await page.keyboard.type(QUESTION.text)
      await page.locator('[id="zhihu-sysCategoryId"]').selectOption({ index: 1 })
      await preview(page, QUESTION.title, QUESTION.text)
      expect(await page.locator('.eq-editor-text strong').textContent()).toBe(QUESTION.text)
      await handIn(page, '提问已提交')
      await author.go('/myPublications')
      for (const { title } of [VIDEO, QUESTION]) {
        const row = page.locator('main tr', { hasText: title })
        expect(await row.textContent()).toContain('待审核')
      }
    }

    /** Nobody else sees either before an operator has. */
    const findNothing = async (): Promise<void> => {
      const { page } = visitor
      await visitor.go(SEARCH)
      expect(await page.locator('main').getByText(VIDEO.title).count()).toBe(0)
    }

    /** An operator refuses the one with a reason and puts the other online. */
    const judge = async (): Promise<void> => {
      const { page } = operator
      await operator.signIn('demo-operator')
      await operator.go('/console/queue?dataType=zhihu&limit=50')
      await openFromList(page, QUESTION.title)
      await decide(page, '不予通过', REASON)
      await operator.go('/console/queue?dataType=video&limit=50')
      expect(await findViolations(page)).toEqual([])
      await openFromList(page, VIDEO.title)
      await decide(page, '通过并上线')
      await operator.go('/console/queue?dataType=zhihu&limit=50')
      expect(await page.locator('main').getByText(QUESTION.title).count()).toBe(0)
    }

    /** A visitor finds the video by two characters of its text, and it plays. */
    const findAndPlay = async (): Promise<void> => {
      const { page } = visitor
      await visitor.goAfresh(SEARCH)
      await openFromList(page, VIDEO.title)
      address = page.url().split('#')[1] ?? ''
      const video = page.locator('main video')
      expect(await video.getAttribute('poster')).toMatch(/^\/file\//)
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
        .toBeGreaterThan(0)
      expect(await findViolations(page)).toEqual([])
      expect(visitor.problems).toEqual([])
    }

    /** Another user comments, likes and collects it. */
    const answer = async (): Promise<void> => {
      const { page } = reader
      await reader.signIn('demo-supplier')
      await reader.go(address)
      await page.getByLabel('写评论').fill('记录得很完整，值得学习。')
      await page.getByRole('button', { name: '发布', exact: true }).click()
      await page.locator('.eq-comments').getByText('记录得很完整，值得学习。').waitFor()
      const like = page.locator('article').getByRole('button', { name: /^点赞/ })
      await like.click()
      await expect.poll(() => like.getAttribute('aria-pressed'), SOON).toBe('true')
      const collect = page.locator('article').getByRole('button', { name: /^收藏/ })
      await collect.click()
      await expect.poll(() => collect.getAttribute('aria-pressed'), SOON).toBe('true')
      await reader.go('/myCollect')
      await page.locator('main').getByRole('link', { name: VIDEO.title }).waitFor()
      expect(await findViolations(page)).toEqual([])
      expect(reader.problems).toEqual([])
    }

    /** The author sees the counts, and why the question was refused. */
    const readCounts = async (): Promise<void> => {
      const { page } = author
      await author.goAfresh('/myPublications')
      const cell = (title: string, label: string) =>
        page.locator('main tr', { hasText: title }).locator(`td[data-label="${label}"]`).textContent()
      expect(await cell(QUESTION.title, '状态')).toBe('审核不通过')
      expect(await cell(QUESTION.title, '办理意见')).toBe(`审核意见：${REASON}`)
      expect(await cell(VIDEO.title, '状态')).toBe('已上线')
      for (const label of ['点赞', '评论', '收藏']) expect(await cell(VIDEO.title, label)).toBe('1')
      expect(await findViolations(page)).toEqual([])
    }

    /** The author withdraws it, and it is gone from list, search and direct address. */
    const withdraw = async (): Promise<void> => {
      await author.goAfresh(address)
      await decide(author.page, '撤回')
      const { page } = visitor
      await visitor.goAfresh('/equipmentVideoSecond')
      expect(await page.locator('main').getByText(VIDEO.title).count()).toBe(0)
      await visitor.goAfresh(SEARCH)
      expect(await page.locator('main').getByText(VIDEO.title).count()).toBe(0)
      await visitor.goAfresh(address)
      await page.getByText('内容不存在，可能已被删除或下线').waitFor()
      await reader.goAfresh('/myCollect')
      expect(await reader.page.locator('main').getByText(VIDEO.title).count()).toBe(0)
      expect(author.problems).toEqual([])
      expect(operator.problems).toEqual([])
    }

    test('CNT-01 CNT-04 CNT-06 a submission is reviewed, searchable, commented, counted and withdrawn', async () => {
      for (const step of [
        publishVideo,
        publishQuestion,
        findNothing,
        judge,
        findAndPlay,
        answer,
        readCounts,
        withdraw,
      ])
        await step()
    })
    test('a user supports a demand once and can undo the support, and a visitor is sent to sign-in', async () => {
      const answer = await fetch(`${stage.portal.url}/newapi/demand/showlist?limit=1`)
      const { data } = (await answer.json()) as { data: { list: { id: string }[] } }
      const [supporter, passer] = [await stage.visit({ width: 390 }), await stage.visit()]
      const buttonOf = ({ page }: Visitor) => page.locator('article').getByRole('button', { name: /^支持/ })
      const labelOf = (somebody: Visitor) => buttonOf(somebody).getAttribute('aria-label')
      await supporter.signIn('demo-expert')
      await supporter.go(`/needDetail?id=${data.list[0]?.id}`)
      const before = Number((await labelOf(supporter))?.split('，')[1])
      await buttonOf(supporter).click()
      await expect.poll(() => labelOf(supporter), SOON).toBe(`支持，${before + 1}`)
      await supporter.goAfresh(`/needDetail?id=${data.list[0]?.id}`)
      expect(await buttonOf(supporter).getAttribute('aria-pressed')).toBe('true')
      expect(await buttonOf(supporter).textContent()).toContain('已支持')
      await buttonOf(supporter).click()
      await expect.poll(() => labelOf(supporter), SOON).toBe(`支持，${before}`)
      await passer.go(`/needDetail?id=${data.list[0]?.id}`)
      await buttonOf(passer).click()
      await expect.poll(() => passer.page.url(), SOON).toContain('/login')
      expect(supporter.problems).toEqual([])
      await Promise.all([supporter.close(), passer.close()])
    })
  })
