// Tests hot reload: changed configuration files appear in the open browser without loss of input.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { IS_LONG } from '../support/long-run.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { type CopiedPortal, copyPortal } from './support/copy-portal.ts'
import { DEMO_PASSWORD } from './support/start-portal.ts'
import { settle } from './support/visit.ts'

/** However busy the machine is; how long it takes is measured by `npm run bench -- --only reload`. */
const WITHIN_MS = 20_000

let copy: CopiedPortal | undefined
const root = (): string => {
  copy ??= copyPortal()
  return copy.root
}
afterAll(() => copy?.remove())

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root(), path), 'utf8')) as Record<string, unknown>

function writeJson(path: string, content: object): void {
  mkdirSync(dirname(join(root(), path)), { recursive: true })
  writeFileSync(join(root(), path), JSON.stringify(content, null, 2))
}

/** Waits until `text`, which `act` brings about, stands on the page. */
async function untilShown(page: Page, text: string, act: () => void): Promise<void> {
  act()
  await page.getByText(text).first().waitFor({ state: 'attached', timeout: WITHIN_MS })
}

describeInBrowser(
  'hot reload',
  (stage) => {
    test('a new zone file adds its zone to the menu of the open browser', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/prefecture-page')
      await page.waitForTimeout(500) // the websocket opens after the first drawing
      const zone = readJson('zones-config/flood.json')
      await untilShown(page, '地震专区', () =>
        writeJson('zones-config/earthquake.json', {
          ...zone,
          title: '地震专区',
          path: '/EarthquakeZone',
          order: 99,
        }),
      )
      await visitor.go('/EarthquakeZone')
      expect(await page.title()).toBe('地震专区 - 应急装备信息网')
      expect(await page.locator('main section a').count()).toBeGreaterThan(0)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })

    test('a changed page file updates the open page and keeps typed text, focus and scroll position', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/needMore-page')
      await page.waitForTimeout(500)
      await page.getByRole('button', { name: '站内搜索' }).click()
      const box = page.getByRole('combobox', { name: '站内搜索' })
      await box.fill('写了一半')
      await page.evaluate(() => window.scrollTo(0, 120))
      const definition = readJson('pages-config/demand/more.json')
      await untilShown(page, '全部装备需求', () =>
        writeJson('pages-config/demand/more.json', { ...definition, title: '全部装备需求' }),
      )
      expect(await box.inputValue()).toBe('写了一半')
      expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await page.evaluate(() => window.scrollY)).toBe(120)
      expect(await page.title()).toBe('全部装备需求 - 应急装备信息网')
      await visitor.close()
    })

    test('an invalid file keeps the last valid configuration and shows its location until corrected', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.go('/aboutUs')
      await page.waitForTimeout(500)
      const good = readJson('pages-config/about/us.json')
      await untilShown(page, 'pages-config/about/us.json:', () =>
        writeJson('pages-config/about/us.json', { ...good, tittle: '写错的键' }),
      )
      const panel = page.getByRole('alert', { name: '配置有误' })
      expect(await panel.textContent()).toContain('tittle')
      expect(await page.locator('main h1').textContent()).toBe(good.title)
      expect(stage.portal.output()).toContain('pages-config/about/us.json')
      writeJson('pages-config/about/us.json', good)
      await panel.waitFor({ state: 'detached' })
      await visitor.close()
    })

    test('a changed form keeps typed text and lists added, removed and narrowed fields', async () => {
      const wish = (properties: object) => ({
        $schema: '../config/content-type.schema.json',
        version: 1,
        title: '装备心愿',
        lifecycle: 'note',
        fields: { type: 'object', required: ['title'], properties },
        endpoints: { add: { at: 'POST /wish/add', access: ['anyone'] } },
      })
      const title = { type: 'string', title: '心愿', minLength: 2, maxLength: 60 }
      const person = { type: 'string', title: '联系人', maxLength: 20 }
      const form = {
        $schema: '../../schemas/config/page.schema.json',
        kind: 'form',
        path: '/wishForm',
        title: '说出心愿',
        parent: 'home',
        form: 'wish',
        submit: 'wish.add',
        draft: true,
        receipt: { title: '心愿已收到', next: '谢谢。' },
      }
      writeJson('schemas/content/wish.json', wish({ title, person }))
      writeJson('pages-config/wish/form.json', form)
      const visitor = await stage.visit()
      const { page } = visitor
      await expect
        .poll(() => visitor.go('/wishForm').then(() => page.locator('main h1').textContent()), {
          timeout: WITHIN_MS,
        })
        .toBe('说出心愿')
      await page.waitForTimeout(500)
      await page.getByRole('textbox', { name: '心愿' }).fill('轻一些的移动排水泵站和配套电缆')
      await page.getByRole('textbox', { name: '联系人' }).fill('王工')
      writeJson(
        'schemas/content/wish.json',
        wish({
          title: { ...title, maxLength: 10 },
          power: { type: 'string', title: '电源要求', maxLength: 40 },
        }),
      )
      const word = page.getByRole('status', { name: '表单的变化' })
      await word.waitFor()
      const said = (await word.textContent()) ?? ''
      for (const words of [
        '新增了“电源要求”',
        '不再需要“联系人”，您填写的“王工”仍留在草稿中',
        '“心愿”现在最多 10 字，您填写的是 15 字，请修改',
      ])
        expect(said).toContain(words)
      expect(await page.getByRole('textbox', { name: '心愿' }).inputValue()).toBe(
        '轻一些的移动排水泵站和配套电缆',
      )
      await page.getByRole('textbox', { name: '电源要求' }).fill('380 伏')
      await page.getByText('草稿已保存').waitFor()

      // Opened anew: the draft tells the same, and what is asked again is there again.
      writeJson('schemas/content/wish.json', wish({ title, person }))
      await page.waitForTimeout(2_000)
      await page.reload()
      await page.getByRole('button', { name: '继续填写' }).click()
      expect(await page.getByRole('textbox', { name: '联系人' }).inputValue()).toBe('王工')
      expect(await page.getByRole('textbox', { name: '心愿' }).inputValue()).toBe(
        '轻一些的移动排水泵站和配套电缆',
      )
      await word.waitFor()
      expect(await word.textContent()).toContain('不再需要“电源要求”，您填写的“380 伏”仍留在草稿中')
      await visitor.close()
    })

    test('one content type file and three page files create a list, a detail page and a publishing form', async () => {
      const visitor = await stage.visit()
      const { page } = visitor
      await visitor.signIn('demo-unit')
      await visitor.go('/home-page')
      await page.waitForTimeout(500)
      writeJson('schemas/content/lesson.json', {
        $schema: '../config/content-type.schema.json',
        version: 1,
        title: '救援案例',
        lifecycle: 'moderated',
        fields: {
          type: 'object',
          required: ['title', 'lesson'],
          properties: {
            title: { type: 'string', title: '案例名称', minLength: 4, maxLength: 60, 'x-search': 'A' },
            lesson: {
              type: 'string',
              title: '经验教训',
              minLength: 10,
              maxLength: 2000,
              'x-widget': 'textarea',
            },
          },
        },
        endpoints: {
          list: 'GET /lesson/list',
          info: 'GET /lesson/info/{id}',
          add: 'POST /lesson/add',
          online: 'GET /lesson/online',
        },
      })
      const pageSchema = '../../schemas/config/page.schema.json'
      writeJson('pages-config/lesson/list.json', {
        $schema: pageSchema,
        kind: 'list',
        path: '/lessons',
        title: '救援案例',
        source: 'lesson.list',
        view: 'rows',
        filters: ['keyWord'],
        columns: ['title', 'publishedAt'],
        open: { page: 'lesson/detail', params: { id: '{item.id}' } },
        actions: [{ do: 'open', page: 'lesson/publish', label: '发布案例' }],
      })
      writeJson('pages-config/lesson/detail.json', {
        $schema: pageSchema,
        kind: 'detail',
        path: '/lessonDetail',
        title: '案例详情',
        parent: 'lesson/list',
        params: { id: { required: true } },
        source: { operation: 'lesson.info', params: { id: '{query.id}' } },
        body: ['lesson'],
      })
      writeJson('pages-config/lesson/publish.json', {
        $schema: pageSchema,
        kind: 'form',
        path: '/lessonPublish',
        title: '发布案例',
        parent: 'lesson/list',
        access: ['participant'],
        form: 'lesson',
        submit: 'lesson.add',
        receipt: { title: '案例已提交', next: '审核通过后公开展示。' },
      })
      await expect
        .poll(() => fetch(`${stage.portal.url}/newapi/lesson/list`).then(({ status }) => status), {
          interval: 20,
          timeout: WITHIN_MS,
        })
        .toBe(200)

      // The open browser hears of it a moment after the server has it.
      await expect
        .poll(() => visitor.go('/lessons').then(() => page.url()), { timeout: WITHIN_MS })
        .toContain('/lessons')
      await page.getByRole('link', { name: '发布案例' }).click()
      await settle(page)
      await page.getByRole('button', { name: '提交' }).click()
      await page.getByRole('alert').filter({ hasText: '有 2 处需要修改' }).waitFor()
      await page.getByRole('textbox', { name: '案例名称' }).fill('山洪转移救援案例')
      await page.getByRole('textbox', { name: '经验教训' }).fill('提前转移，靠前布置，通信先行。')
      await page.getByRole('button', { name: '提交' }).click()
      await page.getByText('案例已提交').waitFor()

      const ask = (path: string, init?: RequestInit) =>
        fetch(`${stage.portal.url}${path}`, init).then((answer) => answer.json())
      const { data } = (await ask('/newapi/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'demo-operator', password: DEMO_PASSWORD }),
      })) as { data: { token: string } }
      const headers = { token: data.token }
      const pending = (await ask('/newapi/lesson/list?status=pending', { headers })) as {
        data: { list: { id: string }[] }
      }
      await ask(`/newapi/lesson/online?id=${pending.data.list[0]?.id}`, { headers })
      await visitor.go('/home-page')
      await visitor.go('/lessons')
      await page.getByRole('link', { name: '山洪转移救援案例' }).click()
      await settle(page)
      expect(await page.locator('main').textContent()).toContain('提前转移，靠前布置，通信先行。')
      expect(visitor.problems).toEqual([])
      await visitor.close()
    })
  },
  () => ({ root: root(), env: { NODE_ENV: 'development' }, isEmbedded: IS_LONG }),
)
