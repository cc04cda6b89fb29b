// Draws one message: words, picture, file, the item it is about, its time, whether it was read.

import { lazy, Suspense, useState } from 'react'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { saveFile } from '#portal/core/api/file-client.ts'
import { toast } from '#portal/core/state/toast.ts'
import { toSize } from '#portal/ui/format/format-number.ts'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { useStoredUrl } from '#portal/widgets/media/stored-file.tsx'
import type { ChatFile, ChatItem, ChatMessage } from '#shared/calls/chat-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'

const Lightbox = lazy(async () => ({
  default: (await import('#portal/features/gallery/lightbox.tsx')).Lightbox,
}))

/** Draws the pictures and files of messages, which only the two participants may read. */
function ChatPicture({ file }: { readonly file: ChatFile }) {
  const url = useStoredUrl(file.id)
  const [isLarge, setLarge] = useState(false)
  if (url === null) return <p className="eq-muted">图片加载失败，请刷新页面</p>
  return (
    <>
      <button type="button" className="eq-chat-picture" disabled={!url} onClick={() => setLarge(true)}>
        {url ? (
          <img src={url} alt={`查看大图：${file.name}`} />
        ) : (
          <span className="eq-sr-only">正在读取图片</span>
        )}
      </button>
      {isLarge && url ? (
        <Suspense fallback={null}>
          <Lightbox
            pictures={[{ url, alt: file.name }]}
            index={0}
            onTurn={() => undefined}
            onClose={() => setLarge(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function ChatFileButton({ file }: { readonly file: ChatFile }) {
  return (
    <button
      type="button"
      className="eq-chat-file"
      onClick={() => saveFile(file).catch(() => toast.error('下载失败，请重试'))}
    >
      <Icon name="file" />
      <span>
        <b>{file.name}</b>
        <small>{toSize(file.size)}，点击下载</small>
      </span>
    </button>
  )
}

export interface Draw {
  /** The page of an item. */
  readonly link: Link | undefined
  readonly scope: Scope
}

interface Props {
  readonly message: ChatMessage
  readonly isOwn: boolean
  readonly isRead: boolean
  /** Of the other. */
  readonly name: string
  readonly draw: Draw
  readonly onReport: (message: ChatMessage) => void
}

export function Message({ message, isOwn, isRead, name, draw, onReport }: Props) {
  const { content, file, item, msgType, sendTime } = message
  const { black } = useBlacklistStatus()
  const time = toDateTime(sendTime)
  return (
    <article className="eq-chat-message" data-own={isOwn || undefined} data-seq={message.seq}>
      <span className="eq-sr-only">{isOwn ? '我' : name}：</span>
      {item ? <ItemCard item={item} draw={draw} /> : null}
      {file && msgType === 'image' ? <ChatPicture file={file} /> : null}
      {file && msgType !== 'image' ? <ChatFileButton file={file} /> : null}
      {content ? <p className="eq-chat-words">{content}</p> : null}
      <footer>
        <time dateTime={sendTime} title={time}>
          {time.slice(11)}
        </time>
        {isOwn ? (
          <span className="eq-chat-seen" data-read={isRead || undefined}>
            {isRead ? '已读' : '未读'}
          </span>
        ) : black ? null : (
          <button type="button" className="eq-chat-report" onClick={() => onReport(message)}>
            举报<span className="eq-sr-only">这条消息</span>
          </button>
        )}
      </footer>
    </article>
  )
}

export function ItemCard({ item, draw: { link, scope } }: { readonly item: ChatItem; readonly draw: Draw }) {
  if (item.title === null)
    return (
      <p className="eq-chat-item">
        <Icon name="file" />
        <span className="eq-muted">相关内容已无法查看</span>
      </p>
    )
  return (
    <p className="eq-chat-item">
      <Icon name="link" />
      <ItemLink link={link} scope={scope} item={{ ...item, id: item.dataId }}>
        {item.title}
      </ItemLink>
    </p>
  )
}
