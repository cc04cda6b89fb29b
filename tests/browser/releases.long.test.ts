// Checks a release in the browser: an edit and a change of the menu are looked at by link, published and taken back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser } from './support/browser-test.ts'
import { callPortal, signInBehind } from './support/operator.ts'
import type { Visitor } from './support/visit.ts'
import { settle } from './support/visit.ts'

const SOON = { timeout: 60_000 }
const NAME = '节前首页改版'
const MENU = '新闻动态栏目'
const TITLE = '节前检修的最新安排'

interface Article extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly title: string
  readonly revision: number
  readonly change?: { readonly revision: number }
}

describeInBrowser('a release of an edit and a change of the menu', (stage) => {
  let operator: Visitor
  let guest: Visitor
  let article: Article
  const url = () => stage.portal.url
  const menu = () => guest.page.locator('header').getByText(MENU).first()
  const heading = (title: string) => guest.page.locator('main h1').getByText(title, { exact: true })

  beforeAll(async () => {
    const editor = await signInBehind(url(), 'demo-editor')
    const online = await callPortal<{ list: Article[] }>(
      url(),
      '/operator/news/manage?status=online&limit=1',
      editor,
    )
    const id = online.list[0]?.id ?? ''
    article = await callPortal<Article>(url(), `/cmsInfo/info/${id}`, editor)
    const names = ['topicId', 'summary', 'content', 'source', 'isTop', 'cover', 'zone', 'tags', 'region']
    const fields = names.filter((name) => article[name] !== null && article[name] !== undefined)
    await callPortal(url(), '/operator/news/update', editor, {
      ...Object.fromEntries(fields.map((name) => [name, article[name]])),
      id,
      revision: article.revision,
      title: TITLE,
    })
    for (const name of ['demo-reviewer', 'demo-reviewer-2']) {
      const reviewer = await signInBehind(url(), name)
      const { change } = await callPortal<Article>(url(), `/cmsInfo/info/${id}`, reviewer)
      await callPortal(url(), `/operator/news/pass?id=${id}&change=${change?.revision}`, reviewer)
    }
    const token = await signInBehind(url(), 'demo-operator')
    const file = 'pages-config~menu.json'
    const { published } = await callPortal<{ published: string }>(
      url(),
      `/operator/configuration/info/${file}`,
      token,
    )
    const nodes = JSON.parse(published)
    nodes.items.find((node: { id: string }) => node.id === 'news').title = MENU
    await callPortal(url(), '/operator/configuration/save', token, { id: file, text: JSON.stringify(nodes) })
    operator = await stage.visit()
    await operator.signIn('demo-operator')
    guest = await stage.visit()
  }, 240_000)
  afterAll(async () => {
    await operator?.close()
    await guest?.close()
  })

  async function confirm(): Promise<void> {
    const dialog = operator.page.getByRole('dialog')
    await dialog.getByRole('button').last().click()
    await dialog.waitFor({ ...SOON, state: 'hidden' })
  }
  async function seen(title: string): Promise<void> {
    await guest.goAfresh(`/threePage?id=${article.id}`)
    await heading(title).waitFor(SOON)
  }

  test('holds both, and is looked at by a visitor with the link, who sees what is public without it', async () => {
    const { page } = operator
    await operator.go('/operator/release/create')
    await page.getByRole('textbox', { name: /名称/ }).fill(NAME)
    await page.getByRole('button', { name: '编制', exact: true }).click()
    await page.getByRole('link', { name: '打开发布计划' }).click()
    await page.getByRole('link', { name: '加入内容' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: article.title })
      .getByRole('button', { name: '加入' })
      .click()
    await confirm()
    await page.getByRole('link', { name: '返回发布计划' }).click()
    await page.getByRole('link', { name: '加入配置' }).click()
    await page.getByRole('button', { name: '加入' }).click()
    await confirm()
    await page.getByRole('link', { name: '返回发布计划' }).click()
    for (const name of [article.title, '修改'])
      await page.getByRole('cell', { name, exact: true }).waitFor(SOON)

    await page.getByRole('link', { name: '预览链接' }).click()
    await page.getByRole('link', { name: '生成链接' }).click()
    await page.getByRole('button', { name: '生成', exact: true }).click()
    const address = page.getByText(/\?preview=[\w-]{43}/).first()
    await address.waitFor(SOON)
    const link = /http\S+\?preview=[\w-]{43}/.exec((await address.textContent()) ?? '')?.[0] ?? ''
    await guest.page.goto(`${link}#/threePage?id=${article.id}`)
    await heading(TITLE).waitFor(SOON)
    await menu().waitFor(SOON)
    await guest.page.getByText(`预览：发布计划“${NAME}”，以访客身份查看`).waitFor(SOON)
    await settle(guest.page)
    await guest.page.goto('about:blank')
    await seen(article.title)
    expect(await menu().count()).toBe(0)
  }, 240_000)

  test('puts both online at once, and takes both back', async () => {
    const { page } = operator
    await operator.go('/operator/release')
    await page.getByRole('link', { name: NAME }).click()
    await page.getByRole('button', { name: '立即发布' }).click()
    await confirm()
    await page.getByText('已发布').first().waitFor(SOON)
    await seen(TITLE)
    await menu().waitFor(SOON)

    await page.getByRole('button', { name: '撤回发布' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('时间有变，先恢复原样')
    await confirm()
    await page.getByText('已撤回').first().waitFor(SOON)
    await seen(article.title)
    expect(await menu().count()).toBe(0)
    expect(operator.problems).toEqual([])
  }, 240_000)
})
