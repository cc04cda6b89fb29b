// Draws the item that a form is about, above the form, with a link to its page.
import { useEffect } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { AppLink } from '#portal/ui/app-link.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { ItemThumb } from '#portal/widgets/items/item-thumb.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { FormSubjectModel } from '#shared/model/pages/form.ts'

interface Props {
  readonly subject: FormSubjectModel
  readonly scope: Scope
  /** Called with the item once the user can read it. */
  readonly onShown?: (item: Item) => void
}

export function FormSubject({ subject, scope, onShown }: Props) {
  const { title, source, open, heading, facts, picture } = subject
  const readSource = toReadSource(source, scope)
  const { data, error, retry } = useRead<Item>(readSource)
  useEffect(() => {
    if (data) onShown?.(data)
  }, [data, onShown])
  if (!readSource) return <Empty text="链接不完整，请从原来的页面重新进入" />
  return (
    <aside className="eq-form-subject" aria-label={`所针对的${title}`}>
      {data ? (
        <>
          <ItemThumb item={data} picture={picture} />
          <div>
            <p className="eq-form-subject-name">
              <span className="eq-muted">{title}：</span>
              <AppLink link={open} scope={scope}>
                {headingOf(data, { heading })}
              </AppLink>
            </p>
            <FactList columns={facts} item={data} layout="inline" />
          </div>
        </>
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : (
        <Skeleton lines={2} />
      )}
    </aside>
  )
}
