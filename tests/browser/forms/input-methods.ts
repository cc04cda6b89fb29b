// Tests typing with an input method: composition, search after commit, pinyin, traditional characters.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { startInputMethod } from '../support/compose-text.ts'

/** Words that calls of the portal were sent, from now on. */
function notedWords(page: Page): string[] {
  const words: string[] = []
  page.on('request', (request) => {
    const word = new URL(request.url()).searchParams.get('keyWord')
    if (word !== null) words.push(word)
  })
  return words
}

/** What is typed into the list of kinds of disaster, and the one that it finds. */
const SPELLED = [
  ['honglao', '洪涝灾害'],
  ['nsl', '泥石流'],
  ['洪捞', '洪涝灾害'],
  ['颱風', '台风灾害'],
] as const

export const inputMethods = (stage: Stage) =>
  describe('typing with an input method', () => {
    test('the site search ignores letters and keys of a composition and searches the committed word', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/home-page')
      const field = page.getByRole('combobox', { name: '站内搜索' })
      await field.fill('排水')
      await page.getByRole('listbox', { name: '搜索建议' }).waitFor()
      await field.fill('')
      const words = notedWords(page)
      const method = await startInputMethod(page)
      for (const letters of ['w', 'wu', "wu'r", "wu'ren", "wu'ren'ji"]) await method.compose(letters)
      for (const key of ['ArrowDown', 'Enter']) await method.press(key)
      expect(await field.inputValue()).toBe("wu'ren'ji")
      expect(await field.getAttribute('aria-activedescendant')).toBeNull()
      expect(new URL(page.url()).hash).toBe('#/home-page')
      await method.commit('无人机')
      await page.getByRole('option').filter({ hasText: '无人机' }).first().waitFor()
      expect(words).toEqual(['无人机'])
      await method.end()
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a reference picker searches only the committed word', async () => {
      const visitor = await stage.visit()
      await visitor.signIn('demo-operator')
      await visitor.goAfresh('/console/resourceScene/new')
      const { page } = visitor
      await page.locator('[id="resourceScene-companyId"]').click()
      const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
      await options.first().waitFor()
      const words = notedWords(page)
      const method = await startInputMethod(page)
      for (const letters of ['y', 'yi', "yi'l", "yi'liao"]) await method.compose(letters)
      for (const key of ['ArrowDown', 'Enter', 'Escape']) await method.press(key)
      expect(await options.first().isVisible()).toBe(true)
      await method.commit('没有这家单位')
      await page.getByText('没有找到“没有这家单位”，请换一个词').waitFor()
      expect(words).toEqual(['没有这家单位'])
      await method.end()
      await visitor.close()
    })

    test('the Enter key in a reference picker chooses nothing before the search has answered', async () => {
      const visitor = await stage.visit()
      await visitor.signIn('demo-operator')
      await visitor.goAfresh('/console/resourceScene/new')
      const { page } = visitor
      const field = page.locator('[id="resourceScene-companyId"][role="combobox"]')
      await field.click()
      const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
      await options.nth(1).waitFor()
      const wanted = (await options.nth(1).locator('.eq-picker-option > span').textContent()) ?? ''
      let answer = (): void => undefined
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(/keyWord=/, async (route) => {
        await isAnswered
        await route.continue()
      })
      const isAsked = page.waitForRequest(/keyWord=/)
      await page.keyboard.type(wanted)
      await page.keyboard.press('Enter')
      await isAsked
      await page.keyboard.press('Enter')
      expect(await field.inputValue()).toBe(wanted)
      expect(await options.first().isVisible()).toBe(true)
      answer()
      await expect.poll(() => options.first().locator('.eq-picker-option > span').textContent()).toBe(wanted)
      await page.keyboard.press('Enter')
      await page.locator('.eq-picker', { has: field }).getByText(wanted).waitFor()
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a dropdown list is filtered only by the committed word', async () => {
      const visitor = await stage.visit()
      await visitor.signIn('demo-government')
      await visitor.goAfresh('/rescueMissionPublish')
      const { page } = visitor
      const field = page.locator('[id="rescueMission-disasterType"]')
      await field.click()
      const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
      await options.first().waitFor()
      const all = await options.count()
      const method = await startInputMethod(page)
      await method.compose("hong'shui")
      expect(await options.count()).toBe(all)
      await method.press('Enter')
      expect(await page.locator('[id="rescueMission-disasterType-chosen"]').textContent()).toBe('')
      await method.commit('洪')
      await expect.poll(() => options.count()).toBeLessThan(all)
      for (const text of await options.allTextContents()) expect(text).toContain('洪')
      await method.end()
      await visitor.close()
    })

    test('dictionary and region pickers match pinyin, initials, homophones and traditional characters', async () => {
      const visitor = await stage.visit()
      await visitor.signIn('demo-government')
      await visitor.goAfresh('/rescueMissionPublish')
      const { page } = visitor
      await page.locator('[id="rescueMission-disasterType"]').click()
      const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
      for (const [typed, label] of SPELLED) {
        await page.locator('[id="rescueMission-disasterType"]').fill(typed)
        await expect.poll(() => options.allTextContents(), { timeout: 10_000 }).toEqual([label])
      }
      await page.keyboard.press('Escape')
      const region = page.getByRole('searchbox', { name: '搜索地区' })
      for (const typed of ['smq', 'simingqu', '思名区', '思明區']) {
        await region.fill(typed)
        await expect
          .poll(() => page.getByRole('list', { name: '找到的地区' }).textContent(), { timeout: 10_000 })
          .toContain('福建省 厦门市 思明区')
      }
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  })
