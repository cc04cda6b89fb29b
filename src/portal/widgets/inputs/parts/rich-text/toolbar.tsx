// Draws the toolbar of the editor of formatted text: one stop of the tab key, arrows move inside it.
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'

interface Tool {
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

/** Declares the tools of the editor of formatted text: Chinese names, commands, pressed states. */
const TOOLS: readonly Tool[] = [
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

interface Props {
  readonly editor: Editor
  readonly title: string
  readonly textId: string
  readonly isLocked: boolean
  /** The tools that ask for something: link and picture. */
  readonly children: ReactNode
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function Toolbar({ editor, title, textId, isLocked, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const states = useEditorState({
    editor,
    selector: () =>
      TOOLS.map(({ isOn, canRun }) => ({ isOn: isOn?.(editor), canRun: canRun?.(editor) ?? true })),
  })
  const move = (event: KeyboardEvent) => {
    const step = STEPS[pressedKey(event)]
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (!step || at < 0) return
    event.preventDefault()
    buttons[step(at, buttons.length)]?.focus()
  }
  return (
    <div
      ref={bar}
      className="eq-editor-tools"
      role="toolbar"
      aria-label={`${title}格式`}
      aria-controls={textId}
      onKeyDown={move}
    >
      {TOOLS.map((tool, index) => (
        <ToolButton
          key={tool.label}
          tool={tool}
          isFirst={index === 0}
          isOn={states[index]?.isOn}
          isIdle={isLocked || states[index]?.canRun === false}
          onRun={() => tool.run(editor)}
        />
      ))}
      {children}
    </div>
  )
}

interface ButtonProps {
  readonly tool: Tool
  readonly isFirst: boolean
  readonly isOn: boolean | undefined
  readonly isIdle: boolean
  readonly onRun: () => void
}

/** `aria-disabled` keeps the button within reach of the arrows. */
function ToolButton({ tool: { label, sign, keys }, isFirst, isOn, isIdle, onRun }: ButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label}（${keys.replace('Control', 'Ctrl')}）` : label}
      aria-pressed={isOn}
      aria-disabled={isIdle || undefined}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isIdle) onRun()
      }}
    >
      {/* Drawn, not written: a reader of the screen and a speaker to it know the button by its label alone. */}
      <span data-sign={sign} aria-hidden="true" />
    </button>
  )
}
