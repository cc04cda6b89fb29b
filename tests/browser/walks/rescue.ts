// Tests a rescue mission in the browser: creation, first-come assignment, reports, rating, map.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '../../support/long-run.ts'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { fillStep } from '../support/fill-form.ts'
import { look } from '../support/look.ts'
import { settle, type Visitor } from '../support/visit.ts'

const TITLE = '晋安河两岸积水抽排'
const LIST = '/rescueMission'
const TOLD_WITHIN = 8_000

const MISSION = {
  title: TITLE,
  disasterType: '10',
  eventLevel: '4',
  occurTime: '2026-01-02T09:00',
  region: '3501',
  place: '晋安区示例路下穿通道',
  situation: '下穿通道积水约 1.6 米，两侧小区地下车库进水，需要大流量排水车。',
  trapped: 0,
  weather: '阵雨',
  commCondition: '1',
  specialtyNeed: ['7'],
  staffNeed: 20,
  dispatchMode: '2',
  rallyPoint: '示例集结点',
  rallyTime: '2026-12-31T09:00',
  commander: '陈指挥',
  commanderMobile: '13912345678',
}
const RATING = {
  scoreSpeed: '5',
  scoreAbility: '4',
  scoreDiscipline: '5',
  scoreEquip: '4',
  content: '到得快，处置得当。',
}
const RATING_BACK = { scoreInformation: '4', scoreCommand: '5', scoreSupport: '3', content: '灾情说明清楚。' }

const BOTH = { widths: [1440, 390] }

