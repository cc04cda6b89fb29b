// Tests the import of a table: template, refused file, cancellation, error report, valid rows.
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Stage } from '../support/browser-test.ts'
import { look } from '../support/look.ts'
import { walkedAt } from '../support/widths.ts'

const HEAD = '装备名称,型号,应用场景,装备简介,额定流量（m³/h）'
const INTRO = '用于城市内涝与下穿隧道排水的垂直式抢险车，展开快、扬程高。'

/** The last row has too small a flow. */
function table(mark: string, rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, index) => {
    const flow = index === rows - 1 ? 99 : 3000
    return `某型排水抢险车,${mark}-${index},防汛抗旱,${INTRO},${flow}`
  })
  return Buffer.from([HEAD, ...lines].join('\r\n'))
}

export const importing = (stage: Stage) =>
  describe('table import', () => {
    test.each(walkedAt(390))(
      'checks rows, can be cancelled, reports errors and imports the valid rows, at %i px',
      async (width) => {
        const visitor = await stage.visit({ width })
        const { page } = visitor
        await visitor.signIn('demo-supplier')
        await visitor.go('/myPublications')
        await page.getByRole('link', { name: '批量导入装备' }).first().click()
        const type = page.getByLabel('选择装备类型')
        await type.waitFor()
        await look(page, 'import-choose')
        await type.selectOption({ label: '垂直式供排水抢险车' })
        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: 'CSV 模板' }).click()
        const template = await saved
        expect(template.suggestedFilename()).toBe('垂直式供排水抢险车导入模板.csv')
        expect(await readFile(await template.path(), 'utf8')).toContain('额定流量（m³/h）')

        const send = (name: string, buffer: Buffer) =>
          page.getByLabel('选择文件').setInputFiles({ name, mimeType: 'text/csv', buffer })
        await send('别的.csv', Buffer.from('品名,价钱\r\n泵,1'))
        await page.getByText(/未知的列：“品名”、“价钱”/).waitFor()
        await look(page, 'import-refused')

        // Stopped while it is checked: nothing is kept of it.
        let go: () => void = () => undefined
        const stopped = new Promise<void>((resolve) => {
          go = resolve
        })
        let steps = 0
        await page.route('**/import/step*', async (route) => {
          steps += 1
          if (steps > 1) await stopped
          await route.continue().catch(() => undefined) // given up meanwhile
        })
        await send('很多.csv', table(`X${width}`, 800))
        await page.getByText(/^已检查 250 \/ 800 行$/).waitFor()
        await look(page, 'import-checking', { isWorking: true })
        await page.getByRole('button', { name: '取消导入' }).click()
        await type.waitFor()
        go()
        await page.unroute('**/import/step*')

        await type.selectOption({ label: '垂直式供排水抢险车' })
        await send('装备.csv', table(`B${width}`, 4))
        await page.getByText(/^共 4 行/).waitFor()
        await page.getByRole('cell', { name: '额定流量不能小于 1000' }).waitFor()
        await look(page, 'import-verdict')
        const report = page.waitForEvent('download')
        await page.getByRole('button', { name: '下载（Excel）' }).click()
        expect((await report).suggestedFilename()).toBe('导入问题.xlsx')

        // What was not decided is there after a reload, and the decision is made once.
        await page.reload()
        await page.getByRole('button', { name: '只导入正确的 3 行' }).click()
        await page.getByText('已导入 3 行').waitFor()
        await look(page, 'import-done')
        await page.getByRole('link', { name: '查看导入的内容' }).click()
        await page.getByText('某型排水抢险车').first().waitFor()
        await page.getByText('待审核').filter({ visible: true }).first().waitFor()
        await visitor.close()
      },
    )
  })
