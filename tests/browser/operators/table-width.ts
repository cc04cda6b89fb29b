// Tests that tables of the console and of the map need no scroll bars at 1440 px.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'

const TABLES = [
  '/console/queue',
  '/console/comment',
  '/console/user',
  '/console/delegation',
  '/console/news',
  '/console/encyclopedia',
  '/oneMap-page?view=table',
]

/** Boxes around or in a table that scroll by themselves, and cells whose content is wider than they are. */
function readScrolling(): string[] {
  const table = document.querySelector('main table')
  const boxes: Element[] = []
  for (let box = table?.parentElement; box && box.localName !== 'main'; box = box.parentElement)
    boxes.push(box)
  return [
    ...(table ? [] : ['no table']),
    ...boxes
      .filter(
        (box) =>
          getComputedStyle(box).overflowX !== 'visible' &&
          (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1),
      )
      .map((box) => `${box.className} ${box.scrollWidth}/${box.clientWidth}`),
    // A fixed cell has its shadow beside it; a line of the console that is cut off says so by its dots.
    ...[...(table?.querySelectorAll('th, td') ?? [])]
      .filter(
        (cell) => !cell.matches('.ant-table-cell-fix, .ant-table-cell-fix-start, .ant-table-cell-fix-end'),
      )
      .filter((cell) => getComputedStyle(cell).textOverflow !== 'ellipsis')
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => `cell ${cell.textContent} ${cell.scrollWidth}/${cell.clientWidth}`),
  ]
}

export const tableWidths = (stage: Stage) =>
  test('tables of the console and of the map have no scroll bars on a computer', async () => {
    const visitor = await stage.visit({ width: 1440, height: 900 })
    await visitor.signIn('demo-operator')
    const faults: string[] = []
    for (const path of TABLES) {
      await visitor.go(path)
      await visitor.page.locator('main table').first().waitFor()
      const read = (page: Page) => page.evaluate(readScrolling)
      faults.push(...(await read(visitor.page)).map((fault) => `${path}: ${fault}`))
      const { SHOTS } = process.env
      if (SHOTS)
        await visitor.page.screenshot({
          path: `${SHOTS}/table${path.replace(/\W/g, '_')}.png`,
          fullPage: true,
        })
    }
    expect(faults).toEqual([])
    await visitor.close()
  })
