// Owns the place of a page inside the shell: loading, failed, broken, or drawn by its kind.
import { Suspense } from 'react'
import type { ManifestPage, Page } from '../../shared/model.ts'
import { pageKinds } from '../pages/page-kinds.ts'
import { Loading } from '../routing/progress.ts'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useDictionariesReady } from './dictionaries.ts'
import { ErrorBoundary } from './error-boundary.tsx'

interface Props {
  readonly entry: ManifestPage
  readonly page: Page | null
  readonly failed: boolean
  readonly retry: () => void
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

export function PageArea({ entry, page, failed, retry }: Props) {
  const ready = useDictionariesReady()
  if (failed) return <Failed message="页面没有加载出来，请检查网络后重试" retry={retry} />
  if (!page || !ready) return <Waiting title={entry.title} />
  return (
    <ErrorBoundary key={entry.id} resetOn={page}>
      <Suspense fallback={<Waiting title={entry.title} />}>
        <PageByKind page={page} />
      </Suspense>
    </ErrorBoundary>
  )
}

function PageByKind({ page }: { readonly page: Page }) {
  switch (page.kind) {
    case 'list':
      return <pageKinds.list page={page} />
    case 'detail':
      return <pageKinds.detail page={page} />
    case 'compare':
      return <pageKinds.compare page={page} />
    case 'form':
      return <pageKinds.form page={page} />
    case 'zone':
      return <pageKinds.zone page={page} />
    default:
      return <Failed message={`没有名为“${(page as Page).kind}”的页面类型`} />
  }
}
