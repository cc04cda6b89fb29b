// Draws the toolbar of the editor of formatted text: one stop of the tab key, arrows move inside it.
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { TOOLS, type Tool } from './tools.ts'

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
