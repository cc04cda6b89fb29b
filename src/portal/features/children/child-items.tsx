// Draws the children of the displayed item, such as the schemes of a demand, with submission and likes.
import { memo, useState } from 'react'
import { canCall } from '#portal/core/access/viewer.ts'
import { useSession } from '#portal/core/session/session.ts'
import { LikeButton } from '#portal/features/actions/like-button.tsx'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Avatar } from '#portal/ui/avatar.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { toDateTime, toRelative } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf, WORDS } from '#portal/widgets/items/item-text.ts'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { useChildSubmission } from '#portal/widgets/items/use-child-submission.ts'
import { SignInHint } from '#portal/widgets/notices/notices.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import { useSectionRead } from '#portal/widgets/sections/parts/use-section-read.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'

interface Props {
  readonly item: Item
  readonly section: Section
  readonly scope: Scope
}

/** Draws one child of an item: author, time, text, likes. */
const ChildItem = memo(function ChildItem({ item, section, scope }: Props) {
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

const PAGE_SIZE = 10

export function ChildItems({ section, scope }: SectionProps) {
  const { user } = useSession()
  const { link, mayWrite } = useChildSubmission(section, scope)
  const [page, setPage] = useState(1)
  const read = useSectionRead(section, scope, { page, limit: PAGE_SIZE })
  const items = listOf(read.data)
  const total = totalOf(read.data)
  const { empty } = optionsOf<'sections/child-list'>(section)
  const canAdd = link !== undefined
  /** Left out as a whole where the page says so, unless something can be added. */
  const isNothing = section.optional === true && !canAdd && read.data !== undefined && total === 0
  const what = section.content?.title ?? '内容'
  return (
    <SectionFrame section={section} scope={scope} read={read} isEmpty={isNothing}>
      {items.length === 0 ? <Empty text={canAdd && empty ? empty : `还没有${what}`} /> : null}
      <ul className="eq-children">
        {items.map((item) => (
          <ChildItem key={String(item.id)} item={item} section={section} scope={scope} />
        ))}
      </ul>
      {total > PAGE_SIZE ? (
        <Pagination page={page} size={PAGE_SIZE} total={total} sizes={false} onChange={setPage} />
      ) : null}
      {canAdd && user && mayWrite ? (
        <p className="eq-children-add">
          <LinkButton link={link} scope={scope} icon="add" look="primary">
            提交{what}
          </LinkButton>
        </p>
      ) : canAdd ? (
        <SignInHint what={`提交${what}`} />
      ) : null}
    </SectionFrame>
  )
}
