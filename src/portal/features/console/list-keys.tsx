// Handles the keys of a console list: they move from row to row, preview, decide, search, and show a sheet of all keys.
import { useEffect, useRef } from 'react'
import { readText, storeText } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import type { Item } from '#portal/widgets/widget-props.ts'

/** What a key asks of the previewed item. */
export type Intent = 'approve' | 'refuse' | 'edit'

const KEYS: readonly (readonly [key: string, meaning: string])[] = [
  ['j', '下一条'],
  ['k', '上一条'],
  ['Enter', '速览当前条'],
  ['o', '打开当前条的完整页面'],
  ['a', '通过（推进到下一环节）'],
  ['r', '退回，须填写意见'],
  ['e', '编辑'],
  ['x', '勾选或取消勾选'],
  ['/', '搜索'],
  ['?', '显示快捷键'],
  ['Esc', '关闭速览或窗口'],
]
const INTENTS: Readonly<Record<string, Intent>> = { a: 'approve', r: 'refuse', e: 'edit' }
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

const NAME = 'console-keys'
/** Keys of one letter can be switched off, for those who speak to the computer (WCAG 2.1.4). */
const switchedOn = createStore(readText('local', NAME) !== 'off')

const helpOpen = createStore(false)

const findRows = () => [...document.querySelectorAll<HTMLElement>('.eq-console-table tr[data-row-key]')]
const rowOf = (id: unknown) => findRows().find(({ dataset }) => dataset.rowKey === String(id))

export const focusRow = (id: unknown): void => rowOf(id)?.focus()

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null

interface Props {
  readonly items: readonly Item[]
  /** The item in the drawer, while it is open. */
  readonly previewed: Item | null
  readonly onPreview: (item: Item, intent?: Intent) => void
}

/** Listens to the keys while the list is on the screen. */
export function useListKeys({ items, previewed, onPreview }: Props): void {
  const isOn = switchedOn.use()
  const last = useRef<string>(undefined)
  useEffect(() => {
    const current = (): HTMLElement | undefined => {
      const row = document.activeElement?.closest<HTMLElement>('tr[data-row-key]')
      return row ?? rowOf(last.current)
    }
    const move = (step: number) => {
      if (previewed) {
        const other = items[items.findIndex(({ id }) => id === previewed.id) + step]
        if (other) onPreview(other)
        return
      }
      const rows = findRows()
      const row = current()
      const next = row ? rows[rows.indexOf(row) + step] : rows[0]
      next?.focus()
      last.current = next?.dataset.rowKey ?? last.current
    }
    const act = (key: string, event: KeyboardEvent): boolean => {
      const step = STEPS[key]
      if (step !== undefined) move(step)
      else if (key === '?') helpOpen.set(true)
      else if (key === '/' && !previewed)
        document
          .querySelector<HTMLElement>('.eq-list-bar input[type=search], .eq-filters input[type=search]')
          ?.focus()
      else return actOnItem(key, event)
      return true
    }
    const actOnItem = (key: string, { target }: KeyboardEvent): boolean => {
      const row = current()
      const item = previewed ?? items.find(({ id }) => String(id) === row?.dataset.rowKey)
      if (!item) return false
      const intent = INTENTS[key]
      if (intent) onPreview(item, intent)
      else if (key === 'Enter' && target === row) onPreview(item)
      else if (key === 'o')
        (previewed
          ? document.querySelector<HTMLElement>('.eq-look-foot > a')
          : row?.querySelector<HTMLElement>('th a, td a')
        )?.click()
      else if (key === 'x' && !previewed) row?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
      else return false
      last.current = String(item.id)
      return true
    }
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey } = event
      const key = pressedKey(event)
      if (ctrlKey || metaKey || altKey || isTyping(event) || event.defaultPrevented) return
      // A question that is open is answered first.
      if (document.querySelector('[role=dialog]:not(.ant-drawer-section)')) return
      if (act(key, event)) event.preventDefault()
    }
    if (!isOn) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, items, previewed, onPreview])
}

/** Draws the button that shows the sheet of keys, and the sheet. */
export function KeyHelp() {
  const isOpen = helpOpen.use()
  return (
    <>
      <Button
        look="text"
        className="eq-list-bar-help"
        aria-label="快捷键"
        title="快捷键（?）"
        aria-haspopup="dialog"
        onClick={() => helpOpen.set(true)}
      >
        <kbd>?</kbd>
      </Button>
      <KeySheet isOpen={isOpen} onClose={() => helpOpen.set(false)} />
    </>
  )
}

function KeySheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const isOn = switchedOn.use()
  return (
    <Dialog open={isOpen} title="快捷键" onClose={onClose}>
      <table className="eq-keys">
        <caption className="eq-sr-only">列表中可用的快捷键</caption>
        <thead>
          <tr>
            <th scope="col">按键</th>
            <th scope="col">作用</th>
          </tr>
        </thead>
        <tbody>
          {KEYS.map(([key, meaning]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="eq-keys-switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchedOn.set(target.checked)
            storeText('local', NAME, target.checked ? 'on' : 'off')
          }}
        />
        启用快捷键（填写文字时不起作用）
      </label>
      <div className="eq-actions eq-actions-end">
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      </div>
    </Dialog>
  )
}
