// Draws the toolbar of the editor of formatted text: one stop of the tab key, arrows move inside it.
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { TABLE_TOOLS, TEXT_TOOLS, type Tool } from './tools.ts'

interface Props {
  readonly editor: Editor
  readonly title: string
  readonly textId: string
  readonly isLocked: boolean
  /** The tools that ask for something: link, files, search. */
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
  const isInTable = useEditorState({ editor, selector: () => editor.isActive('table') })
  const move = (event: KeyboardEvent) => {
    const step = STEPS[pressedKey(event)]
    if (pressedKey(event) === 'Escape') editor.commands.focus()
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
      <Tools editor={editor} tools={TEXT_TOOLS} isLocked={isLocked} isFirst />
      {children}
      {isInTable ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset within a toolbar would be drawn as one of the form
        <span role="group" aria-label="表格工具" className="eq-editor-table">
          <Tools editor={editor} tools={TABLE_TOOLS} isLocked={isLocked} />
        </span>
      ) : null}
    </div>
  )
}

interface ToolsProps {
  readonly editor: Editor
  readonly isLocked: boolean
  readonly tools: readonly Tool[]
  /** True if the tab key stops at the first of them. */
  readonly isFirst?: boolean
}

function Tools({ editor, tools, isLocked, isFirst = false }: ToolsProps) {
  const states = useEditorState({
    editor,
    selector: () =>
      tools.map(({ isOn, canRun }) => ({ isOn: isOn?.(editor), canRun: canRun?.(editor) ?? true })),
  })
  return tools.map((tool, index) => (
    <ToolButton
      key={tool.label}
      tool={tool}
      isFirst={isFirst && index === 0}
      isOn={states[index]?.isOn}
      isIdle={isLocked || states[index]?.canRun === false}
      onRun={() => tool.run(editor)}
    />
  ))
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
