// Draws the preview of an item of a list in antd's drawer; the list behind it stays as it is.
import { Drawer } from 'antd'
import { useRef } from 'react'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Button } from '#portal/ui/button.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { ItemPreview } from './item-preview.tsx'
import { useScrollLock } from './use-scroll-lock.ts'

export interface PreviewDrawerProps {
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
            scope={scope}
            item={item}
            onDeleted={after ? () => showItem(after) : onClose}
          />
        </div>
      </Drawer>
    </AntdFrame>
  )
}
