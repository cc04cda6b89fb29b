// Provides printing a page as the browser does, and reading what stands on its sheets.
import type { Page } from 'playwright-core'

export interface Sheet {
  /** From top to end, each joined from left to right. */
  readonly lines: readonly string[]
}

interface Word {
  readonly str: string
  readonly transform: readonly number[]
}

/**
 * A font may have one shape for a character and for the radical that it is, and its text comes back as the radical:
 * those without a decomposition, each before its character.
 */
const RADICALS = new Map(
  (
    '⺎兀⺏尣⺠民⺫罒⺬示⺼肉⻁虎⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻬齐⻮齿⻰龙⻳龟'.match(
      /../gu,
    ) ?? []
  ).map(([radical = '', character = '']) => [radical, character]),
)

/** Words on one line differ by less, in points. */
const SAME_LINE = 3

/** On A4, without grounds, as browsers print unless told otherwise. */
export async function printSheets(page: Page): Promise<readonly Sheet[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const data = new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true }))
  const document = await getDocument({ data, verbosity: 0 }).promise
  const sheets: Sheet[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    sheets.push({ lines: toLines(items.filter((item) => 'str' in item && item.str.trim()) as Word[]) })
  }
  await document.destroy()
  return sheets
}

function toLines(words: readonly Word[]): string[] {
  const heightOf = ({ transform }: Word) => transform[5] ?? 0
  const rows: Word[][] = []
  for (const word of [...words].sort((a, b) => heightOf(b) - heightOf(a))) {
    const row = rows.at(-1)
    if (row?.[0] && heightOf(row[0]) - heightOf(word) < SAME_LINE) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) =>
    row
      .sort((a, b) => (a.transform[4] ?? 0) - (b.transform[4] ?? 0))
      .map(({ str }) => str)
      .join('')
      .replace(/[\u2e80-\u2fdf]/g, (radical) => RADICALS.get(radical) ?? radical.normalize('NFKC')),
  )
}
