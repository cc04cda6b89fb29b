// Draws the pending change of an item: its differences from the current version, and its actions.

import { useState } from 'react'
import { dictionaryLabel, useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { ConfirmedButton } from '#portal/features/actions/confirmed-button.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Tag } from '#portal/ui/tag.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { ChangedList } from '#portal/widgets/items/changed-list.tsx'
import { useParameterSet } from '#portal/widgets/items/use-parameter-set.ts'
import { isPublicPicture } from '#portal/widgets/media/picture.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { isEmpty } from '#shared/expressions/condition.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { Remarkable } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Source } from '#shared/model/page-model.ts'
import { parameterSchema } from '#shared/parameters/parameter-form.ts'
import './pending-change.css'

export interface PendingChange {
  readonly status: string
  readonly reason: string | null
  readonly by: string | null
  readonly at: string
  readonly revision: number
  readonly fields: readonly string[]
  readonly item: Item
  readonly isBehind: boolean
  readonly actions: readonly {
    readonly action: string
    readonly kind?: string
    readonly title: string
    readonly reason?: TransitionReason
    readonly note: string
    readonly remarks?: readonly Remarkable[]
  }[]
}

interface Props extends SectionProps {
  readonly change: PendingChange
}

/** The current version, which is valid until the change replaces it. */
interface CurrentVersion {
  readonly title: string
  readonly note: string
}
const PUBLIC: CurrentVersion = { title: '公开版本', note: '公开展示的是“公开版本”' }
const OWN: CurrentVersion = { title: '现行版本', note: '目前有效的是“现行版本”' }

export function ChangeComparison({ section, scope, change }: Props) {
  const item = (scope.item ?? {}) as Item
  const currentVersion = isPublicPicture(item) ? PUBLIC : OWN
  return (
    <SectionFrame section={section} scope={scope} className="eq-change">
      <ChangeHead change={change} currentVersion={currentVersion} />
      <Comparison
        fields={section.content?.fields ?? []}
        item={item}
        change={change}
        currentVersion={currentVersion}
      />
      <ChangeActions section={section} scope={scope} change={change} />
    </SectionFrame>
  )
}

function ChangeHead({ change, currentVersion }: Pick<ComparisonProps, 'change' | 'currentVersion'>) {
  const { status, reason, by, at, isBehind } = change
  const items = useDictionary(DICTIONARY.states)
  const color = items.find(({ value }) => value === status)?.color
  return (
    <>
      <p className="eq-inline-facts">
        <Tag color={color ?? 'grey'}>{`修改${dictionaryLabel(DICTIONARY.states, status)}`}</Tag>
        {by ? <span>{by}</span> : null}
        <time className="eq-muted eq-figure">{toDateTime(at)}</time>
      </p>
      <p className="eq-muted">{currentVersion.note}；修改稿审核通过后将其替换。</p>
      {reason ? <p className="eq-notice">未通过的原因：{reason}</p> : null}
      {isBehind ? (
        <p className="eq-notice">
          {currentVersion.title}在本次修改之后又有更正，通过修改将以修改稿为准，请逐项核对。
        </p>
      ) : null}
    </>
  )
}

interface ComparisonProps {
  readonly fields: readonly Field[]
  readonly item: Item
  readonly change: PendingChange
  readonly currentVersion: CurrentVersion
}

function Comparison({ fields, item, change, currentVersion }: ComparisonProps) {
  const [all, setAll] = useState(false)
  const changed = new Set(change.fields)
  const isFilled = ({ name }: Field) => !isEmpty(item[name]) || !isEmpty(change.item[name])
  const same = fields.filter((field) => !changed.has(field.name) && isFilled(field))
  const shown = fields.filter((field) => changed.has(field.name) || (all && same.includes(field)))
  return (
    <>
      <table className="eq-change-table">
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">{currentVersion.title}</th>
            <th scope="col">修改稿</th>
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
                    <FieldChanges field={field} item={item} change={change} />
                  </>
                ) : null}
              </th>
              <td data-label={currentVersion.title}>
                <Value field={field} item={item} />
              </td>
              <td data-label="修改稿">
                <Value field={field} item={{ ...change.item, isChange: true }} />
              </td>
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
function FieldChanges({
  field,
  item,
  change,
}: Omit<ComparisonProps, 'fields' | 'currentVersion'> & { readonly field: Field }) {
  const { family, by = '' } = field.parameters ?? {}
  const before = useParameterSet(family, toText(item[by]))
  const after = useParameterSet(family, toText(change.item[by]))
  const parameters = [...(before?.fields ?? []), ...(after?.fields ?? [])]
  if (family && parameters.length === 0) return null
  const known = family ? { schema: parameterSchema({ fields: parameters }, field.schema) } : field
  return <ChangedList field={known} before={item[field.name]} after={change.item[field.name]} />
}

function Value({ field, item }: { readonly field: Field; readonly item: Item }) {
  if (isEmpty(item[field.name])) return <span className="eq-muted">未填写</span>
  return <Cell column={{ field, label: field.title, cell: defaultCell(field) }} item={item} />
}

/** Each names the change that was looked at: one that was edited meanwhile is not approved unseen. */
function ChangeActions({ section, scope, change }: Pick<Props, 'section' | 'scope' | 'change'>) {
  const call = (action: string): Source | undefined => {
    const source = section.content?.calls[action]
    const given = { id: '{item.id}', change: change.revision }
    return source && { ...source, ...(source.method === 'POST' ? { body: given } : { params: given }) }
  }
  const offered = change.actions.flatMap((offer) => {
    const source = call(offer.action)
    return source ? [{ ...offer, source }] : []
  })
  if (offered.length === 0) return null
  return (
    <div className="eq-actions">
      {offered.map(({ action, kind, title, reason, remarks, note, source }) => (
        <ConfirmedButton
          key={action}
          action={{
            do: 'call',
            label: title,
            source,
            confirm: note,
            // Actions with a kind refuse or withdraw the change; only the approval is the main button.
            primary: kind === undefined,
            ...(reason ? { reason } : {}),
            ...(remarks ? { remarks } : {}),
          }}
          scope={scope}
        />
      ))}
    </div>
  )
}
