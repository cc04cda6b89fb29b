// Tests the rich-text editor: supported content, sanitising, toolbar by keyboard.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DOMSerializer } from '@tiptap/pm/model'
import { createDocument, getSchema } from '@tiptap/react'
import { describe, expect, test, vi } from 'vitest'
import { cleanHtml, sanitise } from '#portal/ui/format/sanitize-html.ts'
import { EXTENSIONS } from '#portal/widgets/inputs/parts/rich-text/extensions.ts'
import { cleanPasted } from '#portal/widgets/inputs/parts/rich-text/pasted-html.ts'
import { RichText } from '#portal/widgets/media/rich-text.tsx'
import { RICH_TEXT_TAGS, RICH_TEXT_VALUES } from '#shared/rich-text/policy.ts'
import { HOSTILE_CASES } from '../../../support/hostile-texts.ts'
import { BLOCK_CASES, SWALLOWING } from '../../../support/rich-text/block-cases.ts'
import { PASTE_CASES } from '../../../support/rich-text/paste-cases.ts'
import { OneField, oneFieldStore } from './one-field.tsx'
import { field } from './sample-form.ts'

const FIELD = field('body', '正文', { type: 'string' }, { type: 'rich-text' })

async function draw(value: string, onChange = vi.fn(), isLocked = false) {
  const look = { widget: 'rich-text', field: FIELD, value, onChange, disabled: isLocked }
  const store = oneFieldStore(look)
  render(
    <main>
      <OneField {...look} store={store} />
    </main>,
  )
  await waitFor(() => expect(screen.getByRole('textbox', { name: /正文/ })).toBeTruthy())
  return { onChange, set: (now: string) => act(() => store.set('body', now)) }
}

/** What the editor would hand on of a loaded text. */
function throughEditor(html: string): string {
  const schema = getSchema(EXTENSIONS)
  const node = createDocument(cleanHtml(html), schema)
  const box = document.createElement('div')
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(node.content))
  return cleanHtml(box.innerHTML)
}

const PICTURE = '/file/fileOperation/download/0f8fad5b-d9cb-469f-a165-70867728950e'

/** Elements that stand in others, or hold no text. */
const IN_CONTEXT: Readonly<Record<string, string>> = {
  br: '<p>甲<br>乙</p>',
  img: `<img src="${PICTURE}">`,
  video: `<video src="${PICTURE}"></video>`,
  a: '<a href="#/home-page">字</a>',
  li: '<ul><li>字</li></ul>',
  figcaption: `<figure><img src="${PICTURE}"><figcaption>字</figcaption></figure>`,
  ...Object.fromEntries(
    ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'].map((tag) => [
      tag,
      '<table><caption>题</caption><thead><tr><th>项</th></tr></thead><tbody><tr><td>值</td></tr></tbody><tfoot><tr><td>计</td></tr></tfoot></table>',
    ]),
  ),
}
const SAME: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  span: 'p',
  thead: 'tr',
  tfoot: 'tr',
  // Its words become a row: the tables of the editor have rows only.
  caption: 'tr',
}

describe('content of the rich-text editor', () => {
  test.each([
    ['<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4>'],
    ['<p>字<strong>粗</strong><em>斜</em><u>线</u><s>删</s><sub>下</sub><sup>上</sup><code>码</code></p>'],
    ['<blockquote><p>引</p></blockquote><pre><code>文</code></pre><hr>'],
    ['<ul><li><p>甲</p></li></ul><ol start="3"><li><p>乙</p></li></ol>'],
    ['<p><a href="https://example.org/">外</a><a href="#/home-page">内</a></p>'],
    [`<img src="${PICTURE}" alt="图" width="300" height="200">`],
    [`<p>前</p><p><img src="${PICTURE}" alt="图"></p><p>后</p>`],
    [`<p>前</p><video src="${PICTURE}" title="演练"></video><p>后</p>`],
    [
      '<p>流量<span data-note="foot">按 2025 年标准</span>不低于<span data-note="foot">见附件</span> 3000</p>',
    ],
    ...Object.entries(RICH_TEXT_VALUES).flatMap(([name, values]) =>
      values
        .filter(() => name !== 'data-note')
        .map((value) => [`<p ${name}="${value}">字</p><h2 ${name}="${value}">题</h2>`]),
    ),
    [`<figure><img src="${PICTURE}" alt="图"><figcaption>图 1</figcaption></figure>`],
    [
      '<table><tbody><tr><th scope="col"><p>项</p></th></tr><tr><td colspan="2"><p>值</p></td></tr></tbody></table>',
    ],
  ])('%s passes the editor unchanged', (html) => {
    expect(throughEditor(html)).toBe(html)
  })

  test.each(RICH_TEXT_TAGS)('%s of the allow-list stays, or becomes what means the same', (tag) => {
    const html = throughEditor(IN_CONTEXT[tag] ?? `<${tag}>字</${tag}>`)
    expect(html).toContain(`<${SAME[tag] ?? tag}`)
  })

  test('a table without paragraphs keeps every cell', () => {
    const text = throughEditor('<table><thead><tr><th>型号</th></tr></thead><tr><td>SL-600</td></tr></table>')
    expect(text).toContain('<th><p>型号</p></th>')
    expect(text).toContain('<td><p>SL-600</p></td>')
  })
})

