// Tests navigation through a form: browser back, review of answers, draft, new form after a receipt.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { settle, type Visitor } from '../support/visit.ts'

const TITLE = '采购山区抢险排水车三辆'
const FORM = '/demandPublish'

export const ways = (stage: Stage) =>
  describe('navigation through a form', () => {
    let author: Visitor
    beforeAll(async () => {
      author = await stage.visit()
      author.page.setDefaultTimeout(10_000)
      await author.signIn('demo-unit')
    })
    afterAll(() => author?.close())

    const field = (name: string, form = 'demand') => author.page.locator(`[id="${form}-${name}"]`)
    const press = (name: string | RegExp) =>
      author.page
        .locator('main')
        .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
        .click()
    const heading = (page: Page) => page.locator('.eq-step-title')
    const isAt = (title: string) => heading(author.page).filter({ hasText: title }).waitFor()

    async function fillFirst(): Promise<void> {
      await field('title').fill(TITLE)
      for (const name of ['demandType', 'urgency', 'sysCategoryId'])
        await field(name).selectOption({ index: 1 })
      await field('application').press('ArrowDown')
      await field('application').press('Enter')
      await press('下一步')
      await isAt('技术与交付')
    }
    async function fillRest(): Promise<void> {
      await field('technicalRequirement').fill('额定流量不低于 3000 立方米每小时，十五分钟内展开。')
      await field('deadline').fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
      await press('下一步')
      await field('contactName').fill('王需求')
      await field('contactMobile').fill('13800001111')
      await press('下一步')
      await isAt('核对信息')
    }

    test('the browser back button returns one form step, and leaves the form from the first form step', async () => {
      const { page } = author
      await author.go('/demandDocking-page')
      await author.go(FORM)
      await fillFirst()
      await fillRest()
      for (const title of ['联系方式', '技术与交付', '需求概况']) {
        await page.goBack()
        await isAt(title)
      }
      expect(await field('title').inputValue()).toBe(TITLE)
      await page.goForward()
      await isAt('技术与交付')
      await page.goBack()
      await isAt('需求概况')
      await page.goBack()
      await page.getByRole('heading', { name: '需求对接', level: 1 }).waitFor()
      await page.goForward()
      await press('继续填写')
      await isAt('需求概况')
    })

    test('a form step opened from the review of answers returns to the review after saving', async () => {
      const { page } = author
      for (const step of ['技术与交付', '联系方式', '核对信息']) {
        await press('下一步')
        await isAt(step)
      }
      for (const way of ['修改需求概况', /^需求概况/]) {
        await press(way)
        await isAt('需求概况')
        await field('budget').fill('12')
        await press('保存并返回核对')
        await isAt('核对信息')
      }
      await page.goBack()
      await isAt('联系方式')
      await press('下一步')
    })

    test('a draft reopens at the form step where it was saved', async () => {
      const { page } = author
      await isAt('核对信息')
      await page.goBack()
      await page.goBack()
      await isAt('技术与交付')
      await page.getByText('草稿已保存').waitFor()
      await author.goAfresh(FORM)
      await press('继续填写')
      await isAt('技术与交付')
      await page.goBack()
      await isAt('需求概况')
      await press('下一步')
      await press('下一步')
      await press('下一步')
      await isAt('核对信息')
    })

    test('the form is empty after a receipt, when opened by link, by menu or by going back', async () => {
      const { page } = author
      await press('提交')
      await page.getByText('需求已提交').first().waitFor()
      const isEmpty = async () => {
        await isAt('需求概况')
        await settle(page)
        expect(await field('title').inputValue()).toBe('')
        expect(await page.getByText('需求已提交').count()).toBe(0)
        expect(await page.getByText('未提交的草稿').count()).toBe(0)
      }
      await page.reload()
      await page.getByText('需求已提交').first().waitFor()
      for (const leave of [
        () => page.locator('main').getByRole('link', { name: '再发布一条' }).click(),
        () => page.locator('footer').getByRole('link', { name: '发布需求' }).click(),
      ]) {
        await leave()
        await isEmpty()
        await page.goBack()
        await page.getByText('需求已提交').first().waitFor()
      }
      await page.goBack()
      await isEmpty()
      expect(author.problems).toEqual([])
    })
  })
