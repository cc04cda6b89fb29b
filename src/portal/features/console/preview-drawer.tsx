// Draws the preview of an item of a list in antd's drawer; the list behind it stays as it is.
import { Drawer } from 'antd'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { usePage } from '#portal/core/pages/use-page.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import { readText, storeText } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'
import { toast } from '#portal/core/state/toast.ts'
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
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { TransitionReason } from '#shared/lifecycles/lifecycle.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Action, Link } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { focusRow, type Intent } from './list-keys.tsx'
import { useScrollLock } from './use-scroll-lock.ts'

interface Props {
  readonly link: Link
  readonly scope: Scope
  /** What a key asks for is pressed once the item is here. */
  readonly preview: PreviewedItem
  /** True where whatever changes the item decides it, as in the inbox. */
  readonly isInbox: boolean
  /** Called after the item was changed. */
  readonly onDecided: () => void
  /** Called after the item was deleted, for a viewer who cannot see deleted items. */
  readonly onDeleted: () => void
}

/** Draws the preview of an item: the item as its own page shows it, with its actions. */
function ItemPreview({ link, scope, ...rest }: Props) {
  const [path = '', search = ''] = linkTo(link, scope).split('?')
  const target = matchPage(currentManifest().pages, path)
  if (!target) return <Empty text="该内容不支持速览" />
  // The page's address as the page itself would read it.
  const query = Object.fromEntries(new URLSearchParams(search))
  const own = { ...scope, query, params: target.params, item: undefined }
  return <Target entry={target.page} scope={own} {...rest} />
}

function Target({ entry, ...rest }: Omit<Props, 'link'> & { readonly entry: ManifestPage }) {
  const { page, failed, retry } = usePage(entry)
  if (failed) return <Failed message="加载失败，请检查网络后重试" retry={retry} />
  if (!page) return <Skeleton lines={10} />
  if (page.kind !== 'detail') return <Empty text="该内容不支持速览" />
  return <Detail page={page} {...rest} />
}

interface Offer {
  readonly action: string
  readonly title: string
  readonly words?: TransitionReason
}

const INTENT_NAMES: Readonly<Record<Intent, string>> = { approve: '通过', refuse: '退回', edit: '编辑' }

/**
 * Returns the label of the button that a key means: of the transitions that the server offers, the one that takes the
 * item on, or one that needs a reason.
 */
function labelOf(intent: Intent, actions: readonly Action[], item: Item): string | undefined {
  if (intent === 'edit')
    return actions.find(({ do: kind, link }) => kind === 'open' && link?.page.endsWith('/edit'))?.label
  const offers = Array.isArray(item.actions) ? (item.actions as readonly Offer[]) : []
  const offered = actions.flatMap((action) => {
    const offer = offers.find((one) => action.do === 'transition' && one.action === action.transition)
    return offer ? [{ ...action, ...offer }] : []
  })
  const needsWords = ({ words, danger }: (typeof offered)[number]) =>
    words !== undefined && words.optional !== true && !danger
  if (intent === 'refuse') return offered.find(needsWords)?.title
  const onward = offered.filter((one) => !needsWords(one))
  return (onward.find(({ forward }) => forward) ?? onward.find(({ primary }) => primary))?.title
}

function Detail({
  page,
  scope,
  preview,
  isInbox,
  onDecided,
  onDeleted,
}: Omit<Props, 'link'> & { readonly page: DetailPage }) {
  const read = useRead<Item | null>(toReadSource(page.source, scope))
  const item = read.data ?? undefined
  const inner = useMemo(() => toItemScope(scope, item), [scope, item])
  const change = useCallback(
    (done?: Action) => {
      if (done?.danger && !mayStill(done, scope)) return onDeleted()
      read.retry()
      if (done?.do === 'transition' || (isInbox && done?.do === 'call')) onDecided()
    },
    [read.retry, scope, isInbox, onDecided, onDeleted],
  )
  const body = useRef<HTMLDivElement>(null)
  const pressed = useRef<PreviewedItem>(undefined)
  useEffect(() => {
    if (!item || !preview.intent || pressed.current === preview) return
    pressed.current = preview
    const label = labelOf(preview.intent, page.actions, item)
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('.eq-actions :is(a, button)') ?? [])]
    const button = buttons.find(({ textContent }) => textContent === label)
    if (label !== undefined && button) button.click()
    else toast.error(`该内容现在不能${INTENT_NAMES[preview.intent]}`)
  }, [item, preview, page.actions])
  if (read.data === null || read.error?.status === 404) return <Empty text="内容不存在，可能已被删除或下线" />
  if (read.error && !item) return <Failed error={read.error} retry={read.retry} />
  if (!item) return <Skeleton lines={10} />
  return (
    <Guard name={page.title}>
      <div className="eq-look-body" ref={body}>
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

const NAME = 'console-next'
/** Whether the next item opens after a decision: as the user chose in this browser, else only in the inbox. */
const chosenNext = createStore(readText('local', NAME))

function NextChoice({ isOn }: { readonly isOn: boolean }) {
  return (
    <label className="eq-look-next">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          const chosen = target.checked ? 'on' : 'off'
          chosenNext.set(chosen)
          storeText('local', NAME, chosen)
        }}
      />
      办完自动打开下一条
    </label>
  )
}

