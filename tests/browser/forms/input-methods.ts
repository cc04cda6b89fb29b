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
      await visitor.goAfresh('/operator/resourceScene/new')
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
