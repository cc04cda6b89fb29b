// Owns the input of rows: a table of them, each edited in a dialog so that long lists stay fast.
import { lazy, Suspense, useState } from 'react'
import type { JsonSchema } from '../../../shared/content-model.ts'
import { toFieldErrors } from '../../../shared/validation/field-errors.ts'
import { interpret } from '../../../shared/validation/interpret.ts'
import { tidyValue } from '../../../shared/validation/tidy.ts'
import { labelOf } from '../../app/dictionaries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { groupProps, type InputProps, textOf } from '../input-props.ts'

const NestedForm = lazy(async () => ({
  default: (await import('../../forms/nested/nested-form.tsx')).NestedForm,
}))

type Row = Readonly<Record<string, unknown>>

interface Editing {
  /** Equals the number of rows for a new one. */
  readonly index: number
  readonly row: unknown
  readonly refused: boolean
}

function shownText(schema: JsonSchema, value: unknown): string {
  const dict = schema['x-dict']
  return typeof dict === 'string' && value !== undefined ? labelOf(dict, String(value)) : textOf(value)
}

export function ArrayTableInput(props: InputProps) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const rows = Array.isArray(props.value) ? (props.value as readonly Row[]) : []
  const items = (props.field.schema.items ?? {}) as JsonSchema
  const columns = Object.entries((items.properties ?? {}) as Record<string, JsonSchema>)
  const most = props.field.schema.maxItems
  const isLocked = props.disabled || props.readOnly
  const put = (next: readonly Row[]) => props.onChange(next.length ? next : undefined)
  const confirm = () => {
    if (!editing) return
    const row = tidyValue(editing.row ?? {}, items) as Row
    if (toFieldErrors(items, interpret(items, row)).length) setEditing({ ...editing, refused: true })
    else {
      put([...rows.slice(0, editing.index), row, ...rows.slice(editing.index + 1)])
      setEditing(null)
    }
  }
  return (
    <div {...groupProps(props)} className="eq-row-editor">
      {rows.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
        <section className="eq-scroll" tabIndex={0} aria-label={`${props.field.title}，可左右滚动`}>
          <table>
            <thead>
              <tr>
                {columns.map(([name, schema]) => (
                  <th key={name} scope="col">
                    {textOf(schema.title ?? name)}
                  </th>
                ))}
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
                <tr key={index}>
                  {columns.map(([name, schema]) => (
                    <td key={name}>{shownText(schema, row[name]) || '—'}</td>
                  ))}
                  <td>
                    <Button
                      look="text"
                      disabled={isLocked}
                      aria-label={`修改第 ${index + 1} 行`}
                      onClick={() => setEditing({ index, row, refused: false })}
                    >
                      修改
                    </Button>
                    <Button
                      look="text"
                      disabled={isLocked}
                      aria-label={`删除第 ${index + 1} 行`}
                      onClick={() => put(rows.filter((_, at) => at !== index))}
                    >
                      删除
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <p className="eq-help">还没有添加</p>
      )}
      <Button
        disabled={isLocked || (typeof most === 'number' && rows.length >= most)}
        onClick={() => setEditing({ index: rows.length, row: {}, refused: false })}
      >
        添加一行
      </Button>
      <Dialog
        open={editing !== null}
        title={props.field.title}
        onClose={() => setEditing(null)}
        footer={
          <>
            <Button onClick={() => setEditing(null)}>取消</Button>
            <Button look="primary" onClick={confirm}>
              确定
            </Button>
          </>
        }
      >
        {editing ? (
          <Suspense fallback={<Skeleton />}>
            <NestedForm
              id={`${props.id}-row`}
              schema={items}
              value={editing.row}
              isLocked={false}
              showErrors={editing.refused}
              onChange={(row) => setEditing({ ...editing, row })}
            />
          </Suspense>
        ) : null}
      </Dialog>
    </div>
  )
}
