// Tests pasting and dropping into formatted text: blocks, picture files, embedded and foreign pictures.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { PNG } from '../../support/real-files.ts'
import { PASTED } from '../../support/rich-text/block-cases.ts'
import { PASTE_CASES, WORD_PICTURES } from '../../support/rich-text/paste-cases.ts'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import type { Visitor } from '../support/visit.ts'

interface Clipboard {
  readonly html?: string
  readonly text?: string
  readonly rtf?: string
  /** Names of pictures, each of the same bytes. */
  readonly pictures?: readonly string[]
}

const TEXT = '.eq-editor-text'
const DATA = `data:image/png;base64,${PNG.toString('base64')}`

/** Pastes or drops, as a browser would. */
const give = (page: Page, clipboard: Clipboard, kind: 'paste' | 'drop' = 'paste') =>
  page.locator(TEXT).evaluate(
    (element, { html, text, rtf, pictures = [], bytes, kind: name }) => {
      const data = new DataTransfer()
      if (html !== undefined) data.setData('text/html', html)
      if (text !== undefined) data.setData('text/plain', text)
      if (rtf !== undefined) data.setData('text/rtf', rtf)
      for (const picture of pictures)
        data.items.add(
          new File([Uint8Array.from(bytes)], picture, { type: `image/${picture.split('.').pop()}` }),
        )
      const box = element.getBoundingClientRect()
      const options = { bubbles: true, cancelable: true, clientX: box.left + 40, clientY: box.top + 20 }
      element.dispatchEvent(
        name === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { ...clipboard, bytes: [...PNG], kind },
  )

export const pasting = (stage: Stage) =>
  describe('pasting into formatted text', () => {
    const opened: { readonly visitor: Visitor; readonly userName: string }[] = []
    // Also of a test that failed: what it has typed is no draft of the next one.
    afterEach(async () => {
      for (const { visitor, userName } of opened.splice(0)) {
        await visitor.close()
        const token = await signInBehind(stage.portal.url, userName)
        await callPortal(stage.portal.url, '/api/draft/remove', token, { form: 'news', key: 'new' })
      }
    })
    const open = async (userName = 'demo-operator') => {
      const visitor = await stage.visit()
      opened.push({ visitor, userName })
      await visitor.signIn(userName)
      await visitor.goAfresh('/console/news/new')
      await visitor.page.locator(TEXT).waitFor()
      const { page } = visitor
      const pictures = page.locator(`${TEXT} img`)
      const said = page.locator('.ant-message .eq-said')
      return { visitor, page, pictures, said, text: page.locator(TEXT) }
    }

    test('keeps each block of a pasted page on a separate line', async () => {
      const { visitor, page, text } = await open()
      await give(page, { html: PASTED, text: '第一行' })
      await expect
        .poll(() => text.locator('p, h4').allTextContents())
        .toEqual(['第一行', '第二行', '正文', '要点一', '要点二', '小节', '流量', '3000', '扬程', '15'])
      expect(visitor.problems).toEqual([])
    })

    test('an article of Word, WPS or WeChat keeps its parts, without an error on the console', async () => {
      const { visitor, page, text } = await open()
      for (const { from, html, kept } of PASTE_CASES) {
        await text.press('ControlOrMeta+a')
        await text.press('Delete')
        await give(page, { html })
        const inner = text.evaluate((element) =>
          element.innerHTML
            .replaceAll(/<(br|img) class[^>]*>/g, '')
            .replaceAll(/(<span data-note="foot") title="([^"]*)"[^>]*>/g, '$1>$2'),
        )
        expect(await inner, from).toBe(kept.join(''))
      }
      expect(visitor.problems).toEqual([])
    })

    test('footnotes of Word are kept, others inserted by keyboard, and both stand at the end of the preview', async () => {
      const { visitor, page, text } = await open('demo-operator-2')
      await page.locator('[id="news-title"]').fill('排水抢险车流量的新标准')
      const word = PASTE_CASES.find(({ from }) => from === 'Word with footnotes')
      await give(page, { html: word?.html ?? '' })
      await text.press('Control+Home')
      await text.press('Control+Alt+f')
      await page.getByRole('textbox', { name: '脚注内容' }).fill('本文为示例。')
      await page.keyboard.press('Enter')
      await expect
        .poll(() => text.getByRole('note').evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
        .toEqual(['本文为示例。', '指单机流量。', '2025 年发布。'])
      expect(await findViolations(page)).toEqual([])
      // One is taken away, another is rewritten.
      await text.getByRole('note', { name: '脚注：本文为示例。' }).click()
      await page.getByRole('button', { name: '脚注', pressed: true }).click()
      await page.getByRole('textbox', { name: /^脚注内容/ }).fill('')
      await page.keyboard.press('Enter')
      await expect.poll(() => text.getByRole('note').count()).toBe(2)
      await text.getByRole('note', { name: '脚注：指单机流量。' }).click()
      await page.getByRole('button', { name: '脚注', pressed: true }).click()
      await page.getByRole('textbox', { name: /^脚注内容/ }).fill('指单台流量。')
      await page.getByRole('button', { name: '确定脚注' }).click()
      await text.getByRole('note', { name: '脚注：指单台流量。' }).waitFor()
      const pictures = process.env.MODERATION_PICTURES
      if (pictures) await page.screenshot({ path: `${pictures}/footnotes-editor.png` })
      await page.getByRole('button', { name: '预览', exact: true }).click()
      const frame = page.frameLocator('iframe[title^="预览"]')
      await frame.locator('[role="doc-endnotes"][aria-label="脚注"]').waitFor()
      expect(await frame.locator('[role="doc-noteref"]').allTextContents()).toEqual(['1', '2'])
      await frame.locator('[role="doc-noteref"][aria-label="脚注 1"]').press('Enter')
      const note = frame.locator('[role="doc-endnotes"]').getByRole('listitem').nth(0)
      expect(await note.textContent()).toContain('指单台流量。')
      if (pictures) await page.screenshot({ path: `${pictures}/footnotes-preview.png` })
      await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true)
      await note.locator('[role="doc-backlink"][aria-label="返回正文中的脚注 1"]').press('Enter')
      const mark = frame.locator('[role="doc-noteref"][aria-label="脚注 1"]')
      await expect.poll(() => mark.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await findViolations(page)).toEqual([])
      expect(visitor.problems).toEqual([])
    })

    test('pictures of a Word document are uploaded from its clipboard, and a message names those that cannot be', async () => {
      const { visitor, page, pictures, said, text } = await open()
      await give(page, WORD_PICTURES)
      await said.filter({ hasText: '有 1 张图片不能直接粘贴' }).waitFor()
      expect(await pictures.count()).toBe(1)
      expect(await text.textContent()).toBe('前中')
      expect(visitor.problems).toEqual([])
    })

    test('tables are built, merged, searched and left by keyboard, and no tool breaks accessibility', async () => {
      const { visitor, page, text } = await open()
      await give(page, { html: '<p>泵一</p><table><tr><td>泵二</td><td>泵三</td></tr></table>' })
      await text.getByText('泵二').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => text.locator('.selectedCell').count()).toBe(2)
      // Every tool is reached from the text: the last one is one step back from the first.
      await page.keyboard.press('Alt+F10')
      await page.keyboard.press('End')
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      expect(await focused()).toBe('删除表格')
      for (const _ of Array(6)) await page.keyboard.press('ArrowLeft')
      expect(await focused()).toBe('合并单元格')
      await page.keyboard.press('Enter')
      await expect.poll(() => text.locator('td[colspan="2"] p').allTextContents()).toEqual(['泵二', '泵三'])
      await page.keyboard.press('Escape')
      await text.press('ControlOrMeta+h')
      await page.getByRole('textbox', { name: '查找', exact: true }).fill('泵')
      await page.getByText('共 3 处').waitFor()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('textbox', { name: '替换为', exact: true }).fill('水泵')
      await page.getByRole('button', { name: '全部替换' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '源码' }).click()
      const source = page.getByRole('textbox', { name: '正文源码' })
      expect(await source.inputValue()).toContain('<td colspan="2"><p>水泵二</p>')
      expect(await findViolations(page)).toEqual([])
      await source.fill('<p style="color:red" data-align="right">新<script>1</script></p>')
      await page.getByRole('button', { name: '源码' }).click()
      await expect.poll(() => text.innerHTML()).toBe('<p data-align="right">新</p>')
      expect(visitor.problems).toEqual([])
    })

    test.each([
      ['a screenshot', { pictures: ['image.png'] }, 'paste'],
      [
        'a picture of a site with its file',
        { html: '<img src="https://example.org/a.png">', pictures: ['image.png'] },
        'paste',
      ],
      ['a picture as data', { html: `<img src="${DATA}">` }, 'paste'],
      ['a file that is dropped', { pictures: ['现场.png'] }, 'drop'],
    ] as const)('%s is uploaded and drawn', async (_, clipboard, kind) => {
      const { visitor, page, pictures } = await open()
      await give(page, clipboard, kind)
      await expect.poll(() => pictures.count()).toBe(1)
      await expect
        .poll(() => pictures.first().getAttribute('src'))
        .toMatch(/^\/file\/fileOperation\/download\//)
      expect(visitor.problems).toEqual([])
    })

    test('pictures within a text and several picture files keep their order', async () => {
      const { visitor, page, pictures, text } = await open()
      await give(page, { html: `<p>前</p><p><img src="${DATA}"></p><p>后</p>` })
      await expect.poll(() => pictures.count()).toBe(1)
      await give(page, { pictures: ['甲.png', '乙.png'] })
      await expect.poll(() => pictures.count()).toBe(3)
      const alts = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt))
      expect(alts.slice(1)).toEqual(['甲', '乙'])
      expect((await text.textContent())?.replaceAll(/\s/g, '')).toBe('前后')
      expect(visitor.problems).toEqual([])
    })

    test('a text with foreign or local pictures is pasted without them, and a message gives their number', async () => {
      const { visitor, page, pictures, said, text } = await open()
      const html = `<p>文字<img src="https://example.org/a.png"></p><p><img src="file:///C:/a.png">末</p>`
      await give(page, { html, pictures: ['image.png'] })
      await said.filter({ hasText: '有 2 张图片不能直接粘贴' }).waitFor()
      expect(await text.textContent()).toBe('文字末')
      expect(await pictures.count()).toBe(0)
      expect(visitor.problems).toEqual([])
    })

    test('a file of another type is refused with a message that lists the allowed types', async () => {
      const { visitor, page, said } = await open()
      await give(page, { pictures: ['说明.bmp'] })
      await said.filter({ hasText: '只能选择 JPG、PNG、WEBP、GIF 文件' }).waitFor()
      expect(visitor.problems).toEqual([])
    })
  })
