// Draws the pending change of an item: its differences from the current version, and its actions.

import { dictionaryLabel, useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { isPublicStateOf } from '#portal/core/configuration/manifest.ts'
import { ConfirmedButton } from '#portal/features/actions/confirmed-button.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Tag } from '#portal/ui/tag.tsx'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Remarkable } from '#shared/lifecycles/field-comments.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { Source } from '#shared/model/page-model.ts'
import { FieldComparison } from './field-comparison.tsx'

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

export function ChangeSection(props: Props) {
  const { section, scope } = props
  return (
    <SectionFrame section={section} scope={scope} className="eq-change">
      <ChangeComparison {...props} />
      <ChangeActions {...props} />
    </SectionFrame>
  )
}

export function ChangeComparison({ section, scope, change }: Pick<Props, 'section' | 'scope' | 'change'>) {
  const item = (scope.item ?? {}) as Item
  const currentVersion = item.status === undefined || isPublicStateOf(item.status) ? PUBLIC : OWN
  return (
    <div className="eq-change">
      <ChangeHead change={change} currentVersion={currentVersion} />
      <FieldComparison
        fields={section.content?.fields ?? []}
        before={item}
        after={{ ...change.item, isChange: true }}
        changed={change.fields}
        titles={[currentVersion.title, '修改稿']}
      />
    </div>
  )
}

function ChangeHead({ change, currentVersion }: HeadProps) {
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

interface HeadProps {
  readonly change: PendingChange
  readonly currentVersion: CurrentVersion
}

/** Each names the change that was looked at: one that was edited meanwhile is not approved unseen. */
export function ChangeActions({ section, scope, change }: Pick<Props, 'section' | 'scope' | 'change'>) {
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