test('a video is drawn with controls and is not loaded before it is played', () => {
  const html = sanitise(`<video src="${PICTURE}" title="演练" autoplay></video>`)
  expect(html).toBe(`<video src="${PICTURE}" title="演练" controls="" preload="metadata"></video>`)
})

test('an image whose address is no file is removed from rich text on loading, rendering and editing', () => {
  const html = '<p>文<img src="/newapi/api/sms/sendCode?mobile=13800138000" alt=""></p>'
  for (const clean of [cleanHtml(html), sanitise(html), throughEditor(html)])
    expect(clean).not.toContain('sms')
})

test.each(HOSTILE_CASES)(
  'rich text with %s contains nothing executable after loading, rendering or editing',
  (_, html) => {
    for (const clean of [cleanHtml(html), sanitise(html), throughEditor(html)]) {
      const { body } = new DOMParser().parseFromString(clean, 'text/html')
      for (const element of body.querySelectorAll('*')) {
        expect(element.localName).not.toMatch(
          /^(script|style|svg|math|iframe|object|embed|form|input|button|base|link|meta)$/,
        )
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^(on|style$|srcdoc$|formaction$|id$|name$)/)
          if (name === 'href' || name === 'src')
            expect(value).toMatch(/^(https?:\/\/|mailto:|#|\/(?![/\\]))/i)
        }
      }
    }
  },
)

test.each(PASTE_CASES)(
  'an article pasted from $from keeps its paragraphs, lists, tables, alignment and emphasis',
  ({ html, kept }) => {
    expect(throughEditor(cleanPasted(html))).toBe(kept.join(''))
  },
)

test.each(BLOCK_CASES)('rich text, editor: every block keeps a line of its own: %s', (_, html, expected) => {
  expect(cleanHtml(html)).toBe(expected)
})

test.each(SWALLOWING)('rich text, editor: an unclosed <%s> hides nothing of the text', (tag) => {
  expect(cleanHtml(`<p>前</p><${tag}><p>后 x</p><div>末</div>`)).toBe('<p>前</p><p>后 x</p><p>末</p>')
})

describe('toolbar of the rich-text editor', () => {
  test('is one tab stop, in which arrow keys and End move the focus', async () => {
    await draw('<p>字</p>')
    const bar = screen.getByRole('toolbar', { name: '正文格式' })
    const buttons = [...bar.querySelectorAll('button')]
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    for (const button of buttons)
      expect(button.getAttribute('aria-label') ?? button.textContent).toMatch(/\p{Script=Han}/u)
    await userEvent.tab()
    expect(document.activeElement).toBe(buttons[0])
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(buttons[1])
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(buttons.at(-1))
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(buttons[0])
  })

  test('formats the text and sets the pressed state of the button', async () => {
    const { onChange } = await draw('<p>字</p>')
    await userEvent.click(screen.getByRole('button', { name: '大标题' }))
    expect(onChange).toHaveBeenLastCalledWith('<h2>字</h2>')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '大标题' }).getAttribute('aria-pressed')).toBe('true'),
    )
  })

  test('refuses a link that the allow-list forbids', async () => {
    const { onChange } = await draw('<p>字</p>')
    await userEvent.click(screen.getByRole('button', { name: '链接' }))
    const address = screen.getByRole('textbox', { name: /链接地址/ })
    await userEvent.clear(address)
    await userEvent.type(address, 'javascript:alert(1)')
    expect(screen.getByRole('alert').textContent).toContain('https://')
    await userEvent.keyboard('{Enter}')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.clear(address)
    await userEvent.type(address, 'https://example.org/{Enter}')
    expect(onChange).toHaveBeenLastCalledWith(
      '<p><a href="https://example.org/">https://example.org/</a>字</p>',
    )
  })

  test('changes nothing when the editor is disabled', async () => {
    const { onChange } = await draw('<p>字</p>', vi.fn(), true)
    await userEvent.click(screen.getByRole('button', { name: '大标题' }))
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox', { name: '正文' }).getAttribute('contenteditable')).toBe('false')
  })
})

