// Draws the search of the console's bar that goes to any page or item: by title, number or publisher.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { useRead } from '#portal/core/api/use-read.ts'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { calls } from '#portal/core/site.ts'
import { useConsoleCalls } from '#portal/features/console/console-views.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { toText } from '#portal/ui/format/to-text.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useDebouncedText } from '#portal/ui/hooks/use-composed-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { MenuNode } from '#shared/model/menu.ts'

interface Target {
  readonly key: string
  readonly text: string
  /** What it is, such as 页面. */
  readonly kind: string
  readonly address: string
}

const MAX_PAGES = 8
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const toWaiting = ({ id, type, title, ownerName }: Item): Target[] => {
  const path = pageById(`operator/${toText(type)}/item`)?.path
  const owner = toText(ownerName)
  return path === undefined
    ? []
    : [
        {
          key: `item ${id}`,
          text: toText(title),
          kind: owner ? `待办 · ${owner}` : '待办',
          address: `${path}?id=${id}`,
        },
      ]
}

/** Pages of the menu, items that wait, and public items. */
function useTargets(node: MenuNode, typed: string): readonly Target[] {
  const words = useDebouncedText(typed.trim())
  const read = (path: string | undefined, params: Readonly<Record<string, string | number>>) =>
    words && path !== undefined ? { path, params } : null
  const own = useConsoleCalls()
  const waiting = useRead<unknown>(read(own['publishing.queue'], { keyWord: words, limit: 5 }))
  const found = useRead<unknown>(read(calls['search.suggest'], { keyWord: words }))
  const pages = [node, ...node.children].filter(
    ({ hidden, title }) => !hidden && title.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  return [
    ...pages
      .slice(0, MAX_PAGES)
      .map(({ id, title, url }) => ({ key: `page ${id}`, text: title, kind: '页面', address: url })),
    ...(words ? listOf(waiting.data).flatMap(toWaiting) : []),
    ...(words ? listOf(found.data) : []).map((item) => ({
      key: `found ${toText(item.type)} ${String(item.id)}`,
      text: toText(item.title),
      kind: toText(item.typeTitle),
      address: toText(item.address),
    })),
  ]
}

export function GoTo({ node }: { readonly node: MenuNode }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || pressedKey(event).toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Button icon="search" className="eq-go-to" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        前往… <kbd>Ctrl K</kbd>
      </Button>
      {isOpen
        ? createPortal(
            <Dialog open title="前往" onClose={() => setOpen(false)}>
              <Finder node={node} onClose={() => setOpen(false)} />
            </Dialog>,
            // Its head would be another banner within that of the page.
            document.getElementById('main') ?? document.body,
          )
        : null}
    </>
  )
}

function Finder({ node, onClose }: { readonly node: MenuNode; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const targets = useTargets(node, typed)
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  // After the dialog has opened, which takes the focus itself.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active])
  const go = (target: Target | undefined) => {
    if (!target) return
    onClose()
    void navigate(target.address)
  }
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const step = STEPS[key]
    if (key === 'Enter') go(targets[active])
    else if (step !== undefined && targets.length > 0)
      setActive((active + step + targets.length) % targets.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        className="eq-input eq-go-to-words"
        type="search"
        role="combobox"
        aria-label="页面或内容的标题、编号、发布者"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={targets[active] ? `${list}-${active}` : undefined}
        placeholder="页面或内容的标题、编号、发布者"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="找到的页面和内容" className="eq-go-to-list">
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={target.key}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            className="eq-choice-option"
            onClick={() => go(target)}
          >
            <span>{target.text}</span>
            <small className="eq-muted">{target.kind}</small>
          </div>
        ))}
      </div>
      {targets.length === 0 ? <p role="status">没有找到</p> : null}
    </>
  )
}
