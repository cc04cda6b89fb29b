// Draws the preview of an item of a list in antd's drawer; the list behind it stays as it is.
import { Drawer } from 'antd'
import { useCallback, useMemo, useRef } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { usePage } from '#portal/core/pages/use-page.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { ArticleBody, Facts, Meta } from '#portal/features/detail/detail-article.tsx'
import { mayStill } from '#portal/features/page/deleted-item.tsx'
import { toItemScope } from '#portal/features/page/use-page-scope.ts'
import { SectionGrid } from '#portal/features/zone/section-grid.tsx'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
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
import { useScrollLock } from './use-scroll-lock.ts'

interface Props {
  readonly link: Link
  readonly scope: Scope
  /** Called after the item was deleted, for a viewer who cannot see deleted items. */
  readonly onDeleted: () => void
}

/** Draws the preview of an item: the item as its own page shows it, with its actions. */
function ItemPreview({ link, scope, onDeleted }: Props) {
  const [path = '', search = ''] = linkTo(link, scope).split('?')
  const target = matchPage(currentManifest().pages, path)
  if (!target) return <Empty text="该内容不支持速览" />
  // The page's address as the page itself would read it.
  const query = Object.fromEntries(new URLSearchParams(search))
  const own = { ...scope, query, params: target.params, item: undefined }
  return <Target entry={target.page} scope={own} onDeleted={onDeleted} />
}

function Target({ entry, ...rest }: Omit<Props, 'link'> & { readonly entry: ManifestPage }) {
  const { page, failed, retry } = usePage(entry)
  if (failed) return <Failed message="加载失败，请检查网络后重试" retry={retry} />
  if (!page) return <Skeleton lines={10} />
  if (page.kind !== 'detail') return <Empty text="该内容不支持速览" />
  return <Detail page={page} {...rest} />
}

function Detail({ page, scope, onDeleted }: Omit<Props, 'link'> & { readonly page: DetailPage }) {
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

interface PreviewDrawerProps {
  readonly link: Link
  /** Field that is an item's title in the list. */
  readonly heading: string
  readonly scope: Scope
  readonly items: readonly Item[]
  readonly preview: PreviewedItem
  readonly isOpen: boolean
  readonly onPreview: (item: Item) => void
  readonly onClose: () => void
}

/** An item with its place in the list, in which the next one stands once it has left the list. */
export interface PreviewedItem {
  readonly item: Item
  readonly index: number
}

/** To the button that opened the item last looked at, or to the first where that item has left the list. */
function focusOpener(id: string): void {
  const openers = [...document.querySelectorAll<HTMLElement>('[data-look]')]
  const opener = openers.find(({ dataset }) => dataset.look === id) ?? openers[0]
  ;(opener ?? document.getElementById('main'))?.focus({ preventScroll: true })
}

export function PreviewDrawer({
  link,
  heading,
  scope,
  items,
  preview,
  isOpen,
  onPreview,
  onClose,
}: PreviewDrawerProps) {
  const body = useRef<HTMLDivElement>(null)
  useScrollLock(isOpen)
  const { item, index } = preview
  const at = items.findIndex(({ id }) => id === item.id)
  const before = items[(at === -1 ? index : at) - 1]
  const after = items[at === -1 ? index : at + 1]
  const title = headingOf(item, { heading })
  const showItem = (other: Item | undefined) => {
    if (!other) return
    onPreview(other)
    body.current?.parentElement?.scrollTo({ top: 0 })
  }
  return (
    <AntdFrame>
      <Drawer
        open={isOpen}
        onClose={onClose}
        size="min(760px, 100vw)"
        title={<h2>{title}</h2>}
        closable={{ 'aria-label': '关闭速览', placement: 'end' }}
        focusable={{ focusTriggerAfterClose: false }}
        rootClassName="eq-look-drawer"
        // In the body antd would keep the page still itself.
        getContainer={() => document.getElementById('root') ?? document.body}
        afterOpenChange={(opened) => {
          if (!opened) focusOpener(String(item.id))
        }}
        footer={
          <div className="eq-look-foot">
            <Button icon="back" disabled={!before} onClick={() => showItem(before)}>
              上一条
            </Button>
            <Button icon="next" disabled={!after} onClick={() => showItem(after)}>
              下一条
            </Button>
            <span className="eq-muted" role="status">
              <span className="eq-sr-only">{title}，</span>
              {at === -1 ? '已不在本页' : `本页第 ${at + 1} 条，共 ${items.length} 条`}
            </span>
            <LinkButton link={link} scope={{ ...scope, item }}>
              打开完整页面
            </LinkButton>
          </div>
        }
      >
        <div ref={body}>
          <ItemPreview
            key={String(item.id)}
            link={link}
            scope={{ ...scope, item }}
            onDeleted={after ? () => showItem(after) : onClose}
          />
        </div>
      </Drawer>
    </AntdFrame>
  )
}
