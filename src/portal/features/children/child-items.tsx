// Draws the children of the displayed item, such as the schemes of a demand, with submission and likes.
import { useState } from 'react'
import { useSession } from '#portal/core/session/session.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Pagination } from '#portal/ui/pagination.tsx'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { useChildSubmission } from '#portal/widgets/items/use-child-submission.ts'
import { SignInHint } from '#portal/widgets/notices/sign-in-hint.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { SectionFrame } from '#portal/widgets/sections/parts/section-frame.tsx'
import { useSectionRead } from '#portal/widgets/sections/parts/use-section-read.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { ChildItem } from './child-item.tsx'

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
