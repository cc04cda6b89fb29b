// Draws a list of entries of a configuration file: each unfolds, moves by drag or by its buttons, is copied and removed.
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { type FileFormContext, fileContext, ID_SEPARATOR } from './file-context.ts'

interface ListContext {
  readonly data: readonly unknown[]
  readonly open: ReadonlySet<number>
  readonly toggle: (index: number) => void
  /** Keeps the same entries unfolded when one goes (-1) or comes (1) at the index. */
  readonly shift: (index: number, by: -1 | 1) => void
  readonly move: (from: number, to: number, button?: string) => void
  readonly dragged: number | null
  readonly setDragged: (index: number | null) => void
}

const ListContext = createContext<ListContext>({
  data: [],
  open: new Set(),
  toggle: () => undefined,
  shift: () => undefined,
  move: () => undefined,
  dragged: null,
  setDragged: () => undefined,
})

const STEPS = [
  { by: -1, button: 'up', label: '上移' },
  { by: 1, button: 'down', label: '下移' },
] as const

/** Which entries are unfolded after one has moved. */
function movedOpen(open: ReadonlySet<number>, from: number, to: number): ReadonlySet<number> {
  const placeOf = (index: number): number => {
    if (index === from) return to
    if (from < index && index <= to) return index - 1
    return to <= index && index < from ? index + 1 : index
  }
  return new Set([...open].map(placeOf))
}

/** What an entry is called in a list: its own words first, then the names of what it shows. */
function nameOf(entry: unknown, { language }: FileFormContext): string {
  if (typeof entry !== 'object' || entry === null) return String(entry ?? '')
  const { title, label, name, widget, page, field, value, id, not } = entry as Readonly<
    Record<string, unknown>
  >
  const labelOf = (kind: string, one: unknown) =>
    language.names[kind]?.find((choice) => choice.value === one)?.label ?? one
  const widgetName = widget === undefined ? undefined : labelOf('section', widget)
  const own = title ?? label ?? name ?? not
  const other = page === undefined ? (field ?? value ?? id) : labelOf('page', page)
  return [
    own ?? other,
    own !== undefined ? (widgetName ?? (value !== undefined ? value : undefined)) : widgetName,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')
}

export function EntryList(props: ArrayFieldTemplateProps) {
  const { items, canAdd, disabled, formData, fieldPathId, title, onAddClick, registry } = props
  const data = (formData ?? []) as readonly unknown[]
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  /** The button to focus once the list is drawn anew. */
  const target = useRef('')
  const context = fileContext(registry)
  const { path, $id: id } = fieldPathId
  const move = (from: number, to: number, button?: string) => {
    setOpen(movedOpen(open, from, to))
    setSaid(`“${nameOf(data[from], context)}”现在是第 ${to + 1} 项，共 ${data.length} 项`)
    if (button) target.current = `${id}${ID_SEPARATOR}${to}-${button}`
    context.onMove(path, from, to)
  }
  const toggle = (index: number) => {
    const next = new Set(open)
    if (!next.delete(index)) next.add(index)
    setOpen(next)
  }
  const shift = (index: number, by: -1 | 1) => {
    const others = [...open].filter((one) => by === 1 || one !== index)
    setOpen(new Set(others.map((one) => (one >= index + (by === 1 ? 1 : 0) ? one + by : one))))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useEffect(() => {
    if (target.current === '') return
    const button = document.getElementById(target.current) as HTMLButtonElement | null
    const other = button?.disabled
      ? button.parentElement?.querySelector<HTMLElement>('button:enabled')
      : button
    other?.focus()
    target.current = ''
  }, [data])
  return (
    <fieldset id={id} className="eq-entries" aria-label={title}>
      <ListContext value={{ data, open, toggle, shift, move, dragged, setDragged }}>
        {items.length > 0 ? <ol>{items}</ol> : <p className="eq-help">还没有</p>}
      </ListContext>
      {canAdd ? (
        <Button
          icon="add"
          disabled={disabled}
          onClick={(event) => {
            setOpen(new Set([...open, data.length]))
            target.current = `${id}${ID_SEPARATOR}${data.length}-head`
            onAddClick(event)
          }}
        >
          添加{title ? `：${title}` : ''}
        </Button>
      ) : null}
      <p role="status" className="eq-sr-only">
        {said}
      </p>
    </fieldset>
  )
}

export function EntryCard({
  index,
  children,
  buttonsProps,
  registry,
  disabled,
}: ArrayFieldItemTemplateProps) {
  const { data, open, toggle, shift, move, dragged, setDragged } = useContext(ListContext)
  const isOpen = open.has(index)
  const [isTarget, setTarget] = useState(false)
  const name = nameOf(data[index], fileContext(registry)) || '未填写'
  const { onCopyItem, onRemoveItem, hasRemove, fieldPathId } = buttonsProps
  const { $id: id } = fieldPathId
  return (
    <li
      className="eq-entry"
      data-open={isOpen || undefined}
      data-dragged={dragged === index || undefined}
      data-target={(isTarget && dragged !== null && dragged !== index) || undefined}
      onDragOver={(event) => {
        if (dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setTarget(false)
        if (dragged !== null && dragged !== index) move(dragged, index)
        setDragged(null)
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons 上移 and 下移 do the same */}
      <div
        className="eq-entry-head"
        draggable={!disabled}
        onDragStart={(event) => {
          event.stopPropagation()
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          setDragged(index)
        }}
        onDragEnd={() => setDragged(null)}
      >
        <button
          type="button"
          id={`${id}-head`}
          className="eq-entry-name"
          aria-expanded={isOpen}
          onClick={() => toggle(index)}
        >
          <Icon name={isOpen ? 'up' : 'down'} />
          <span className="eq-figure">{index + 1}</span>
          {name}
        </button>
        <span className="eq-actions">
          {STEPS.map(({ by, button, label }) => (
            <Button
              key={button}
              id={`${id}-${button}`}
              look="text"
              aria-label={`${label}：${name}`}
              disabled={disabled || data[index + by] === undefined}
              onClick={() => move(index, index + by, button)}
            >
              {label}
            </Button>
          ))}
          <Button
            look="text"
            aria-label={`复制：${name}`}
            disabled={disabled}
            onClick={(event) => {
              shift(index, 1)
              onCopyItem(event)
            }}
          >
            复制
          </Button>
          {hasRemove ? (
            <Button
              look="text"
              aria-label={`删除：${name}`}
              disabled={disabled}
              onClick={(event) => {
                shift(index, -1)
                onRemoveItem(event)
              }}
            >
              删除
            </Button>
          ) : null}
        </span>
      </div>
      {isOpen ? <div className="eq-entry-body">{children}</div> : null}
    </li>
  )
}
