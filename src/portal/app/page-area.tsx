// Owns the place of a page inside the shell: loading, failed, broken, or drawn by its kind.
import type { ManifestPage } from '../../shared/manifest.ts'
import { useKind } from '../pages/page-kinds.ts'
import { Loading } from '../routing/progress.ts'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useKitOf } from './console-kit.ts'
import { useDictionariesReady } from './dictionaries.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { PageState } from './use-page.ts'

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
  const kit = useKitOf(page)
  if (failed || kind.failed) return <Failed message="页面没有加载出来，请检查网络后重试" retry={retry} />
  if (!page || !kind.View || !ready || kit === undefined) return <Waiting title={entry.title} />
  return (
    <ErrorBoundary key={entry.id} resetOn={page}>
      {kit ? (
        <kit.Frame>
          <kind.View page={page} />
        </kit.Frame>
      ) : (
        <kind.View page={page} />
      )}
    </ErrorBoundary>
  )
}
