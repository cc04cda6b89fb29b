// Tests pickers in the accessibility tree: name, chosen value, expanded state, options.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model } from '../../support/portal-model.ts'
import { type AccessNode, findByRole, flatten, readAccessTree } from '../support/access-tree.ts'
import type { Stage } from '../support/browser-test.ts'
import type { Visitor } from '../support/visit.ts'

const countOf = (dictionary: string): number =>
  model.dictionaries.find(({ name }) => name === dictionary)?.items.length ?? 0

const titleOf = (form: string, field: string): string =>
  model.forms.find(({ id }) => id === form)?.fields.find(({ name }) => name === field)?.title ?? ''

/** Roles that a person chooses by. */
const PICKERS = ['combobox', 'ComboBoxMenuButton', 'ComboBoxSelect', 'listbox', 'searchbox']

export const pickers = (stage: Stage) =>
  describe('pickers in the accessibility tree', () => {
    let visitor: Visitor
    const fieldIn = async (title: string): Promise<AccessNode> => {
      const match = flatten(await readAccessTree(visitor.page)).find(
        ({ role, name }) => PICKERS.includes(role) && name.startsWith(title),
      )
      if (!match) throw new Error(`no picker is called ${title}`)
      return match
    }
    const listIn = async (title: string): Promise<AccessNode | undefined> =>
      flatten(await readAccessTree(visitor.page)).find(
        ({ role, name }) => role === 'listbox' && name.startsWith(title),
      )
    const optionsIn = async (title: string) => {
      const list = await listIn(title)
      return list ? findByRole(list.children, 'option') : []
    }
    const isSelected = ({ states }: AccessNode) => states.selected === true
    const open = async (id: string) => {
      // Until the picker has loaded, a plain input with the same id stands in its place.
      await visitor.page.locator(`[id="${id}"][role="combobox"]`).click()
      await visitor.page.locator('.ant-select-dropdown:visible .ant-select-item').first().waitFor()
    }

    beforeAll(async () => {
      visitor = await stage.visit()
      await visitor.signIn('demo-government')
      await visitor.goAfresh('/rescueMissionPublish')
    })
    afterAll(() => visitor?.close())

    test('a searchable list exposes all options by name and describes the chosen option', async () => {
      const { page } = visitor
      expect(await fieldIn('灾害类型')).toMatchObject({ description: '', states: { expanded: false } })
      await open('rescueMission-disasterType')
      expect((await fieldIn('灾害类型')).states.expanded).toBe(true)
      const options = await optionsIn('灾害类型')
      expect(options).toHaveLength(countOf('disasterType'))
      expect(options.filter(({ name }) => name === '')).toEqual([])
      expect(options.filter(isSelected)).toEqual([])
      const [first, second] = options
      expect(second?.name).not.toBe(first?.name)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => (await fieldIn('灾害类型')).description)
        .toMatch(new RegExp(`^已选：${second?.name}`))
      await open('rescueMission-disasterType')
      expect((await optionsIn('灾害类型')).filter(isSelected).map(({ name }) => name)).toEqual([second?.name])
      await page.keyboard.type('没有这一种')
      await page.locator('.ant-select-item-empty').waitFor()
      expect((await listIn('灾害类型'))?.role).toBe('listbox')
      await page.keyboard.press('Escape')
    })

    test('a region picker names each level and exposes its chosen value', async () => {
      const { page } = visitor
      await page.locator('[id="rescueMission-region"] select').first().selectOption('35')
      const region = findByRole(await readAccessTree(page), 'group').find(({ name }) =>
        /地区|地点/.test(name),
      )
      const levels = flatten(region?.children ?? []).filter(({ role }) => PICKERS.includes(role))
      expect(levels.map(({ name, value }) => [name, value])).toEqual([
        ['省级', '福建省'],
        ['市级', '市级（可不选）'],
        ['区县', '区县（可不选）'],
        ['搜索地区', ''],
      ])
      await page.getByRole('searchbox', { name: '搜索地区' }).fill('鼓楼')
      await page.getByRole('list', { name: '找到的地区' }).waitFor()
      const [offers] = findByRole(await readAccessTree(page), 'list', '找到的地区')
      expect(findByRole(offers?.children ?? [], 'button').every(({ name }) => name.includes('鼓楼'))).toBe(
        true,
      )
      await page.getByRole('searchbox', { name: '搜索地区' }).fill('')
    })

    test('a multiple-choice list is multiselectable and describes how many and which options are chosen', async () => {
      const { page } = visitor
      await visitor.signIn('demo-operator')
      await visitor.goAfresh('/console/rescueForce/new')
      const title = titleOf('rescueForce', 'specialty')
      await open('rescueForce-specialty')
      expect((await listIn(title))?.states.multiselectable).toBe(true)
      const options = await optionsIn(title)
      expect(options).toHaveLength(countOf('rescueSpecialty'))
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const names = options.slice(0, 2).map(({ name }) => name)
      await expect
        .poll(async () => (await fieldIn(title)).description)
        .toMatch(new RegExp(`^已选 2 项：${names.join('、')}`))
      expect((await optionsIn(title)).filter(isSelected).map(({ name }) => name)).toEqual(names)
      await page.keyboard.press('Escape')
    })

    test('reference pickers for one and for several items expose named options and the chosen value', async () => {
      const { page } = visitor
      await visitor.signIn('demo-operator')
      await visitor.goAfresh('/console/resourceScene/new')
      for (const name of ['companyId', 'resourceIds']) {
        const title = titleOf('resourceScene', name)
        await open(`resourceScene-${name}`)
        const options = await optionsIn(title)
        expect(options.length).toBeGreaterThan(1)
        expect(options.filter((option) => option.name === '')).toEqual([])
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
        await expect
          .poll(async () => (await fieldIn(title)).description)
          .toMatch(new RegExp(`^已选：${options[0]?.name.slice(0, 4)}`))
      }
    })

    test('a date field exposes its date, and its calendar exposes the chosen day', async () => {
      const { page } = visitor
      await visitor.goAfresh('/console/exhibition/new')
      await page.locator('[id="exhibition-startDate"]').fill('2026-07-01')
      await page.keyboard.press('Tab')
      const nodes = await readAccessTree(page)
      const field = flatten(nodes).find(({ role, name }) => role === 'textbox' && name.startsWith('开始日期'))
      expect(field?.value).toBe('2026-07-01')
      const [opener] = findByRole(nodes, 'button', '打开开始日期的日历')
      expect(opener?.states.expanded).toBe(false)
      await page.keyboard.press('Enter')
      await page.locator('.eq-date-popup .eq-day:focus').waitFor()
      const days = flatten(await readAccessTree(page)).filter(({ name }) => /^2026年7月\d+日/.test(name))
      const isChosen = ({ states }: AccessNode) => states.selected === true || states.pressed === 'true'
      expect(days.filter(isChosen).map(({ name }) => name)).toEqual([expect.stringContaining('2026年7月1日')])
      await page.keyboard.press('Escape')
    })

    test('list filters and the page size expose a name and the chosen value', async () => {
      const { page } = visitor
      await visitor.goAfresh('/goodsLst?region=350000')
      // Names of regions come after the list.
      await page.getByRole('button', { name: '所在地区：福建省', exact: true }).waitFor()
      const main = findByRole(await readAccessTree(page), 'main')
      const groups = findByRole(main, 'group').map(({ name, children }) => {
        const pressed = flatten(children).filter(({ states }) => states.pressed === 'true')
        return [name, pressed.map((button) => button.name)]
      })
      expect(groups).toEqual(expect.arrayContaining([['装备类型：大类', ['全部']]]))
      const [region] = findByRole(main, 'button', '所在地区：福建省')
      expect(region?.states.expanded).toBe(false)
      expect(findByRole(main, 'combobox', '每页条数')[0]?.value).toBe('10 条/页')
      await page.getByRole('button', { name: '所在地区：福建省', exact: true }).click()
      await page.getByRole('group', { name: '选择所在地区' }).waitFor()
      const panel = findByRole(await readAccessTree(page), 'group', '选择所在地区')
      const provinces = findByRole(findByRole(panel, 'list', '省级'), 'button')
      expect(provinces.length).toBeGreaterThan(30)
      expect(provinces.filter(({ states }) => states.pressed === 'true').map(({ name }) => name)).toEqual([
        '福建省',
      ])
      await page.keyboard.press('Escape')
    })

    test('the site search exposes suggestions as a named list with the selected option', async () => {
      const { page } = visitor
      await page.getByRole('button', { name: '站内搜索' }).click()
      await page.getByRole('combobox', { name: '站内搜索' }).fill('排水')
      await page.getByRole('listbox', { name: '搜索建议' }).waitFor()
      await page.keyboard.press('ArrowDown')
      const nodes = await readAccessTree(page)
      expect(findByRole(nodes, 'combobox', '站内搜索')[0]).toMatchObject({
        value: '排水',
        states: { expanded: true },
      })
      const options = findByRole(findByRole(nodes, 'listbox', '搜索建议'), 'option')
      expect(options.length).toBeGreaterThan(1)
      expect(options.findIndex(isSelected)).toBe(0)
    })
  })
