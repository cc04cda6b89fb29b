// Draws what is known of the versions of an item: its pending change beside it, and its earlier versions.
import { isPublicStateOf } from '#portal/core/configuration/manifest.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Page } from '#shared/model/page-model.ts'
import { ChangeSection, type PendingChange } from './pending-change.tsx'
import { PreviewLinks } from './preview-links.tsx'
import { VersionHistory } from './version-history.tsx'

/** A link to what is deleted shows nobody anything; those that there are can be revoked. */
const isDeleted = (page: Page, status: unknown): boolean =>
  page.kind === 'detail' && page.lifecycle?.states[String(status)]?.gone === true

export function VersionsView(props: SectionProps) {
  const { section, scope, page } = props
  const { id, status, change, changeStatus, versioned } = (scope.item ?? {}) as Item & {
    readonly change?: PendingChange
  }
  const named = Number((scope.query as Readonly<Record<string, unknown>> | undefined)?.version)
  return (
    <div className="eq-versions">
      {change && section.content ? <ChangeSection {...props} change={change} /> : null}
      {versioned && (changeStatus || !isPublicStateOf(status)) ? (
        <PreviewLinks itemId={String(id)} canMake={!isDeleted(page, status)} />
      ) : null}
      {versioned ? (
        <VersionHistory
          itemId={String(id)}
          named={Number.isInteger(named) && named > 0 ? named : undefined}
        />
      ) : null}
    </div>
  )
}
