// Tests the sanitising of rich text and plain text: hostile markup, acting addresses, blocks, broken tags.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sanitiseRichText, tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { isBlankRichText, RICH_TEXT_ATTRIBUTES, RICH_TEXT_VALUES } from '#shared/rich-text/policy.ts'
import { HOSTILE_CASES } from '../../../support/hostile-texts.ts'
import { BLOCK_CASES, CUT_OFF, SWALLOWING } from '../../../support/rich-text/block-cases.ts'

const PICTURE = '/file/fileOperation/download/0f8fad5b-d9cb-469f-a165-70867728950e'

const FORBIDDEN = [
  /<\s*(script|style|svg|math|iframe|object|embed|form|input|button|base|meta|link|video|template|textarea|noscript|body|details)\b/i,
  /<[^>]*\son\w+\s*=/i,
  /<[^>]*\s(style|class|id|name|srcdoc|action)\s*=/i,
  /(href|src)\s*=\s*"?\s*(javascript|vbscript|data):/i,
  /(href|src)\s*=\s*"[/\\]{2}/i,
  /src="https?:/i,
]

/** Addresses of our own that are called, not read. */
const ACTING = [
  '/newapi/api/sms/sendCode?mobile=13800138000',
  '/newapi/v2/sms/getLoginCaptcha?mobile=13800138000',
  '/NEWAPI/cmsInfo/like?id=1',
  '/%6eewapi/cmsInfo/like?id=1',
  '/./newapi/cmsInfo/like?id=1',
  '/x/../newapi/cmsInfo/like?id=1',
  '/x/..\\newapi/cmsInfo/like?id=1',
  '/%2e/newapi/cmsInfo/like?id=1',
  '/new\tapi/cmsInfo/like?id=1',
  '/messageInfo/send',
  '/file/fileOperation/info?id=1',
  '/file/fileOperation/download/../../../newapi/cmsInfo/like',
  `${PICTURE}/../../newapi/cmsInfo/like`,
  '/websocket',
]

/** The first element that may have the attribute. */
const tagWith = (name: string) =>
  Object.keys(RICH_TEXT_ATTRIBUTES).find((tag) => RICH_TEXT_ATTRIBUTES[tag]?.includes(name))

describe('rich text on the server', () => {
  test.each(HOSTILE_CASES)('contains no active markup after it is sanitised: %s', (_, html) => {
    const clean = sanitiseRichText(html)
    for (const pattern of FORBIDDEN) expect(clean).not.toMatch(pattern)
    expect(sanitiseRichText(clean)).toBe(clean)
  })

  test.each([
    ['<p>正文 <strong>粗</strong></p>', '<p>正文 <strong>粗</strong></p>'],
    [
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    ],
    [`<img src="${PICTURE}" alt="图" />`, `<img src="${PICTURE}" alt="图" />`],
    [`<video src="${PICTURE}" title="演练"></video>`, `<video src="${PICTURE}" title="演练"></video>`],
    ...Object.entries(RICH_TEXT_VALUES).flatMap(([name, values]) =>
      values.map((value) => {
        const tag = tagWith(name)
        const html =
          tag === 'p' ? `<p ${name}="${value}">字</p>` : `<p>字<${tag} ${name}="${value}">字</${tag}></p>`
        return [html, html]
      }),
    ),
    ['<p><span data-note="end" id="x">字</span></p>', '<p><span>字</span></p>'],
    [`<a href="${PICTURE}">附件</a>`, `<a href="${PICTURE}">附件</a>`],
    ['<a href="#/threePage?id=1">内</a>', '<a href="#/threePage?id=1">内</a>'],
    [
      '<a href="https://example.org/">外</a>',
      '<a href="https://example.org/" rel="noopener noreferrer nofollow" target="_blank">外</a>',
    ],
    ['流量 < 3000 & 扬程 > 8', '流量 &lt; 3000 &amp; 扬程 &gt; 8'],
  ])('keeps permitted markup: %j', (html, expected) => {
    expect(sanitiseRichText(html)).toBe(expected)
  })

  test('drops other values of an attribute that has only some, and all styles', () => {
    const html =
      '<p data-align="left" data-indent="9" style="color:red" class="x">字</p><td data-align="center">格</td>'
    expect(sanitiseRichText(html)).toBe('<p>字</p><p>格</p>')
  })

  test('drops videos of other sites and their sources', () => {
    const html = `<p>文<video src="https://example.org/a.mp4"></video><video><source src="${PICTURE}"></video></p>`
    expect(sanitiseRichText(html)).toBe('<p>文</p>')
  })

  test.each(Object.entries(RICH_TEXT_VALUES))(
    'the style sheet has a rule for each value of %s',
    (name, values) => {
      const css = readFileSync('src/portal/styles/widgets.css', 'utf8')
      for (const value of values) expect(css).toContain(`.eq-rich-text [${name}="${value}"]`)
    },
  )

  test.each(ACTING)('drops the picture and the link to the acting address %s', (address) => {
    expect(sanitiseRichText(`<p>文<img src="${address}" alt="图" /></p>`)).toBe('<p>文</p>')
    expect(sanitiseRichText(`<a href="${address}">文</a>`)).toBe('<a>文</a>')
  })

  test.each([
    ['<p>&nbsp;</p><br />', true],
    ['<p>字</p>', false],
    [`<img src="${PICTURE}" />`, false],
  ])('counts %j as blank: %s', (html, expected) => {
    expect(isBlankRichText(html)).toBe(expected)
  })
})

/** As a browser writes it. */
function clean(html: string): string {
  return sanitiseRichText(html).replaceAll(' />', '>')
}

test.each(BLOCK_CASES)(
  'rich text on the server keeps each block on a line of its own: %s',
  (_, html, expected) => {
    expect(clean(html)).toBe(expected)
    expect(clean(expected)).toBe(expected)
  },
)

test.each(SWALLOWING)('rich text on the server keeps all text after an unclosed <%s>', (tag) => {
  expect(clean(`<p>前</p><${tag}><p>后 x</p><div>末</div>`)).toBe('<p>前</p><p>后 x</p><p>末</p>')
})

test.each(CUT_OFF)(
  'rich text on the server keeps the text of %j, which ends within a tag',
  (html, expected) => {
    expect(clean(html)).toBe(expected)
  },
)

test('rich text on the server sanitises deep and broken markup within 20 seconds and keeps its text', () => {
  const started = Date.now()
  for (const part of [
    '<div>',
    '<b>',
    '<svg>',
    '<a b="',
    '<a',
    '<!--',
    '</',
    '<p><button>',
    '<script>',
    '<svg><style/>',
  ])
    expect(clean(`${part.repeat(100_000 / part.length)}<p>末</p>`)).toContain('末')
  expect(Date.now() - started).toBeLessThan(20_000)
})

describe('plain text', () => {
  test.each(['流量 < 3000 & 扬程 > 8', '流量 Q<Qmax 且 H>20m，单独 x<y 结束', 'a<b', '<b>粗</b>&lt;b&gt;'])(
    'keeps markup characters as written: %s',
    (text) => expect(tidyPlainText(` ${text}\n`)).toBe(text),
  )
})

test('the hostile cases contain at least 100 different texts', () => {
  expect(new Set(HOSTILE_CASES.map(([, text]) => text)).size).toBeGreaterThanOrEqual(100)
})
