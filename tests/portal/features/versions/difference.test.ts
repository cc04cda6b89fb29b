// Tests what a comparison of two texts marks as inserted and deleted, in Chinese and in formatted text.
import { describe, expect, test } from 'vitest'
import {
  compareBlocks,
  compareWords,
  type LinePair,
  type Part,
} from '#portal/features/versions/difference.ts'
import { toBlocks, toLines } from '#portal/features/versions/text-blocks.ts'

const shown = (parts: readonly Part[] = []): string =>
  parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')
const pairsOf = (pairs: readonly LinePair[]) =>
  pairs.map(({ before, after }) => [before && shown(before.parts), after && shown(after.parts)])

describe('words of a changed text', () => {
  test.each([
    [
      '额定流量不低于 3000 立方米每小时。',
      '额定流量不低于 5000 立方米每小时。',
      '额定流量不低于 [3000] 立方米每小时。',
      '额定流量不低于 [5000] 立方米每小时。',
    ],
    [
      '本批装备由省厅统一采购。',
      '本批装备由应急管理部统一采购和验收。',
      '本批装备由[省厅]统一采购。',
      '本批装备由[应急管理部]统一采购[和验收]。',
    ],
    ['排水车已到位', '排水车已到位，随时可以出动', '排水车已到位', '排水车已到位[，随时可以出动]'],
    ['', '新写的一段', '', '[新写的一段]'],
  ])('“%s” and “%s” are marked word by word', (before, after, old, now) => {
    const [one, other] = compareWords(before, after)
    expect([shown(one), shown(other)]).toEqual([old, now])
  })
})

describe('paragraphs of a changed text', () => {
  test('stand beside what they were made from, and new and deleted ones alone', () => {
    const before = '第一段没有改动。\n第二段说流量是三千立方米。\n第三段后来删去了。'
    const after = '第一段没有改动。\n第二段说流量是五千立方米。\n末尾另加一段全新内容。'
    expect(pairsOf(compareBlocks(toLines(before), toLines(after)))).toEqual([
      ['第一段没有改动。', '第一段没有改动。'],
      ['第二段说流量是[三千]立方米。', '第二段说流量是[五千]立方米。'],
      ['[第三段后来删去了。]', null],
      [null, '[末尾另加一段全新内容。]'],
    ])
  })

  test('of formatted text keep headings, lists, tables and pictures apart, without their markup', () => {
    const html =
      '<h2>概况</h2><p>甲 <strong>乙</strong></p><ul><li><p>一</p></li><li>二</li></ul>' +
      '<table><tbody><tr><td>泵</td><td>3000</td></tr></tbody></table><p><img src="/file/1" alt="现场"></p>'
    expect(toBlocks(html)).toEqual([
      { kind: 'heading', text: '概况' },
      { kind: 'paragraph', text: '甲 乙' },
      { kind: 'item', text: '一' },
      { kind: 'item', text: '二' },
      { kind: 'row', text: '泵 | 3000' },
      { kind: 'picture', text: '现场', src: '/file/1' },
    ])
  })
})