describe('tools of the rich-text editor', () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const TABLE = '<table><tbody><tr><td><p>甲</p></td><td><p>乙</p></td></tr></tbody></table>'

  test('align and indent the paragraph, and show by the pressed state how it is', async () => {
    const { onChange } = await draw('<p>字</p>')
    await press('居中')
    expect(onChange).toHaveBeenLastCalledWith('<p data-align="center">字</p>')
    expect(screen.getByRole('button', { name: '居中' }).getAttribute('aria-pressed')).toBe('true')
    await press('居左')
    await press('首行缩进')
    expect(onChange).toHaveBeenLastCalledWith('<p data-indent="first">字</p>')
    await press('首行缩进')
    for (const name of ['增加缩进', '增加缩进', '减少缩进']) await press(name)
    expect(onChange).toHaveBeenLastCalledWith('<p data-indent="1">字</p>')
    await press('减少缩进')
    expect(onChange).toHaveBeenLastCalledWith('<p>字</p>')
  })

  test('insert a table with a header row, and take rows, columns and the table away', async () => {
    const { onChange } = await draw('<p>字</p>')
    const last = () => String(onChange.mock.lastCall?.[0])
    expect(screen.queryByRole('group', { name: '表格工具' })).toBeNull()
    await press('插入表格')
    expect(last().match(/<th>/g)).toHaveLength(3)
    expect(last().match(/<td>/g)).toHaveLength(6)
    await press('下方插入行')
    await press('删除列')
    expect(last().match(/<th>/g)).toHaveLength(2)
    expect(last().match(/<tr>/g)).toHaveLength(4)
    await press('表头行')
    expect(last()).not.toContain('<th>')
    await press('删除表格')
    expect(last()).not.toContain('<table>')
  })

  test('offer merging only where several cells are selected', async () => {
    await draw(TABLE)
    await userEvent.click(screen.getByText('甲'))
    await userEvent.click(screen.getByRole('textbox', { name: '正文' }))
    const merge = await screen.findByRole('button', { name: '合并单元格' })
    expect(merge.getAttribute('aria-disabled')).toBe('true')
  })

  test('find, count and replace, by Enter and by buttons, and close with Escape', async () => {
    const { onChange } = await draw('<p>泵车与水泵</p><p>泵.站</p>')
    await press('查找替换')
    await userEvent.type(screen.getByRole('textbox', { name: '查找' }), '泵{Enter}')
    const found = () => document.querySelector('search [role=status]')?.textContent
    await waitFor(() => expect(found()).toMatch(/^第 \d 处，共 3 处$/))
    await userEvent.type(screen.getByRole('textbox', { name: '替换为' }), '$&车')
    await press('全部替换')
    expect(onChange).toHaveBeenLastCalledWith('<p>$&amp;车车与水$&amp;车</p><p>$&amp;车.站</p>')
    await userEvent.keyboard('{Escape}')
    expect(document.querySelector('search')).toBeNull()
  })
})

describe('source of the rich-text editor', () => {
  test('is not offered to those who are no administrators', async () => {
    await draw('<p>字</p>')
    expect(screen.queryByRole('button', { name: '源码' })).toBeNull()
  })
})

test('footnotes stand at the end of a drawn text, numbered, and lead there and back', async () => {
  const html =
    '<p>流量<span data-note="foot">按<i>新</i>标准</span>与扬程<span data-note="foot">见附件</span></p>'
  render(<RichText value={html} />)
  const notes = within(screen.getByRole('doc-endnotes', { name: '脚注' })).getAllByRole('listitem')
  expect(notes.map(({ textContent }) => textContent)).toEqual(['按新标准 ↩', '见附件 ↩'])
  expect(screen.getByText('流量', { exact: false }).textContent).toBe('流量1与扬程2')
  const mark = screen.getByRole('doc-noteref', { name: '脚注 2' })
  mark.focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(notes[1])
  await userEvent.click(screen.getByRole('doc-backlink', { name: '返回正文中的脚注 2' }))
  expect(document.activeElement).toBe(mark)
})

test('a value from outside replaces the text of the rich-text editor and is not written back', async () => {
  const { onChange, set } = await draw('<p>旧</p>')
  act(() => set('<p>新<script>alert(1)</script></p>'))
  await waitFor(() => expect(screen.getByRole('textbox', { name: '正文' }).textContent).toBe('新'))
  // The one from outside.
  expect(onChange).toHaveBeenCalledTimes(1)
})
