// Owns the page that sets items side by side; the address names them.
import { useEffect, useMemo, useState } from 'react'
import type { Scope } from '../../shared/condition.ts'
import type { ComparePage } from '../../shared/page-model.ts'
import { type Read, useRead } from '../api/use-read.ts'
import { itemsIn, readCompareSets, replaceSet } from '../compare/compare-set.ts'
import { LinkButton } from '../ui/app-link.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { toast } from '../ui/toast.tsx'
import { headingOf } from '../widgets/item-text.ts'
import { toRead } from '../widgets/to-read.ts'
import type { Item } from '../widgets/widget-props.ts'
import { CompareTable } from './compare-table.tsx'
import { PageHead } from './page-head.tsx'
import { ShareButton } from './share-button.tsx'
import { useScope } from './use-scope.ts'

const SLOTS = [0, 1, 2, 3, 4, 5] as const

/** One read a slot; the number of slots never changes, as hooks demand. */
function useItems(page: ComparePage, scope: Scope, ids: readonly string[]) {
  return SLOTS.map((slot) => {
    const id = ids[slot]
    // biome-ignore lint/correctness/useHookAtTopLevel: the slots are constant, so the order of hooks is
    return useRead<Item>(id ? toRead(page.source, { ...scope, item: { id } }) : null)
  })
}

/** Of what is read so far; the same array while they stay the same. */
function useTitles(page: ComparePage, reads: readonly Read<Item>[]): readonly string[] {
  const known = JSON.stringify(
    reads.map(({ data }) => (data ? headingOf(data, { heading: page.heading }) : '')),
  )
  return useMemo(() => JSON.parse(known) as string[], [known])
}

function readIds(text: string | undefined, max: number): string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))].slice(0, max)
}

export function ComparePageView({ page }: { readonly page: ComparePage }) {
  const { scope, query, setQuery } = useScope(page)
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const [marked, setMarked] = useState(true)
  const ids = useMemo(() => readIds(query.ids, page.max), [query.ids, page.max])
  const asked = (query.ids ?? '').split(',').filter(Boolean).length
  const reads = useItems(page, scope, ids)
  // The menu leads here without an address of items: the set put aside is opened.
  const isOpen = query.ids !== undefined
  const titles = useTitles(page, reads)
  useEffect(() => {
    if (isOpen)
      return replaceSet(
        page.path,
        page.max,
        ids.map((id, index) => ({ id, title: titles[index] ?? '' })),
      )
    const kept = itemsIn(readCompareSets(), page.path).map(({ id }) => id)
    if (kept.length) setQuery({ ids: kept.join(',') }, true)
  }, [isOpen, page, ids, titles, setQuery])
  useEffect(() => {
    if (asked > page.max) toast.error(`最多同时比对 ${page.max} 项，其余没有列入`)
  }, [asked, page.max])
  const remove = (id: string) => {
    setQuery({ ids: ids.filter((one) => one !== id).join(',') })
  }
  const pick = page.pick ? (
    <LinkButton link={page.pick} scope={scope} icon="add" look={ids.length ? 'plain' : 'primary'}>
      添加比对项
    </LinkButton>
  ) : null
  return (
    <div className="eq-page eq-compare-page">
      <PageHead page={page} />
      <div className="eq-card">
        {ids.length === 0 ? (
          <Empty text={`还没有选择比对项，最多可选 ${page.max} 项`}>{pick}</Empty>
        ) : (
          <>
            <div className="eq-compare-tools">
              <label>
                <input
                  type="checkbox"
                  checked={marked}
                  onChange={(event) => setMarked(event.target.checked)}
                />
                高亮差异
              </label>
              <label>
                <input
                  type="checkbox"
                  checked={onlyDifferent}
                  onChange={(event) => setOnlyDifferent(event.target.checked)}
                />
                隐藏相同
              </label>
              <span className="eq-actions">
                {ids.length < page.max ? pick : null}
                <ShareButton title={page.title} label="分享" icon="share" />
                <Button icon="print" onClick={() => window.print()}>
                  打印
                </Button>
              </span>
            </div>
            <CompareTable
              page={page}
              ids={ids}
              reads={reads.slice(0, ids.length)}
              scope={scope}
              marked={marked}
              onlyDifferent={onlyDifferent}
              onRemove={remove}
            />
          </>
        )}
      </div>
    </div>
  )
}
