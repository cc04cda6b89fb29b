// Draws the table of rows, each edited in a dialog so that long lists stay fast and fit on a phone. It is custom
// because antd's Table is made for sorting, paging and selection, which a few rows do not need.
import type { ArrayFieldTemplateProps } from '@rjsf/utils'
import { useMemo, useState } from 'react'
import { toKey } from '#portal/core/form-state/answer-paths.ts'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { inputText } from '#portal/widgets/input-props.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { TableContext } from './parts/table-row.tsx'
import { useGroupFrame } from './parts/use-group-frame.ts'

interface Editing {
  readonly index: number
  /** When this one was opened, for those who change their mind. */
  readonly mark: number
}

export function ArrayTable(props: ArrayFieldTemplateProps) {
  const { schema, fieldPathId, registry, items, canAdd, disabled, readonly, title, onAddClick } = props
  const { store } = contextOf(registry)
  const key = toKey(fieldPathId.path)
  const [editing, setEditing] = useState<Editing | null>(null)
  const frame = useGroupFrame(props)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const inner = (schema.items as JsonSchema | undefined)?.properties
  const columns = useMemo(() => Object.entries((inner ?? {}) as Record<string, JsonSchema>), [inner])
  const openRow = (index: number) => setEditing({ index, mark: store.history.mark() })
  // An undone addition takes the open row away.
  const isOpen = editing !== null && editing.index < items.length
  const isLocked = disabled || readonly
  const cancel = () => {
    if (!editing) return
    setEditing(null)
    store.rewind(editing.mark)
  }
  const confirm = () => {
    if (!editing || !store.validateWithin(`${key}.${editing.index}`)) return
    // All edits of the row are undone as one.
    store.history.join(editing.mark)
    setEditing(null)
  }
  return (
    <div {...frame} className="eq-row-editor">
      {items.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
        <section className="eq-scroll" tabIndex={0} aria-label={`${title}，可左右滚动`}>
          <table>
            <thead>
              <tr>
                {columns.map(([name, column]) => (
                  <th key={name} scope="col">
                    {inputText(column.title ?? name)}
                  </th>
                ))}
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              <TableContext
                value={{
                  columns,
                  open: editing?.index,
                  slot,
                  onOpen: openRow,
                  onRemoved: () => document.getElementById(frame.id)?.focus(),
                }}
              >
                {items}
              </TableContext>
            </tbody>
          </table>
        </section>
      ) : (
        <p className="eq-help">还没有添加</p>
      )}
      <Button
        disabled={isLocked || !canAdd}
        onClick={(event) => {
          openRow(items.length)
          onAddClick(event)
        }}
      >
        添加一行
      </Button>
      <Dialog
        open={isOpen}
        title={title}
        onClose={cancel}
        footer={
          <>
            <Button onClick={cancel}>取消</Button>
            <Button look="primary" onClick={confirm}>
              确定
            </Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter inside must not hand in the form around it */}
        <div
          ref={setSlot}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Enter' && event.target instanceof HTMLInputElement)
              event.preventDefault()
          }}
        />
      </Dialog>
    </div>
  )
}
