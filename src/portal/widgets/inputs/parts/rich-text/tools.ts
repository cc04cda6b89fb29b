// Declares the tools of the editor of formatted text: Chinese names, commands, pressed states.
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

const heading = (level: 2 | 3, label: string): Tool => ({
  label,
  // A part of its name, as it is spoken.
  sign: label.slice(0, 1),
  keys: `Control+Alt+${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})

export const TOOLS: readonly Tool[] = [
  heading(2, '大标题'),
  heading(3, '小标题'),
  {
    label: '正文',
    sign: '¶',
    keys: 'Control+Alt+0',
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  {
    label: '加粗',
    sign: 'B',
    keys: 'Control+B',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: '斜体',
    sign: 'I',
    keys: 'Control+I',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: '下划线',
    sign: 'U',
    keys: 'Control+U',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: (editor) => editor.isActive('underline'),
  },
  {
    label: '删除线',
    sign: 'S',
    keys: 'Control+Shift+S',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
  },
  {
    label: '项目列表',
    sign: '•',
    keys: 'Control+Shift+8',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: '编号列表',
    sign: '≡',
    keys: 'Control+Shift+7',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: '引用',
    sign: '❝',
    keys: 'Control+Shift+B',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
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
