// Undoes and redoes changes of a form's answers, by key or button, across fields, rows and form steps.
import { type KeyboardEvent, useCallback, useState, useSyncExternalStore } from 'react'
import type { AnswerPath } from '#portal/core/form-state/answer-paths.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { fieldOf } from '#portal/core/form-state/leaf.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'

export type Undo = ReturnType<typeof useUndo>

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

/** Returns true if the browser itself undoes typing in the target, letter by letter. */
function isText(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, [contenteditable], input:not([type=checkbox], [type=radio])')
  )
}

/** `show` brings the field that changed into sight. */
export function useUndo(store: FormStore, show: (field: string) => void) {
  const [message, setMessage] = useState('')
  const state = useSyncExternalStore(
    store.onChange,
    () => `${store.history.canUndo ? 'u' : ''}${store.history.canRedo ? 'r' : ''}`,
  )
  const go = useCallback(
    (direction: Direction) => {
      const place: AnswerPath | null = store[direction]()
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
    /** A description of the last undo or redo. */
    message,
    undo: () => go('undo'),
    redo: () => go('redo'),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const direction = toDirection(event)
      // An editor has seen to it, or the browser will: the letters just typed.
      if (!direction || event.defaultPrevented) return
      if (isText(event.target) && store.history.typing !== undefined) return
      event.preventDefault()
      go(direction)
    },
  }
}
