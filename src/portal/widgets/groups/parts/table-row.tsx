// Draws one row of a table: its values as text, and its fields while it is open.
import type { ArrayFieldItemTemplateProps } from '@rjsf/utils'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { dictionaryLabel, useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { toKey } from '#portal/core/form-state/answer-paths.ts'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useErrors, useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { Button } from '#portal/ui/button.tsx'
import { inputText } from '#portal/widgets/input-props.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export interface TableContext {
  readonly columns: readonly (readonly [string, JsonSchema])[]
  /** Number of the row that is open, and where its places are drawn. */
  readonly open: number | undefined
  readonly slot: HTMLElement | null
  /** After a row is gone, so that the focus is not lost with its button. */
  readonly onRemoved: () => void
  readonly onOpen: (index: number) => void
}

/** Provides the context that a table of rows passes to its rows; rjsf draws the components in between. */
export const TableContext = createContext<TableContext>({
  columns: [],
  open: undefined,
  slot: null,
  onRemoved: () => undefined,
  onOpen: () => undefined,
})

function DictionaryText({ dict, value }: { readonly dict: string; readonly value: string }) {
  useDictionary(dict)
  return dictionaryLabel(dict, value)
}

function CellText({ schema, value }: { readonly schema: JsonSchema; readonly value: unknown }) {
  const dict = schema['x-dict']
  if (value === undefined || value === null || value === '') return '—'
  if (Array.isArray(value))
    return value.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
      <span key={index}>
        {index ? '、' : ''}
        <CellText schema={schema} value={entry} />
      </span>
    ))
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof dict === 'string') return <DictionaryText dict={dict} value={String(value)} />
  return typeof value === 'object'
    ? Object.values(value).map(inputText).filter(Boolean).join('，')
    : inputText(value)
}

export function TableRow({
  buttonsProps,
  children,
  index,
  disabled,
  readonly,
  registry,
}: ArrayFieldItemTemplateProps) {
  const { columns, open, slot, onOpen, onRemoved } = useContext(TableContext)
  const { store } = contextOf(registry)
  const { fieldPathId, hasRemove, onRemoveItem } = buttonsProps
  const key = toKey(fieldPathId.path)
  const row = (useLeaf(store, key).value ?? {}) as Readonly<Record<string, unknown>>
  const errors = useErrors(store).filter(({ name }) => name === key || name?.startsWith(`${key}.`))
  const isLocked = disabled || readonly
  return (
    <>
      <tr id={fieldPathId.$id} data-invalid={errors.length ? true : undefined}>
        {columns.map(([name, schema]) => (
          <td key={name} data-label={inputText(schema.title ?? name)}>
            <CellText schema={schema} value={row[name]} />
          </td>
        ))}
        <td>
          <Button
            look="text"
            disabled={isLocked}
            aria-label={`修改第 ${index + 1} 行`}
            onClick={() => onOpen(index)}
          >
            修改
          </Button>
          {hasRemove ? (
            <Button
              look="text"
              disabled={isLocked}
              aria-label={`删除第 ${index + 1} 行`}
              onClick={(event) => {
                onRemoveItem(event)
                onRemoved()
              }}
            >
              删除
            </Button>
          ) : null}
          {errors.length && open !== index ? (
            <p className="eq-field-error">{errors.map(({ message }) => message).join('；')}</p>
          ) : null}
        </td>
      </tr>
      {open === index && slot ? createPortal(<div className="eq-form-grid">{children}</div>, slot) : null}
    </>
  )
}
