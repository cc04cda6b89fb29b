// Draws what is known of the versions of an item: its pending change beside it, and its earlier versions.
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { ChangeComparison, type PendingChange } from './pending-change.tsx'
import { VersionHistory } from './version-history.tsx'

export function VersionsView(props: SectionProps) {
  const { section, scope } = props
  const { id, change, versioned } = (scope.item ?? {}) as Item & { readonly change?: PendingChange }
  const named = Number((scope.query as Readonly<Record<string, unknown>> | undefined)?.version)
  return (
    <>
      {change && section.content ? <ChangeComparison {...props} change={change} /> : null}
      {versioned ? (
        <VersionHistory
          itemId={String(id)}
          named={Number.isInteger(named) && named > 0 ? named : undefined}
        />
      ) : null}
    </>
  )
}
