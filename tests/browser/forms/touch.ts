// Tests form controls on a phone by tapping alone, on targets of at least 44 px.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PNG } from '../../support/real-files.ts'
import type { Stage } from '../support/browser-test.ts'
import { DIALOG } from '../support/form-popups.ts'
import { settle, type Visitor, visitIn } from '../support/visit.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Pixels that a finger needs. */
const FINGER = 44

/** Taps what is on the screen, uncovered, and no smaller than a finger. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { width, height, x } = (await target.boundingBox()) ?? { width: 0, height: 0, x: -1 }
  expect(Math.min(width, height), `size of ${target}`).toBeGreaterThanOrEqual(FINGER)
  expect(x, `left of ${target}`).toBeGreaterThanOrEqual(0)
  expect(x + width, `right of ${target}`).toBeLessThanOrEqual(PHONE.viewport.width)
  await target.tap()
}

const tagOf = (control: Locator) => control.evaluate(({ tagName }) => tagName)

/** The system draws the list of a native select, where no test can tap. */
async function tapAndTake(select: Locator, index: number): Promise<string> {
  expect(await tagOf(select)).toBe('SELECT')
  await tap(select)
  await select.selectOption({ index })
  return await select.inputValue()
}

/** The box of antd's select around its field. */
const boxOf = (page: Page, id: string) => page.locator(`.ant-select:has([id="${id}"])`)
const entries = (page: Page) => page.locator('.ant-select-dropdown:visible .ant-select-item-option')

export const byFinger = (stage: Stage) =>
  describe('forms on a touch screen', () => {
    let visitor: Visitor
    let page: Page

    /** Opens the form, unless it stands open from the test before: each uses another field of it. */
    async function open(path: string, isAnew = false) {
      if (page.url().endsWith(`#${path}`) && !isAnew) return
      await visitor.goAfresh(path)
      // What an earlier test left is kept as a draft.
      const again = page.getByRole('button', { name: '重新开始' })
      if (await again.isVisible()) await tap(again)
      await page.locator('.eq-form').waitFor()
      await settle(page)
    }

    beforeAll(async () => {
      const context = await stage.browser.newContext({ ...PHONE, locale: 'zh-CN', reducedMotion: 'reduce' })
      visitor = await visitIn(context, stage.portal.url)
      page = visitor.page
      await visitor.signIn('demo-operator')
      return () => visitor.close()
    })

    test('a date field uses the native picker and shows no calendar button', async () => {
      await open('/console/exhibition/new')
      const date = page.locator('[id="exhibition-startDate"]')
      expect(await date.getAttribute('type')).toBe('date')
      expect(await page.locator('.eq-date-button').count()).toBe(0)
      await tap(date)
      await date.fill('2027-05-01')
      expect(await date.inputValue()).toBe('2027-05-01')
    })

    test('a short list uses the native select, and several short choices use checkboxes', async () => {
      await open('/console/exhibition/new')
      expect(await tapAndTake(page.locator('[id="exhibition-stage"]'), 1)).not.toBe('')
      const boxes = page.locator('[id="exhibition-zones"] label')
      await tap(boxes.nth(0))
      await tap(boxes.nth(2))
      expect(await page.locator('[id="exhibition-zones"] input:checked').count()).toBe(2)
    })

    test('one value of a long list is chosen in the native select', async () => {
      await open('/console/demand/new')
      expect(await tapAndTake(page.locator('[id="demand-application"]'), 14)).not.toBe('')
    })

    test('several values of a long list are chosen by tapping, and one is removed', async () => {
      await open('/console/company/new')
      const [id] = await page
        .locator('.ant-select input[role=combobox]')
        .evaluateAll((fields) => fields.map((one) => one.id))
      const box = boxOf(page, id ?? '')
      await tap(box)
      await tap(entries(page).nth(0))
      await tap(entries(page).nth(2))
      await page.locator('main h1').tap()
      await entries(page).first().waitFor({ state: 'hidden' })
      const tags = box.locator('.ant-select-selection-item')
      expect(await tags.count()).toBe(2)
      await tags.first().locator('.ant-select-selection-item-remove').tap()
      expect(await tags.count()).toBe(1)
    })

    test('a reference is chosen and cleared by tapping', async () => {
      await open('/console/news/new')
      const box = boxOf(page, 'news-topicId')
      await tap(box)
      const words = await entries(page).first().textContent()
      await tap(entries(page).first())
      await entries(page).first().waitFor({ state: 'hidden' })
      const [shown] = (await box.textContent())?.split(' ') ?? []
      expect(words).toContain(shown)
      await tap(box.getByRole('button', { name: '清除' }))
      await box.getByRole('button', { name: '清除' }).waitFor({ state: 'detached' })
      expect(await box.textContent()).not.toContain(shown)
    })

    test('a region is chosen level by level in native selects', async () => {
      await open('/console/news/new')
      const levels = page.locator('[id="news-region"] select')
      for (const level of [0, 1, 2]) await tapAndTake(levels.nth(level), 1)
      expect(await levels.nth(2).inputValue()).toMatch(/^\d{6}$/)
    })

    test('a file is chosen, listed and removed by tapping', async () => {
      await open('/console/news/new')
      const field = page.locator('[id="news-attachments"]')
      expect(await field.textContent(), 'nothing is dragged by finger').not.toContain('拖')
      const chooser = page.waitForEvent('filechooser')
      await tap(field.locator('label'))
      await (await chooser).setFiles({ name: '现场.png', mimeType: 'image/png', buffer: PNG })
      const file = field.locator('.eq-upload-list', { hasText: '现场.png' })
      await file.waitFor()
      await tap(field.getByRole('button', { name: /移除/ }))
      await file.waitFor({ state: 'hidden' })
    })

    /** Buttons that are seen and too small for a finger, by name. */
    const smallButtons = (scope: string) =>
      page.locator(`${scope} button:visible`).evaluateAll(
        (buttons, least) =>
          buttons.flatMap((button) => {
            const { width, height } = button.getBoundingClientRect()
            const name = button.getAttribute('aria-label') ?? button.textContent
            return Math.min(width, height) < least ? [`${name}: ${width} × ${height}`] : []
          }),
        FINGER,
      )

    test('buttons of text tools, tags, rows and row dialogs are at least 44 px large', async () => {
      await open('/console/news/new', true)
      await page.locator('[id="news-tags"]').fill('防汛')
      await page.locator('[id="news-tags"]').press('Enter')
      expect(await smallButtons('.eq-form')).toEqual([])
      await open('/console/masterTutorial/new')
      await tap(page.getByRole('button', { name: '添加一行' }))
      await page.locator(`${DIALOG} .eq-field`).first().waitFor()
      expect(await smallButtons(DIALOG)).toEqual([])
      await page.locator(`${DIALOG} input`).first().fill('第一章')
      await tap(page.getByRole('button', { name: '确定' }))
      await page.getByRole('button', { name: '删除第 1 行' }).waitFor()
      expect(await smallButtons('.eq-form')).toEqual([])
    })
  })
