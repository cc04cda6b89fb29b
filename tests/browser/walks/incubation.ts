// Tests an incubation in the browser: demand, declaration, pairing, materials, audit, archive.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_LONG, someOf } from '../../support/long-run.ts'
import { model } from '../../support/portal-model.ts'
import type { Stage } from '../support/browser-test.ts'
import { type Answers, fillStep } from '../support/fill-form.ts'
import { look } from '../support/look.ts'
import { settle, type Visitor } from '../support/visit.ts'

const DEMAND_TITLE = '下穿通道低矮排水机器人'
const TITLE = '低矮空间遥控排水机器人样机研制'
const TOLD_WITHIN = 15_000

const DEMAND = {
  activityId: '2025 年第三批消防装备孵化活动（示例）',
  title: DEMAND_TITLE,
  fireOrgId: '演示甲总队第一支队',
  application: 'AP02',
  equipmentType: 'E004',
  region: '4201',
  background: '下穿通道、地下车库积水时，常规排水车难以进入低矮空间，需要可遥控进入的排水机器人。',
  indicators: [{ name: '额定流量', unit: 'm³/h', require: '≥1000' }],
  expectedForm: ['1', '5'],
  expectedDate: '2099-06-30',
  contactName: '林参谋',
  contactPhone: '13912345671',
}
const DECLARATION = {
  title: TITLE,
  unitName: '示例江海排水设备有限公司',
  uscc: '91350100M000100Y43',
  unitLeadingNature: 'UN03',
  unitIntro: '长期从事排水抢险装备的研制与服务，有试验场地与检测条件。',
  leaderName: '周工',
  leaderMobile: '13912345672',
  solution:
    '采用低矮履带底盘与可更换作业单元，动力与作业单元分置，由软管和电缆连接，可遥控进入地下空间连续作业，部署时间不超过十分钟，并预留图像回传接口。',
  indicatorReply: [{ name: '额定流量', unit: 'm³/h', require: '≥1000', promise: '1200' }],
  innovation: '作业单元快换，低矮空间内可连续工作。',
  trl: '6',
  hasPrototype: true,
  schedule: [{ stage: '样机', start: '2026-01-01', end: '2026-12-31', output: '样机 1 台' }],
  files: ['x'],
}
const SUMMARY = {
  title: '排水机器人孵化总结',
  resultForm: ['1'],
  conclusion: '1',
  indicatorResult: [{ name: '额定流量', actual: '1210' }],
  testSituation: '在示例训练基地完成三轮抽排试验，流量与高度均达到要求。',
  files: ['x'],
}

