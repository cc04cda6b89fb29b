// Draws the preview of an item: the item as its own page shows it, with its actions.
import { useCallback, useMemo } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { usePage } from '#portal/core/pages/use-page.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { ArticleBody, Facts, Meta } from '#portal/features/detail/detail-article.tsx'
import { mayStill } from '#portal/features/page/deleted-item.tsx'
import { toItemScope } from '#portal/features/page/item-scope.ts'
import { SectionGrid } from '#portal/features/zone/section-grid.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Action, Link } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

interface Props {
  readonly link: Link
  readonly scope: Scope
  readonly item: Item
  /** Called after the item was deleted, for a viewer who cannot see deleted items. */
  readonly onDeleted: () => void
}

/** The page that the link leads to, with its address as that page would read it. */
function targetOf(link: Link, scope: Scope) {
  const [path = '', search = ''] = linkTo(link, scope).split('?')
  const found = matchPage(currentManifest().pages, path)
  const query = Object.fromEntries(new URLSearchParams(search))
  return found && { entry: found.page, scope: { ...scope, query, params: found.params, item: undefined } }
}

export function ItemPreview({ link, scope, item, onDeleted }: Props) {
  const target = targetOf(link, { ...scope, item })
  if (!target) return <Empty text="该内容不支持速览" />
  return <Target {...target} onDeleted={onDeleted} />
}

interface TargetProps {
  readonly entry: ManifestPage
  readonly scope: Scope
  readonly onDeleted: () => void
}

function Target({ entry, ...rest }: TargetProps) {
  const { page, failed, retry } = usePage(entry)
  if (failed) return <Failed message="加载失败，请检查网络后重试" retry={retry} />
  if (!page) return <Skeleton lines={10} />
  if (page.kind !== 'detail') return <Empty text="该内容不支持速览" />
  return <Detail page={page} {...rest} />
}

interface DetailProps extends Omit<TargetProps, 'entry'> {
  readonly page: DetailPage
}

function Detail({ page, scope, onDeleted }: DetailProps) {
  const read = useRead<Item | null>(toReadSource(page.source, scope))
  const item = read.data ?? undefined
  const inner = useMemo(() => toItemScope(scope, item), [scope, item])
  const change = useCallback(
    (done?: Action) => (done?.danger && !mayStill(done, scope) ? onDeleted() : read.retry()),
    [read.retry, scope, onDeleted],
  )
  if (read.data === null || read.error?.status === 404) return <Empty text="内容不存在，可能已被删除或下线" />
  if (read.error && !item) return <Failed error={read.error} retry={read.retry} />
  if (!item) return <Skeleton lines={10} />
  return (
    <Guard name={page.title}>
      <div className="eq-look-body">
        <Meta columns={page.meta} item={item} />
        <Actions
          actions={page.actions}
          scope={inner}
          title={headingOf(item, { heading: page.heading })}
          item={item}
          onChanged={change}
          isMain
        />
        <Facts columns={page.facts} item={item} />
        <ArticleBody columns={page.body} item={item} />
        <SectionGrid sections={[...page.sections, ...page.aside]} scope={inner} page={page} />
      </div>
    </Guard>
  )
}
