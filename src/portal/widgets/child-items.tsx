// Owns the items below the one shown, such as the schemes of a demand, with adding and likes.
import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/app-link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { ChildItem } from './child-item.tsx'
import { listOf, totalOf } from './list-of.ts'
import { optionsOf } from './options-of.ts'
import { SectionFrame } from './section-frame.tsx'
import { SignInHint } from './sign-in-hint.tsx'
import { useAddition } from './use-addition.ts'
import { useSectionRead } from './use-section-read.ts'
import type { SectionProps } from './widget-props.ts'

const PAGE_SIZE = 10

export function ChildItems({ section, scope }: SectionProps) {
  const { user } = useSession()
  const { link, mayWrite } = useAddition(section, scope)
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
