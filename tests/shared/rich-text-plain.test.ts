// Tests the conversion of rich text to plain text.
import { expect, test } from 'vitest'
import { toPlainText } from '#shared/rich-text/plain-text.ts'

test.each([
  ['<p>甲</p><p>乙</p>', '甲\n乙'],
  ['甲<p>乙</p>', '甲\n乙'],
  ['<ul><li>甲<ul><li>乙</li></ul></li></ul>', '甲\n乙'],
  ['<table><tbody><tr><th>甲</th><td>乙</td></tr><tr><td>丙</td></tr></tbody></table>', '甲 乙\n丙'],
  ['<figure><img src="/x" alt="">图<figcaption>说明</figcaption></figure>', '图\n说明'],
  ['<h2>题</h2>文<strong>重</strong>点<br />行<hr />末', '题\n文重点\n行\n末'],
  ['<p>流量<span data-note="foot">按标准</span>不低于</p>', '流量（注：按标准）不低于'],
  ['流量 < 3000', '流量 < 3000'],
])('toPlainText writes each block of %j as one line', (html, expected) => {
  expect(toPlainText(html)).toBe(expected)
})