export const incubation = (stage: Stage) =>
  describe('an incubation', () => {
    let brigade: Visitor
    let maker: Visitor
    let host: Visitor
    let demand = ''
    let declaration = ''

    beforeAll(async () => {
      brigade = await stage.visit()
      maker = await stage.visit({ width: 390 })
      host = await stage.visit()
      await brigade.signIn('demo-fireControl')
      await maker.signIn('demo-supplier')
      await host.signIn('demo-manageOrg')
    })
    afterAll(() => Promise.all([brigade, maker, host].map((one) => one?.close())))

    const main = (page: Page) => page.locator('main')
    const form = (id: string) => model.forms.find((one) => one.id === id) as (typeof model.forms)[number]
    /** Without anything done on that page. */
    const follows = ({ page }: Visitor, words: string) =>
      main(page).getByText(words).first().waitFor({ timeout: TOLD_WITHIN })
    const allFollow = (words: string) => Promise.all([brigade, maker, host].map((one) => follows(one, words)))
    const openLink = async ({ page }: Visitor, name: string | RegExp) => {
      await main(page).getByRole('link', { name }).first().click()
      await settle(page)
    }

    /** At both widths. */
    const lookAt = ({ page }: Visitor, name: string) => look(page, name, { widths: [1440, 390] })

    /** Step by step as far as the last button; each looked at in the long run, since all forms are drawn of the same inputs. */
    async function fillSteps(who: Visitor, id: string, answers: Answers, name: string): Promise<void> {
      const { page } = who
      for (let step = 1; ; step += 1) {
        await fillStep(page, model, form(id), answers)
        if (IS_LONG) await lookAt(who, `${name}-${step}`)
        const next = page.getByRole('button', { name: '下一步' })
        if ((await next.count()) === 0) break
        await next.click()
        await settle(page)
      }
    }

    async function handIn({ page }: Visitor, receipt: string): Promise<void> {
      await page.getByRole('button', { name: '提交', exact: true }).click()
      await page.getByText(receipt).first().waitFor()
    }

    async function press({ page }: Visitor, step: string, words?: string): Promise<void> {
      await main(page).getByRole('button', { name: step, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      if (words) await dialog.getByRole('textbox').fill(words)
      await dialog.getByRole('button').last().click()
      await dialog.waitFor({ state: 'hidden' })
    }

    /** What a list says it holds. */
    async function countOf(who: Visitor, path: string): Promise<number> {
      await who.goAfresh(path)
      const said = (await main(who.page).textContent()) ?? ''
      return Number(/共\s*(\d+)\s*条结果/.exec(said)?.[1] ?? Number.NaN)
    }

    /** The titles of the steps taken, the latest first, as the page tells them. */
    const timeline = ({ page }: Visitor) => main(page).locator('.eq-timeline li').allTextContents()

    test('a submitted demand appears in the review queue of the host', async () => {
      const waiting = await countOf(host, '/equipment-incubation-queue')
      await brigade.go('/equipment-incubation-apply')
      await fillSteps(brigade, 'incubateDemand', DEMAND, 'apply')
      await handIn(brigade, '需求申请已提交')
      await lookAt(brigade, 'apply-receipt')
      expect(await countOf(host, '/equipment-incubation-queue')).toBe(waiting + 1)
      await lookAt(host, 'queue')
      await openLink(host, DEMAND_TITLE)
      await follows(host, '待审核')
      await lookAt(host, 'demand-waits')
      demand = host.page.url().split('#')[1] ?? ''
    }, 240_000)

    test('approval by the host publishes the demand to other accounts', async () => {
      const { page } = host
      await brigade.go(demand)
      await openLink(host, '审核需求')
      await fillStep(page, model, form('incubateDemandAudit'), {
        auditResult: '1',
        opinion: '需求明确，同意发布',
      })
      await lookAt(host, 'demand-audit')
      await handIn(host, '审核已完成')
      await follows(brigade, '已上线')
      await lookAt(brigade, 'demand-online')
      await maker.go('/equipment-incubation')
      await follows(maker, DEMAND_TITLE)
      await lookAt(maker, 'list')
    }, 180_000)

    test('a declaration is resumed from its draft, submitted and listed for the brigade', async () => {
      const { page } = maker
      const before = await countOf(brigade, '/equipment-incubation-declarations')
      await maker.go(demand)
      await lookAt(maker, 'demand-maker')
      await openLink(maker, /我要申报/)
      await fillStep(page, model, form('incubateDeclare'), { title: TITLE })
      await page.getByText('草稿已保存').first().waitFor()
      await maker.goAfresh('/userPage/drafts')
      await follows(maker, TITLE)
      await lookAt(maker, 'drafts')
      await maker.go(demand)
      await openLink(maker, /我要申报/)
      await page.getByRole('button', { name: '继续填写' }).click()
      await settle(page)
      await fillSteps(maker, 'incubateDeclare', DECLARATION, 'declare')
      await handIn(maker, '申报已提交')
      await lookAt(maker, 'declare-receipt')
      expect(await countOf(brigade, '/equipment-incubation-declarations')).toBe(before + 1)
      await lookAt(brigade, 'declarations')
      await openLink(brigade, TITLE)
      await lookAt(brigade, 'declaration')
      declaration = brigade.page.url().split('#')[1] ?? ''
    }, 300_000)

    test('a second declaration for the same demand is refused before the form is filled in', async () => {
      const { page } = maker
      await maker.goAfresh('/equipment-incubation-declare')
      await page.getByRole('combobox', { name: /孵化需求/ }).fill(DEMAND_TITLE)
      await page.locator('.ant-select-item-option', { hasText: DEMAND_TITLE }).first().click()
      await follows(maker, '您已提交过孵化申报（')
      await follows(maker, '您已为该项提交过孵化申报，请另选孵化需求')
      await lookAt(maker, 'declare-twice')
      await maker.goAfresh(`/equipment-incubation-declare?demandId=${demand.split('id=')[1]}`)
      await page.getByRole('heading', { name: '您已提交过孵化申报' }).waitFor()
      expect(await page.getByRole('button', { name: '下一步' }).count()).toBe(0)
    }, 120_000)

    test('the brigade pairs with the declarant, receives materials and completes the pairing', async () => {
      for (const who of [maker, host]) await who.go(declaration)
      await press(brigade, '结对')
      await allFollow('结对研制中')
      await openLink(maker, '上传材料')
      await fillStep(maker.page, model, form('incubateMaterial'), {
        title: '样机试验报告',
        note: '三轮试验的记录与照片。',
        files: ['x'],
      })
      await lookAt(maker, 'upload')
      await handIn(maker, '材料已上传')
      await maker.go(declaration)
      await allFollow('样机试验报告')
      await main(brigade.page).getByRole('button', { name: '结对完成', exact: true }).first().click()
      await brigade.page.locator('[id^="incubateCompletion-"]').first().waitFor()
      await fillStep(brigade.page, model, form('incubateCompletion'), {
        completeRemark: '样机与试验报告已交付',
      })
      await lookAt(brigade, 'complete')
      await brigade.page.getByRole('dialog').getByRole('button', { name: '结对完成', exact: true }).click()
      await allFollow('待成果审核')
    }, 240_000)

    test('the result is audited by the host, summarised by the declarant, confirmed and archived', async () => {
      await openLink(host, '审核成果')
      await fillStep(host.page, model, form('incubateAudit'), {
        scoreNeed: 28,
        scoreTech: 22,
        auditResult: '1',
        opinion: '样机达到指标，同意通过',
      })
      await lookAt(host, 'audit')
      await handIn(host, '审核已完成')
      await Promise.all([brigade, maker].map((one) => follows(one, '待总结')))
      await openLink(maker, '提交总结')
      await fillSteps(maker, 'incubateSummary', SUMMARY, 'summary')
      await handIn(maker, '总结已提交')
      await follows(brigade, '待确认成果')
      await press(brigade, '确认成果')
      for (const who of [maker, host]) await who.go(declaration)
      await allFollow('已归档')
      for (const who of [brigade, maker, host]) {
        const steps = (await timeline(who)).join('\n')
        for (const step of ['提交', '结对', '结对完成', '审核通过', '提交总结', '确认成果'])
          expect(steps).toContain(step)
      }
      for (const [who, name] of [
        [brigade, 'archived-brigade'],
        [maker, 'archived-maker'],
        [host, 'archived-host'],
      ] as const)
        await lookAt(who, name)
      await brigade.go(demand)
      await lookAt(brigade, 'demand-done')
      expect([brigade.problems, maker.problems, host.problems]).toEqual([[], [], []])
    }, 300_000)

    test('the remaining incubation pages have no accessibility violation or overflow', async () => {
      const others: readonly (readonly [Visitor, path: string, name: string, words: string])[] = [
        [maker, '/equipment-incubation-activity?id=202503', 'activity', '规则'],
        [maker, '/equipment-incubation-declarations', 'declarations-maker', TITLE],
        [brigade, '/equipment-incubation-demands', 'demands', DEMAND_TITLE],
        [host, '/equipment-incubation-summaries', 'summaries', SUMMARY.title],
        [host, '/incubateActivityPublish', 'activity-add', '发布孵化活动'],
      ]
      for (const [who, path, name, words] of someOf(others, 1)) {
        await who.go(path)
        await follows(who, words)
        await lookAt(who, name)
      }
    }, 240_000)
  })
