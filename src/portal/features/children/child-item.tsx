// Draws one child of an item: author, time, text, likes.
import { memo } from 'react'
import { canCall } from '#portal/core/access/can-call.ts'
import { useSession } from '#portal/core/session/session.ts'
import { LikeButton } from '#portal/features/actions/like-button.tsx'
import { Avatar } from '#portal/ui/avatar.tsx'
import { toDateTime, toRelative } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import { WORDS } from '#portal/widgets/items/participant-words.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'

interface Props {
  readonly item: Item
  readonly section: Section
  readonly scope: Scope
}

export const ChildItem = memo(function ChildItem({ item, section, scope }: Props) {
  const { summary, words, state } = section.content?.columns ?? {}
  const { user } = useSession()
  const call = section.content?.calls.like
  const like = canCall(call, user) ? call : undefined
  const owner = toText(item.ownerName) || null
  return (
    <li className="eq-comment">
      <Avatar name={owner} />
      <div className="eq-comment-body">
        <h3>
          <ItemLink link={section.open} scope={scope} item={item}>
            {headingOf(item, section.content)}
          </ItemLink>
        </h3>
        <p className="eq-comment-head">
          <span>{owner ?? '匿名'}</span>
          {state ? <Cell column={state} item={item} /> : null}
          <time className="eq-muted eq-figure" title={toDateTime(momentOf(item))}>
            {toRelative(momentOf(item))}
          </time>
        </p>
        <FactList columns={section.content?.lists?.facts ?? []} item={item} layout="inline" />
        {summary && hasValue(item, summary) ? <Cell column={summary} item={item} /> : null}
        {words && hasValue(item, words) ? (
          <blockquote className="eq-child-words">
            <Cell column={{ ...words, cell: WORDS }} item={item} />
          </blockquote>
        ) : null}
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
