// Tests editing and review in the operator console: references, comparison, states, actions by role.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { findViolations } from '../support/find-violations.ts'
import { callPortal, signInBehind } from '../support/operator.ts'
import { settle, type Visitor } from '../support/visit.ts'

const SOON = { timeout: 15_000 }
const TITLE = '沿海地区防风排涝装备集中检修工作启动，首批排水车与应急照明设备完成下水试验并返回各储备库待命'
const REASON = '请补充外机型号与所用燃油标号后重新提交。'

export const theDesk = (stage: Stage) =>
  describe('editing and review in the operator console', () => {
    let operator: Visitor
    let author: Visitor
    let visitor: Visitor
    beforeAll(async () => {
      operator = await stage.visit()
      author = await stage.visit()
      visitor = await stage.visit({ width: 390 })
      await operator.signIn('demo-operator')
      await author.signIn('demo-unit')
    })
    afterAll(() => Promise.all([operator, author, visitor].map((somebody) => somebody?.close())))

    const buttons = (page: Page) =>
      page.locator('.eq-article .eq-actions').getByRole('button').allTextContents()

    async function decide(
      page: Page,
      label: string,
      said: string,
      words?: readonly [string, string],
      isWarned = false,
    ): Promise<void> {
      await page.getByRole('button', { name: label, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: label })
      if (words) await dialog.getByRole('textbox', { name: words[0] }).fill(words[1])
      await dialog.getByRole('button', { name: /^确定/ }).click()
      if (isWarned) await dialog.getByRole('button', { name: '核对无误，仍然提交' }).click()
      await page.getByText(said, { exact: true }).first().waitFor(SOON)
      await dialog.waitFor({ state: 'hidden' })
      await settle(page)
    }

    test.each([390, 360])(
      'the bar of actions shows every button whole on a phone of %i px',
      async (width) => {
        const phone = await stage.visit({ width, height: 844, within: operator.context })
        await phone.go('/needDetail?id=D054')
        const bar = phone.page.locator('.eq-article > .eq-actions')
        await bar.getByRole('button', { name: '通过并上线' }).waitFor(SOON)
        expect(await bar.locator('> :is(button, a, details)').count()).toBeGreaterThan(3)
        const { scrollWidth, clientWidth } = await bar.evaluate((element) => ({
          scrollWidth: element.scrollWidth,
          clientWidth: element.clientWidth,
        }))
        expect(scrollWidth).toBe(clientWidth)
        await bar.getByText('更多').click()
        const print = await bar.getByRole('button', { name: '打印' }).boundingBox()
        const box = await bar.boundingBox()
        expect((print?.y ?? 0) + (print?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
        expect(print?.x).toBeGreaterThanOrEqual(0)
        await phone.close()
      },
    )

    test('a reference is picked by typing and arrow keys, and the form has cover and attachment fields', async () => {
      const { page } = operator
      await operator.go('/console/news/new')
      const picker = page.getByRole('combobox', { name: /所属专题/ })
      await picker.waitFor(SOON)
      await picker.click()
      const options = page.locator('.ant-select-item-option')
      await options.first().waitFor(SOON)
      expect(await findViolations(page)).toEqual([])
      await picker.fill('没有这样的专题')
      await page.getByText('没有找到“没有这样的专题”，请换一个词').waitFor(SOON)
      await picker.fill('')
      await options.first().waitFor(SOON)
      const wanted = (await options.first().locator('span > span').first().textContent()) ?? ''
      // Entries that have just come are gone through from the first, once the list says that it is at it.
      const isAt = (at: number) =>
        options.nth(at).and(page.locator('.ant-select-item-option-active')).waitFor(SOON)
      await isAt(0)
      await page.keyboard.press('ArrowDown')
      await isAt(1)
      await page.keyboard.press('ArrowUp')
      await isAt(0)
      await page.keyboard.press('Enter')
      await page.locator('.eq-picker').getByText(wanted, { exact: true }).waitFor(SOON)
      await page.locator('[id="news-title"]').fill(TITLE)
      await page.locator('[id="news-source"]').fill('示例日报')
      await page.getByRole('textbox', { name: /正文/ }).click()
      await page.keyboard.type('首批排水车与应急照明设备完成下水试验，运行平稳，已返回各储备库待命。')
      await page.locator('[id="news-cover"] input[type=file]').waitFor({ state: 'attached' })
      await page.locator('[id="news-attachments"] input[type=file]').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: '预览', exact: true }).click()
      for (const [screen, width] of [
        ['电脑', 1280],
        ['手机', 390],
      ] as const) {
        await page.getByRole('button', { name: screen, exact: true }).click()
        const frame = page.frameLocator(`iframe[title="预览（${screen}）"]`)
        await frame.locator('main h1').getByText(TITLE, { exact: true }).waitFor(SOON)
        await frame.getByText('首批排水车与应急照明设备完成下水试验').first().waitFor(SOON)
        expect(await frame.locator('body').evaluate(() => window.innerWidth)).toBe(width)
        expect(await frame.getByRole('button', { name: '点赞' }).count()).toBe(0)
      }
      await page.getByRole('button', { name: '关闭' }).click()
      await page.getByRole('button', { name: '提交', exact: true }).click()
      // Its title is long and it has no summary, which are warnings: shown at the fields, passed by a second confirmation.
      await page.getByRole('heading', { name: '有 2 处需要核对' }).waitFor(SOON)
      // Not in the colour of errors.
      const colors = await page.locator('.eq-summary h2').evaluate((heading) => {
        const style = getComputedStyle(heading)
        const probe = document.body.appendChild(document.createElement('i'))
        const colorOf = (name: string) => {
          probe.style.color = `var(${name})`
          return getComputedStyle(probe).color
        }
        const found = { shown: style.color, warning: colorOf('--eq-warning'), error: colorOf('--eq-alert') }
        probe.remove()
        return found
      })
      expect(colors.shown).toBe(colors.warning)
      expect(colors.shown).not.toBe(colors.error)
      const field = page.locator('[id="news-summary"]')
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByText('没有填写“摘要”').count()).toBe(2)
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('button', { name: '核对无误，仍然提交' }).click()
      await page.getByText('已提交，等待初审').waitFor(SOON)
      expect(operator.problems.filter((problem) => !problem.includes('422'))).toEqual([])
    })

    test('a detail page has the item title in window title, breadcrumb and description', async () => {
      const { page } = visitor
      const path = '/cmsInfo/sortedList?limit=1'
      const { list } = await callPortal<{ list: { id: string; title: string }[] }>(stage.portal.url, path)
      const [item] = list
      await visitor.go('/cmsIndex-page')
      const before = await page.title()
      await visitor.go(`/threePage?id=${item?.id}`)
      await expect.poll(() => page.title(), SOON).toContain(item?.title.slice(0, 20))
      expect(await page.locator('[aria-current=page]').textContent()).toContain(item?.title.slice(0, 20))
      const description = page.locator('meta[name=description]')
      expect(await description.getAttribute('content')).not.toMatch(/装备资讯、招标采购/)
      await page.goBack()
      await expect.poll(() => page.title(), SOON).toBe(before)
      expect(await description.getAttribute('content')).toMatch(/装备资讯、招标采购|资讯/)
    })

    test('TTL-01 a zone has a title bar, and a comparison of up to 4 items persists across pages and tabs', async () => {
      const { page } = visitor
      await visitor.go('/FloodZone')
      expect(await page.locator('.eq-title-bar').getByRole('button', { name: '返回' }).count()).toBe(1)
      expect(await page.locator('main h1').count()).toBe(1)
      const path = '/bidding/list?limit=6'
      const { list } = await callPortal<{ list: { id: string; title: string }[] }>(stage.portal.url, path)
      for (const { id } of list.slice(0, 5)) {
        await visitor.go(`/threePageBind?id=${id}`)
        const add = page.locator('.eq-article').getByRole('button', { name: '加入比对' })
        const isInReach = await add.evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
        expect(isInReach, 'above the bar of what is compared').toBe(true)
        await add.click()
        await settle(page)
      }
      await page.getByText('最多同时比对 4 项，请先移除一项').waitFor(SOON)
      await visitor.go('/tenderingBidding-page')
      const tray = page.getByRole('region', { name: '公告比对栏' })
      await tray.getByRole('button', { name: /公告比对 4\/4/ }).click()
      expect(await findViolations(page)).toEqual([])
      await tray.getByRole('button', { name: `移出比对 ${list[0]?.title}` }).click()
      await tray.getByRole('button', { name: /公告比对 3\/4/ }).waitFor(SOON)
      await tray.getByRole('button', { name: '撤销' }).click()
      await tray.getByRole('button', { name: /公告比对 4\/4/ }).waitFor(SOON)
      await tray.getByRole('link', { name: '开始比对' }).click()
      await page.locator('main table').waitFor(SOON)
      expect(await tray.count(), 'the comparison itself needs no tray').toBe(0)
      const tab = await stage.visit({ within: visitor.context })
      await tab.go('/biddingCompare')
      await expect.poll(() => decodeURIComponent(tab.page.url()).split(',').length, SOON).toBe(4)
      await tab.close()
    })

    test('every state is a filter, and a deleted item is listed there and restored', async () => {
      const { page } = operator
      await operator.go('/console/news')
      await page.getByRole('button', { name: '筛选：状态' }).click()
      const states = page.getByRole('group', { name: '状态' })
      expect(await states.getByRole('button').allTextContents()).toEqual([
        '全部',
        '草稿',
        '待初审',
        '待复审',
        '待终审',
        '待定时上线',
        '已上线',
        '已下线',
        '已到期',
        '已退回',
        '已归档',
        '已删除',
      ])
      await page.locator('main').getByRole('link', { name: TITLE }).first().click()
      await settle(page)
      expect(await page.title()).toMatch(/^沿海地区防风排涝装备集中检修/)
      expect((await page.title()).length).toBeLessThan(75)
      expect(await page.locator('[aria-current=page]').textContent()).toMatch(/^沿海地区.*…$/)
      await decide(page, '紧急发布', '已紧急发布', ['紧急发布的原因', '汛情紧急，值班领导同意先行发布'])
      await decide(page, '下线', '已下线')
      await decide(page, '删除', '已删除')
      expect(await page.locator('main h1').textContent()).toBe(TITLE)
      expect(await page.getByText('加载失败').count()).toBe(0)
      await operator.go('/console/news?status=deleted')
      await page.locator('main').getByRole('link', { name: TITLE }).first().click()
      await settle(page)
      await decide(page, '恢复', '已恢复，当前未上线')
      await decide(page, '重新提交审核', '已提交，等待初审', undefined, true)
      // The browser notes each answer with warnings.
      expect(operator.problems.filter((problem) => !problem.includes('status of 422'))).toEqual([])
    })

    test('author and operator see only their actions, and the edit form shows the refusal reason', async () => {
      const { url } = stage.portal
      const token = await signInBehind(url, 'demo-unit')
      const { id } = await callPortal<{ id: string }>(url, '/zhihu/add', token, {
        title: '橡皮艇外机低温启动困难怎么办？',
        sysCategoryId: 'C04',
      })
      await author.go(`/threePageZhihu?id=${id}`)
      const own = await buttons(author.page)
      expect(own).toContain('撤回')
      for (const label of ['点赞', '收藏', '分享', '通过并上线']) expect(own.join()).not.toContain(label)
      expect(await author.page.getByRole('link', { name: '举报' }).count()).toBe(0)
      await operator.go(`/console/zhihu/item?id=${id}`)
      expect(await buttons(operator.page)).toEqual(['通过并上线', '不予通过', '删除'])
      await decide(operator.page, '不予通过', '已退回发布者', ['退回原因', REASON])
      await author.go(`/zhihuEdit?id=${id}`)
      await author.page.getByText(`审核意见：${REASON}`).waitFor(SOON)
      expect(await findViolations(author.page)).toEqual([])
      await author.go(`/threePageZhihu?id=${id}`)
      await decide(author.page, '删除', '已删除')
      await author.page.getByText('已删除').first().waitFor(SOON)
      expect(await author.page.locator('.eq-state').count()).toBe(1)
      expect(await author.page.getByRole('link', { name: /^返回/ }).count()).toBe(1)
      expect(author.problems).toEqual([])
    })

    test('an auditor executes permitted transitions, one by one and in bulk, and sees no other button', async () => {
      const { url } = stage.portal
      const auditor = await stage.visit()
      await auditor.signIn('demo-auditor')
      const brigade = await signInBehind(url, 'demo-fireControl')
      const first = async (path: string) =>
        (await callPortal<{ list: { id: string }[] }>(url, path, brigade)).list[0]?.id ?? ''
      const activityId = await first('/incubate/activity/list?limit=1')
      const fireOrgId = await first('/incubate/fire/control/org?limit=1')
      const apply = (title: string) =>
        callPortal<{ id: string }>(url, '/incubate/demands/apply', brigade, {
          activityId,
          fireOrgId,
          title,
          application: 'AP02',
          equipmentType: 'E004',
          background: '下穿通道、地下车库积水时，常规排水车难以进入低矮空间。',
          indicators: [{ name: '额定流量', unit: 'm³/h', require: '≥1000' }],
          expectedForm: ['1'],
          expectedDate: '2099-06-30',
          contactName: '需求联系人',
          contactPhone: '13900000031',
        })
      const [one, other] = [await apply('地下空间低矮排水机器人'), await apply('高层供水接力泵组')]
      await auditor.go('/console/queue?dataType=incubateDemand')
      await auditor.page.locator('main').getByRole('link', { name: '地下空间低矮排水机器人' }).first().click()
      await settle(auditor.page)
      expect(await buttons(auditor.page)).toEqual(['通过并发布', '退回修改', '不予通过'])
      expect(await findViolations(auditor.page)).toEqual([])
      await decide(auditor.page, '退回修改', '已退回', ['审核意见', REASON])
      expect(await buttons(auditor.page)).toEqual([])
      await auditor.go(`/console/incubateDemand/item?id=${other.id}`)
      await decide(auditor.page, '通过并发布', '已上线')
      const stateOf = async ({ id }: { id: string }) =>
        (await callPortal<{ status: string }>(url, `/incubate/demands/info/${id}`, brigade)).status
      expect([await stateOf(one), await stateOf(other)]).toEqual(['returned', 'online'])
      const three = [await apply('桥下净空排水机器人'), await apply('隧道排水机器人')]
      await auditor.go('/console/incubateDemand')
      for (const title of ['桥下净空排水机器人', '隧道排水机器人', '地下空间低矮排水机器人'])
        await auditor.page.locator('main tr', { hasText: title }).getByRole('checkbox').first().check()
      const many = auditor.page.locator('.eq-bulk')
      expect(await many.getByRole('button').allTextContents()).toEqual(['通过并发布', '退回修改', '不予通过'])
      await many.getByRole('button', { name: '通过并发布' }).click()
      await auditor.page
        .getByRole('dialog', { name: '通过并发布' })
        .getByRole('button', { name: /^确定/ })
        .click()
      const told = auditor.page.getByRole('dialog', { name: '通过并发布：结果' })
      await told.getByText('完成 2 条，未办理 1 条，原因如下。').waitFor(SOON)
      await told.getByRole('button', { name: '知道了' }).click()
      expect(await Promise.all(three.map(stateOf))).toEqual(['online', 'online'])
      // What operators alone decide he reads.
      const token = await signInBehind(url, 'demo-unit')
      const post = await callPortal<{ id: string }>(url, '/zhihu/add', token, {
        title: '排水泵车柴油机高原功率下降多少？',
        sysCategoryId: 'C04',
      })
      await auditor.go(`/console/zhihu/item?id=${post.id}`)
      await auditor.page.getByText('排水泵车柴油机高原功率下降多少？').first().waitFor(SOON)
      expect(await buttons(auditor.page)).toEqual([])
      expect(auditor.problems).toEqual([])
      await auditor.close()
    })
  })
