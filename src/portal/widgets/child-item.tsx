// Owns one item below another: who, when, what it says, likes.
import { memo } from 'react'
import type { Section } from '../../shared/page-model.ts'
import { Avatar } from '../ui/avatar.tsx'
import { toDateTime, toRelative } from '../ui/format-time.ts'
import { toText } from '../ui/to-text.ts'
import { Cell } from './cell-registry.tsx'
import { headingOf, momentOf } from './item-text.ts'
import { LikeButton } from './like-button.tsx'
import type { Item } from './widget-props.ts'

interface Props {
  readonly item: Item
  readonly section: Section
}

export const ChildItem = memo(function ChildItem({ item, section }: Props) {
  const { summary } = section.content?.columns ?? {}
  const like = section.content?.calls.like
  const owner = toText(item.ownerName) || null
  return (
    <li className="eq-comment">
      <Avatar name={owner} />
      <div className="eq-comment-body">
        <h3>{headingOf(item, section.content)}</h3>
        <p className="eq-comment-head">
          <span>{owner ?? '匿名'}</span>
          <time className="eq-muted eq-figure" title={toDateTime(momentOf(item))}>
            {toRelative(momentOf(item))}
          </time>
        </p>
        {summary ? <Cell column={summary} item={item} /> : null}
        {like ? (
          <p className="eq-comment-foot">
            <LikeButton
              call={{ path: like.path, params: { id: item.id } }}
              liked={item.liked === true}
              count={Number(item.likeCount ?? 0)}
              label="赞同"
            />
          </p>
        ) : null}
      </div>
    </li>
  )
})
