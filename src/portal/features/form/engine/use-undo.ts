// Owns the taking back of changes to a form's answers, by key or button, over fields, rows and steps.
import { type KeyboardEvent, useCallback, useState, useSyncExternalStore } from 'react'
import type { Path } from '#portal/core/form-state/answer-paths.ts'
import { type FormStore, fieldOf } from '#portal/core/form-state/form-store.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'

export interface Undo {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** What was just done, in words. */
  readonly message: string
  undo(): void
  redo(): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
}

type Direction = 'undo' | 'redo'

const MESSAGES: Readonly<Record<Direction, string>> = { undo: '已撤销', redo: '已重做' }

/** Ctrl or ⌘ with Z takes back, with Shift and Z, or Y, does again. */
function toDirection(event: KeyboardEvent): Direction | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (!(ctrlKey || metaKey) || altKey) return undefined
  const letter = pressedKey(event).toLowerCase()
  if (letter === 'y') return shiftKey ? undefined : 'redo'
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : undefined
}

/** Where the browser takes back letter by letter. */
function isText(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, [contenteditable], input:not([type=checkbox], [type=radio])')
  )
}

/** `show` brings the field that changed into sight. */
export function useUndo(store: FormStore, show: (field: string) => void): Undo {
  const [message, setMessage] = useState('')
  const state = useSyncExternalStore(
    store.onChange,
    () => `${store.history.canUndo ? 'u' : ''}${store.history.canRedo ? 'r' : ''}`,
  )
  const go = useCallback(
    (direction: Direction) => {
      const place: Path | null = store[direction]()
      if (!place) return
      const field = fieldOf(String(place[0]))
      setMessage(`${MESSAGES[direction]}：${store.field(field)?.title ?? field}`)
      show(field)
    },
    [store, show],
  )
  return {
    canUndo: state.includes('u'),
    canRedo: state.includes('r'),
    message,
    undo: () => go('undo'),
    redo: () => go('redo'),
    onKeyDown(event) {
      const direction = toDirection(event)
      // An editor has seen to it, or the browser will: the letters just typed.
      if (!direction || event.defaultPrevented) return
      if (isText(event.target) && store.history.typing !== undefined) return
      event.preventDefault()
      go(direction)
    },
  }
}
