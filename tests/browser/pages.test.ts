// Holds that every page of the configuration opens: its title, no error, no overflow, nothing inaccessible.
import { beforeAll, expect, test } from 'vitest'
import { loadConfiguration } from '../../src/config/load.ts'
import type { Model, Page } from '../../src/shared/model.ts'
import { ROOT } from '../support/source-files.ts'
import { describeInBrowser } from './support/browser-test.ts'
import { findViolations } from './support/find-violations.ts'
import type { Visitor } from './support/visit.ts'

const loaded = await loadConfiguration(ROOT)
if (!loaded.ok) throw new Error(`the configuration is refused: ${loaded.problems[0]?.message}`)
const { model } = loaded

/** Signed-in pages are opened by somebody who may see them. */
const SOMEBODY = 'demo-unit'

/** Public list of the type that an info call belongs to; an edit page wants an item of one's own. */
function listOf({ operations }: Model, page: Page): string | undefined {
  const source = 'source' in page ? page.source : page.kind === 'form' ? page.load : undefined
  const type = operations.find(({ id }) => id === source?.operation)?.content?.type
  const list = operations.find(({ content }) => content?.type === type && content?.action === 'list')
  return list && `${list.path}?limit=1${page.kind === 'form' ? '&mine=true' : ''}`
}

describeInBrowser('pages', (stage) => {
  const ids = new Map<string, string>()

  beforeAll(async () => {
    const { url } = stage.portal
    const answer = await fetch(`${url}/newapi/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: SOMEBODY, password: 'demo-password' }),
    })
    const { token } = ((await answer.json()) as { data: { token: string } }).data
    for (const page of model.pages) {
      const list = page.params.id?.required ? listOf(model, page) : undefined
      if (!list) continue
      const found = await fetch(`${url}${list}`, { headers: { token } })
      const { data } = (await found.json()) as { data: { list: { id: string }[] } }
      ids.set(page.id, data.list[0]?.id ?? '')
    }
  })

  async function open(visitor: Visitor, page: Page): Promise<void> {
    const id = ids.get(page.id)
    await visitor.go(`${page.path.replace(/\/:\w+\?/g, '')}${id === undefined ? '' : `?id=${id}`}`)
  }

  for (const width of [1440, 768, 390])
    test.each(model.pages.map((page) => [page.path, page] as const))(
      `NAV-02 %s at ${width} px`,
      async (_, page) => {
        const visitor = await stage.visit({ width })
        const isForMembers = !page.access.includes('anyone')
        if (isForMembers) await visitor.signIn(SOMEBODY)
        await open(visitor, page)
        expect(await visitor.page.title()).toBe(`${page.title} - 应急装备信息网`)
        expect(visitor.page.url()).toContain(page.path.split('/:')[0])
        const overflow = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, 'wider than the screen').toBeLessThanOrEqual(0)
        if (page.shell === 'site' && page.path !== '/home-page')
          expect(await visitor.page.getByRole('navigation', { name: '当前位置' }).textContent()).toContain(
            page.title,
          )
        expect(await findViolations(visitor.page)).toEqual([])
        expect(visitor.problems).toEqual([])
        await visitor.close()
      },
    )
})
