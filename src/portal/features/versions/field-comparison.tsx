// Draws two versions of an item field by field: the differing fields, and on demand the others.
import { useState } from 'react'
import { toText } from '#portal/ui/format/to-text.ts'
import { Tag } from '#portal/ui/tag.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { ChangedList } from '#portal/widgets/items/changed-list.tsx'
import { useParameterSet } from '#portal/widgets/items/use-parameter-set.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { isEmpty } from '#shared/expressions/condition.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import { parameterSchema } from '#shared/parameters/parameter-form.ts'
import { MarkedText, TextComparison } from './text-comparison.tsx'
import './versions.css'

interface Props {
  readonly fields: readonly Field[]
  readonly before: Item
  readonly after: Item
  /** Names of the fields that differ. */
  readonly changed: readonly string[]
  /** Of both versions. */
  readonly titles: readonly [string, string]
}

export function FieldComparison({ fields, before, after, changed: names, titles }: Props) {
  const [all, setAll] = useState(false)
  const changed = new Set(names)
  const isFilled = ({ name }: Field) => !isEmpty(before[name]) || !isEmpty(after[name])
  const same = fields.filter((field) => !changed.has(field.name) && isFilled(field))
  const shown = fields.filter((field) => changed.has(field.name) || (all && same.includes(field)))
  return (
    <>
      <table className="eq-change-table">
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">{titles[0]}</th>
            <th scope="col">{titles[1]}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((field) => (
            <tr key={field.name} className={changed.has(field.name) ? 'is-changed' : undefined}>
              <th scope="row">
                {field.title}
                {changed.has(field.name) ? (
                  <>
                    <Tag color="orange">有改动</Tag>
                    <FieldChanges field={field} before={before} after={after} />
                  </>
                ) : null}
              </th>
              <Values field={field} before={before} after={after} titles={titles} />
            </tr>
          ))}
        </tbody>
      </table>
      {same.length > 0 ? (
        <p>
          <button type="button" className="eq-text-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '只看有改动的项目' : `同时显示未改动的 ${same.length} 项`}
          </button>
        </p>
      ) : null}
    </>
  )
}

/** Inside the parameters of a category too, which only its set names; of both, where the category itself changed. */
function FieldChanges({ field, before, after }: Pick<Props, 'before' | 'after'> & { readonly field: Field }) {
  const { family, by = '' } = field.parameters ?? {}
  const old = useParameterSet(family, toText(before[by]))
  const now = useParameterSet(family, toText(after[by]))
  const parameters = [...(old?.fields ?? []), ...(now?.fields ?? [])]
  if (family && parameters.length === 0) return null
  const known = family ? { schema: parameterSchema({ fields: parameters }, field.schema) } : field
  return <ChangedList field={known} before={before[field.name]} after={after[field.name]} />
}

const LONG: ReadonlySet<FieldType> = new Set(['long-text', 'rich-text'])

function Values({
  field,
  before,
  after,
  titles,
}: Pick<Props, 'before' | 'after' | 'titles'> & { readonly field: Field }) {
  const { name, type, dict } = field
  const [old, now] = [before[name], after[name]]
  const areTexts = typeof old === 'string' && typeof now === 'string' && old !== now
  if (areTexts && LONG.has(type))
    return (
      <td colSpan={2}>
        <TextComparison before={old} after={now} titles={titles} isRich={type === 'rich-text'} />
      </td>
    )
  const isWorded = areTexts && type === 'text' && dict === undefined && old !== '' && now !== ''
  return ([before, after] as const).map((item, index) => (
    <td key={titles[index]} data-label={titles[index]}>
      {isWorded ? (
        <MarkedText before={old} after={now} side={index === 0 ? 'before' : 'after'} />
      ) : (
        <Value field={field} item={item} />
      )}
    </td>
  ))
}

function Value({ field, item }: { readonly field: Field; readonly item: Item }) {
  if (isEmpty(item[field.name])) return <span className="eq-muted">未填写</span>
  return <Cell column={{ field, label: field.title, cell: defaultCell(field) }} item={item} />
}