/** Who works on the item, as its row says. */
function Assignee({ item }: { readonly item: Item }) {
  const { assigneeName, assignedAt, mine } = item
  if (!assigneeName) return null
  return (
    <p className="eq-notice" role="status">
      {mine ? '您' : String(assigneeName)}正在处理（{toDateTime(assignedAt)} 起）
    </p>
  )
}

interface PreviewDrawerProps {
  readonly link: Link
  /** Field that is an item's title in the list. */
  readonly heading: string
  readonly scope: Scope
  readonly items: readonly Item[]
  /** Those of each row of the list. */
  readonly actions: readonly Action[]
  readonly isInbox: boolean
  readonly onChanged: () => void
  readonly preview: PreviewedItem
  readonly isOpen: boolean
  readonly onPreview: (item: Item) => void
  readonly onClose: () => void
}

/** An item with its place in the list, in which the next one stands once it has left the list. */
export interface PreviewedItem {
  readonly item: Item
  readonly index: number
  readonly intent?: Intent | undefined
}

/** To the button that opened the item last looked at; where that item has left the list, to that of the next one. */
function focusOpener(id: string, index: number): void {
  const openers = [...document.querySelectorAll<HTMLElement>('[data-look]')]
  const opener = openers.find(({ dataset }) => dataset.look === id) ?? openers[index] ?? openers.at(-1)
  ;(opener ?? document.getElementById('main'))?.focus({ preventScroll: true })
}

export function PreviewDrawer({
  link,
  heading,
  scope,
  items,
  actions,
  isInbox,
  onChanged,
  preview,
  isOpen,
  onPreview,
  onClose,
}: PreviewDrawerProps) {
  const body = useRef<HTMLDivElement>(null)
  /** The row that is next after a decision by key. */
  const next = useRef<unknown>(undefined)
  useScrollLock(isOpen)
  const { item, index } = preview
  const at = items.findIndex(({ id }) => id === item.id)
  const before = items[(at === -1 ? index : at) - 1]
  const after = items[at === -1 ? index : at + 1]
  const title = headingOf(item, { heading })
  const row = items[at] ?? item
  const chosen = chosenNext.use()
  const goesOn = chosen === null || chosen === undefined ? isInbox : chosen === 'on'
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
          if (opened) return
          if (next.current === undefined) focusOpener(String(item.id), index)
          else focusRow(next.current)
          next.current = undefined
        }}
        footer={
          <div className="eq-look-foot">
            <Button icon="back" disabled={!before} onClick={() => showItem(before)}>
              上一条
            </Button>
            <Button icon="next" disabled={!after} onClick={() => showItem(after)}>
              下一条
            </Button>
            <NextChoice isOn={goesOn} />
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
        {at === -1 ? null : (
          <div className="eq-look-work">
            <Assignee item={row} />
            <Actions
              actions={actions}
              scope={{ ...scope, item: row }}
              title={title}
              item={row}
              onChanged={onChanged}
            />
          </div>
        )}
        <div ref={body}>
          <ItemPreview
            key={String(item.id)}
            link={link}
            scope={{ ...scope, item }}
            preview={preview}
            isInbox={isInbox}
            onDecided={() => {
              if (goesOn && after) return showItem(after)
              if (!goesOn && !preview.intent) return
              next.current = (after ?? before)?.id
              onClose()
            }}
            onDeleted={after ? () => showItem(after) : onClose}
          />
        </div>
      </Drawer>
    </AntdFrame>
  )
}