export const rescue = (stage: Stage) =>
  describe('a rescue mission', () => {
    let department: Visitor
    let winner: Visitor
    let rival: Visitor
    let address = ''

    beforeAll(async () => {
      department = await stage.visit()
      winner = await stage.visit({ width: 390 })
      rival = await stage.visit()
      await department.signIn('demo-government')
      await winner.signIn('demo-rescueForces-2')
      await rival.signIn('demo-rescueForces')
    })
    afterAll(() => Promise.all([department, winner, rival].map((one) => one?.close())))

    const main = (page: Page) => page.locator('main')
    const form = (id: string) => model.forms.find((one) => one.id === id) as (typeof model.forms)[number]
    const press = (page: Page, name: string) =>
      main(page).getByRole('button', { name, exact: true }).first().click()
    const row = (page: Page) => main(page).locator('tr, article, li', { hasText: TITLE }).first()

    /** Without anything done on that page. */
    const follows = ({ page }: Visitor, words: string) =>
      main(page).getByText(words, { exact: false }).first().waitFor({ timeout: TOLD_WITHIN })

    async function confirm(page: Page, words?: string): Promise<void> {
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      if (words) await dialog.getByRole('textbox').fill(words)
      await dialog.getByRole('button').last().click()
      await dialog.waitFor({ state: 'hidden' })
    }

    test('is created by a department and awaits dispatch', async () => {
      const { page } = department
      await department.go(LIST)
      await look(department.page, 'list', BOTH)
      await department.go('/rescueMissionPublish')
      for (;;) {
        await fillStep(page, model, form('rescueMission'), MISSION)
        const next = page.getByRole('button', { name: '下一步' })
        if ((await next.count()) === 0) break
        await next.click()
        await settle(page)
      }
      await look(department.page, 'publish', BOTH)
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText('任务已创建').first().waitFor()
      await main(page)
        .getByRole('link', { name: /查看|详情/ })
        .first()
        .click()
      await settle(page)
      address = page.url().split('#')[1] ?? ''
      expect(await main(page).textContent()).toContain('待派发')
      await look(department.page, 'draft', BOTH)
    }, 180_000)

    test('appears in the lists of rescue forces of its region as soon as it is offered', async () => {
      await winner.go(LIST)
      await rival.go(LIST)
      expect(await row(winner.page).count()).toBe(0)
      await press(department.page, '开放接取')
      await confirm(department.page).catch(() => undefined)
      await Promise.all([follows(winner, TITLE), follows(rival, TITLE), follows(department, '待接取')])
      await look(rival.page, 'offered', BOTH)
    }, 180_000)

    test('is assigned to the first force that accepts, and disappears from the page of the other force', async () => {
      await winner.go(address)
      await rival.go(address)
      expect(await main(winner.page).textContent()).not.toContain(MISSION.commanderMobile.slice(-4))
      await look(winner.page, 'before-taking', BOTH)
      await press(winner.page, '接取任务')
      await confirm(winner.page)
      await follows(winner, '已接取')
      await follows(department, '已接取')
      await follows(department, '示例水域救援队')
      expect(await main(winner.page).textContent()).toContain('陈指挥')
      // His page was open before, and what it showed is no longer his to read.
      const { page } = rival
      await follows(rival, '该任务已被其他救援力量接取')
      expect(await main(page).textContent()).not.toContain(TITLE)
      await rival.goAfresh(LIST)
      expect(await row(page).count()).toBe(0)
      await look(winner.page, 'taken', BOTH)
    }, 180_000)

    test('receives progress reports with photographs, which the department sees without a reload', async () => {
      const { page } = winner
      const stages = [
        ['1', '两车 18 人已出发', '赶赴现场'],
        ['2', '到达通道口，开始侦察', '现场处置'],
        ['3', '积水降至 0.6 米', '现场处置'],
        ['4', '积水抽排完毕', '待确认'],
      ] as const
      for (const [value, title, state] of stages) {
        await winner.go(address)
        await main(page).getByRole('link', { name: '报告进展' }).first().click()
        await settle(page)
        await fillStep(page, model, form('missionReport'), {
          stage: value,
          title,
          reportTime: '2026-01-02T10:00',
          place: '晋安区示例路下穿通道',
          staffOut: 18,
          content: '按计划推进，人员安全。',
          ...(value === '2' ? { photos: ['x', 'y'] } : {}),
        })
        if (value === '2') await look(winner.page, 'report', BOTH)
        await page.getByRole('button', { name: '提交', exact: true }).click()
        await page.getByText('进展已报告').first().waitFor()
        await follows(department, title)
        await follows(department, state)
      }
      await look(department.page, 'delivered', BOTH)
      const { page: desk } = department
      await main(desk).getByRole('link', { name: '到达通道口，开始侦察' }).first().click()
      await main(desk).locator('img:visible').first().waitFor()
      await settle(desk)
      expect(await main(desk).locator('img:visible').count()).toBe(2)
      await look(department.page, 'photographs', BOTH)
      await department.go(address)
    }, 240_000)

    test('is confirmed, rated by both sides and archived', async () => {
      await press(department.page, '确认完成')
      await confirm(department.page).catch(() => undefined)
      await winner.go(address)
      await follows(department, '待评价')
      for (const [who, button, id, answers] of [
        [department, '评价队伍', 'missionRating', RATING],
        [winner, '评价派发方', 'dispatchRating', RATING_BACK],
      ] as const) {
        const { page } = who
        await press(page, button)
        await page.locator(`[id^="${id}-"]`).first().waitFor()
        await fillStep(page, model, form(id), answers)
        await look(who.page, id, BOTH)
        await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
      await follows(department, '已归档')
      await follows(winner, '已归档')
      for (const who of [department, winner]) {
        const seen = (await main(who.page).textContent()) ?? ''
        for (const said of [
          '开放接取',
          '接取任务',
          '出发',
          '到达现场',
          '处置完毕',
          '确认完成',
          '评价队伍',
          '评价派发方',
        ])
          expect(seen).toContain(said)
        for (const said of [RATING.content, RATING_BACK.content]) expect(seen).toContain(said)
      }
      await look(department.page, 'archived', BOTH)
      expect([department.problems, winner.problems]).toEqual([[], []])
      // He was refused what somebody else had, and no longer reads it.
      expect(rival.problems.filter((one) => !/\b(404|409)\b/.test(one))).toEqual([])
    }, 240_000)

    test('is hidden on the map from other forces and visitors, while rescue forces are public', async () => {
      await rival.go('/oneMap-page?kinds=rescueMission')
      await look(rival.page, 'map', BOTH)
      const seen = (await main(rival.page).textContent()) ?? ''
      expect(seen).toContain('台江片区内涝抽排')
      expect(seen).not.toContain(TITLE)
      const stranger = await stage.visit()
      await stranger.go('/oneMap-page')
      const shown = (await main(stranger.page).textContent()) ?? ''
      expect(shown).toContain('救援力量')
      expect(shown).not.toContain('救援任务')
      await stranger.close()
    }, 120_000)

    test('the remaining rescue pages have no accessibility violation or overflow', async () => {
      const others: readonly (readonly [Visitor, path: string, name: string, words: string])[] = [
        [rival, '/rescueForceList', 'forces', '示例水域救援队'],
        [rival, '/rescueForceDetail?id=RF001', 'force', '大流量排水抢险车'],
        [department, '/rescueDroneTable', 'drones', 'YL-X100'],
        [department, '/rescueParameters', 'parameters', '建议派发半径'],
        [rival, '/myRescueDrones', 'my-drones', 'YL-M30'],
        [department, '/myRescueMissions', 'mine', TITLE],
      ]
      for (const [who, path, name, words] of someOf(others, 1)) {
        await who.go(path)
        expect(await main(who.page).textContent(), path).toContain(words)
        await look(who.page, name, BOTH)
      }
    }, 240_000)
  })
