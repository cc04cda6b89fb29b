// Declares the tools of the editor of formatted text: Chinese names, commands, keys, pressed states.
import type { Editor } from '@tiptap/react'

export interface Tool {
  readonly label: string
  readonly sign: string
  /** As `aria-keyshortcuts` wants it. */
  readonly keys?: string
  readonly run: (editor: Editor) => void
  /** Left out by tools that are no switch. */
  readonly isOn?: (editor: Editor) => boolean
  readonly canRun?: (editor: Editor) => boolean
}

type Chain = ReturnType<Editor['chain']>

/** A tool that is pressed while `on` is active where the cursor stands. */
const toggle = (
  [label, sign, keys]: readonly [label: string, sign: string, keys: string],
  on: readonly [name: string, attributes?: object],
  turn: (chain: Chain) => Chain,
): Tool => ({
  label,
  sign,
  keys: `Control+${keys}`,
  run: (editor) => turn(editor.chain().focus()).run(),
  isOn: (editor) => editor.isActive(...on),
})

const heading = (level: 2 | 3, label: string): Tool =>
  // The sign is a part of its name, as it is spoken.
  toggle([label, label.slice(0, 1), `Alt+${level}`], ['heading', { level }], (chain) =>
    chain.toggleHeading({ level }),
  )

const align = (sign: string, value: string | null, key: string, label = sign): Tool => ({
  label,
  sign,
  keys: `Control+Shift+${key}`,
  run: (editor) => editor.chain().focus().setLayout('align', value).run(),
  isOn: (editor) => editor.isActive(value === null ? { align: null } : { align: value }),
})

export const TEXT_TOOLS: readonly Tool[] = [
  heading(2, '大标题'),
  heading(3, '小标题'),
  {
    label: '正文',
    sign: '¶',
    keys: 'Control+Alt+0',
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  toggle(['加粗', 'B', 'B'], ['bold'], (chain) => chain.toggleBold()),
  toggle(['斜体', 'I', 'I'], ['italic'], (chain) => chain.toggleItalic()),
  toggle(['下划线', 'U', 'U'], ['underline'], (chain) => chain.toggleUnderline()),
  toggle(['删除线', 'S', 'Shift+S'], ['strike'], (chain) => chain.toggleStrike()),
  toggle(['项目列表', '•', 'Shift+8'], ['bulletList'], (chain) => chain.toggleBulletList()),
  toggle(['编号列表', '≡', 'Shift+7'], ['orderedList'], (chain) => chain.toggleOrderedList()),
  toggle(['引用', '❝', 'Shift+B'], ['blockquote'], (chain) => chain.toggleBlockquote()),
  align('居左', null, 'L'),
  align('居中', 'center', 'E'),
  align('居右', 'right', 'R'),
  align('两端', 'justify', 'J', '两端对齐'),
  {
    label: '首行缩进',
    sign: '⇥',
    isOn: (editor) => editor.isActive({ indent: 'first' }),
    run: (editor) => {
      const isOn = editor.isActive({ indent: 'first' })
      editor
        .chain()
        .focus()
        .setLayout('indent', isOn ? null : 'first')
        .run()
    },
  },
  {
    label: '增加缩进',
    sign: '→',
    keys: 'Control+]',
    run: (editor) => editor.chain().focus().moveIndent(1).run(),
  },
  {
    label: '减少缩进',
    sign: '←',
    keys: 'Control+[',
    run: (editor) => editor.chain().focus().moveIndent(-1).run(),
  },
  {
    label: '插入表格',
    sign: '表格',
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    canRun: (editor) => !editor.isActive('table'),
  },
  {
    label: '分隔线',
    sign: '―',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    label: '清除格式',
    sign: '⌫',
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
  {
    label: '撤销',
    sign: '↶',
    keys: 'Control+Z',
    run: (editor) => editor.chain().focus().undo().run(),
    canRun: (editor) => editor.can().undo(),
  },
  {
    label: '重做',
    sign: '↷',
    keys: 'Control+Shift+Z',
    run: (editor) => editor.chain().focus().redo().run(),
    canRun: (editor) => editor.can().redo(),
  },
]

const inTable = (label: string, name: TableCommand, sign = label): Tool => ({
  label,
  sign,
  run: (editor) => editor.chain().focus()[name]().run(),
  canRun: (editor) => editor.can()[name](),
})

type TableCommand =
  | 'addRowBefore'
  | 'addRowAfter'
  | 'addColumnBefore'
  | 'addColumnAfter'
  | 'deleteRow'
  | 'deleteColumn'
  | 'mergeCells'
  | 'splitCell'
  | 'toggleHeaderRow'
  | 'toggleHeaderColumn'
  | 'deleteTable'

/** Offered while the cursor is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  inTable('上方插入行', 'addRowBefore'),
  inTable('下方插入行', 'addRowAfter'),
  inTable('左侧插入列', 'addColumnBefore'),
  inTable('右侧插入列', 'addColumnAfter'),
  inTable('合并单元格', 'mergeCells'),
  inTable('拆分单元格', 'splitCell'),
  inTable('表头行', 'toggleHeaderRow'),
  inTable('表头列', 'toggleHeaderColumn'),
  inTable('删除行', 'deleteRow'),
  inTable('删除列', 'deleteColumn'),
  inTable('删除表格', 'deleteTable'),
]
