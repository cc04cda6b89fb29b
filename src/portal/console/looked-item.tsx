// Owns what a quick look shows: the item as its own page shows it, with what may be done with it.
import { useCallback, useMemo } from 'react'
import type { Scope } from '../../shared/condition.ts'
import type { ManifestPage } from '../../shared/manifest.ts'
import { matchPage } from '../../shared/match-page.ts'
import type { Action, Link } from '../../shared/page-model.ts'
import type { DetailPage } from '../../shared/pages/detail.ts'
import { currentManifest } from '../api/manifest.ts'
import { useRead } from '../api/use-read.ts'
import { usePage } from '../app/use-page.ts'
import { Actions } from '../pages/actions.tsx'
import { Body, Facts, Meta } from '../pages/detail-article.tsx'
import { mayStill } from '../pages/gone-item.tsx'
import { toItemScope } from '../pages/item-scope.ts'
import { Sections } from '../pages/sections.tsx'
import { linkTo } from '../routing/link-to.ts'
import { Empty } from '../ui/empty.tsx'
import { Guard } from '../ui/error-card.tsx'
import { Failed } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { headingOf } from '../widgets/item-text.ts'
import { toRead } from '../widgets/to-read.ts'
import type { Item } from '../widgets/widget-props.ts'

interface Props {
  readonly link: Link
  readonly scope: Scope
  readonly item: Item
  /** After it was deleted, for whoever does not see what is deleted. */
  readonly onGone: () => void
}

/** The page that the link leads to, with its address as that page would read it. */
function targetOf(link: Link, scope: Scope) {
  const [path = '', search = ''] = linkTo(link, scope).split('?')
  const found = matchPage(currentManifest().pages, path)
  const query = Object.fromEntries(new URLSearchParams(search))
  return found && { entry: found.page, scope: { ...scope, query, params: found.params, item: undefined } }
}

export function LookedItem({ link, scope, item, onGone }: Props) {
  const target = targetOf(link, { ...scope, item })
  if (!target) return <Empty text="这条内容没有可以速览的页面" />
  return <Target {...target} onGone={onGone} />
}

interface TargetProps {
  readonly entry: ManifestPage
  readonly scope: Scope
  readonly onGone: () => void
}

function Target({ entry, ...rest }: TargetProps) {
  const { page, failed, retry } = usePage(entry)
  if (failed) return <Failed message="没有加载出来，请检查网络后重试" retry={retry} />
  if (!page) return <Skeleton lines={10} />
  if (page.kind !== 'detail') return <Empty text="这条内容没有可以速览的页面" />
  return <Detail page={page} {...rest} />
}

interface DetailProps extends Omit<TargetProps, 'entry'> {
  readonly page: DetailPage
}

function Detail({ page, scope, onGone }: DetailProps) {
  const read = useRead<Item | null>(toRead(page.source, scope))
  const item = read.data ?? undefined
  const inner = useMemo(() => toItemScope(scope, item), [scope, item])
  const change = useCallback(
    (done?: Action) => (done?.danger && !mayStill(done, scope) ? onGone() : read.retry()),
    [read.retry, scope, onGone],
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
        <Body columns={page.body} item={item} />
        <Sections sections={[...page.sections, ...page.aside]} scope={inner} page={page} />
      </div>
    </Guard>
  )
}
