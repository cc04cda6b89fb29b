// Draws the area of a page inside the shell: loading, failed, broken, or the page by its kind.

import { useDictionariesReady } from '#portal/core/configuration/dictionaries.ts'
import { useKind } from '#portal/core/pages/page-kinds.ts'
import { useUiAdapterOf } from '#portal/core/pages/ui-adapter.ts'
import type { PageState } from '#portal/core/pages/use-page.ts'
import { Loading } from '#portal/core/routing/progress.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { ManifestPage } from '#shared/model/manifest.ts'
import { ErrorBoundary } from './error-boundary.tsx'

interface Props extends PageState {
  readonly entry: ManifestPage
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <Loading>
      <h1 className="eq-sr-only">{title}</h1>
      <div className="eq-card eq-waiting">
        <Skeleton lines={10} />
      </div>
    </Loading>
  )
}

export function PageArea({ entry, page, failed, attempt, retry }: Props) {
  const ready = useDictionariesReady()
  const kind = useKind(page?.kind ?? entry.kind, attempt)
  const adapter = useUiAdapterOf(page)
  if (failed || kind.failed) return <Failed message="页面加载失败，请检查网络后重试" retry={retry} />
  if (!page || !kind.View || !ready || adapter === undefined) return <Waiting title={entry.title} />
  return (
    <ErrorBoundary key={entry.id} resetOn={page}>
      {adapter ? (
        <adapter.Frame>
          <kind.View page={page} />
        </adapter.Frame>
      ) : (
        <kind.View page={page} />
      )}
    </ErrorBoundary>
  )
}
