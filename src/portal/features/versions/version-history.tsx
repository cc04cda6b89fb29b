// Draws the versions of an item for those who may edit or examine it: who saved what, comparison, restoring.
import { useState } from 'react'
import { useRead } from '#portal/core/api/use-read.ts'
import { Card } from '#portal/ui/card.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { type VersionEntry, versionAddress } from '#shared/calls/version-calls.ts'
import type { Field } from '#shared/model/content-model.ts'
import { FieldComparison } from './field-comparison.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { type Chosen, VersionTable } from './version-table.tsx'

const SIZE = 10

interface VersionList extends Paged<VersionEntry> {
  readonly revision: number
  readonly restorable: boolean
}

interface Props {
  readonly itemId: string
  /** The version that the address names, such as in the audit log. */
  readonly named?: number | undefined
  /** False beside a form, whose answers a restoring would overtake. */
  readonly canRestore?: boolean
}

export function VersionHistory({ itemId, named, canRestore = true }: Props) {
  const [page, setPage] = useState(1)
  const read = useRead<VersionList>({
    path: versionAddress('list'),
    params: { id: itemId, page, limit: SIZE },
  })
  const [chosen, setChosen] = useState<Chosen | null>(named === undefined ? null : { to: named })
  const [restored, setRestored] = useState<VersionEntry | null>(null)
  const { data } = read
  return (
    <Card title="版本记录" className="eq-change">
      {read.error && !data ? <Failed error={read.error} retry={read.retry} /> : null}
      {!data && !read.error ? <Skeleton lines={4} /> : null}
      {data?.totalCount === 0 ? (
        <Empty text="还没有版本记录：下一次保存起，每次保存都会留下一个版本" />
      ) : null}
      {data && data.totalCount > 0 ? (
        <>
          <VersionTable
            key={`${page} ${data.revision}`}
            versions={data.list}
            onChoose={setChosen}
            onRestore={canRestore && data.restorable ? setRestored : undefined}
          />
          {data.totalCount > SIZE ? (
            <Pagination page={page} size={SIZE} total={data.totalCount} onChange={setPage} sizes={false} />
          ) : null}
          {chosen ? (
            <VersionComparison key={`${chosen.from} ${chosen.to}`} itemId={itemId} chosen={chosen} />
          ) : null}
          <RestoreDialog
            itemId={itemId}
            version={restored}
            revision={data.revision}
            onClose={() => setRestored(null)}
          />
        </>
      ) : null}
    </Card>
  )
}

interface Side {
  readonly item: Item
  readonly version: VersionEntry | null
}

interface ComparedVersions {
  /** Without an item where nothing was public before. */
  readonly before: Side | { readonly item: null; readonly version: null }
  readonly after: Side
  readonly changed: readonly string[]
  readonly fields: readonly Field[]
}

const titleOf = ({ version }: { readonly version: VersionEntry | null }): string =>
  version ? `版本 ${version.number}${version.isCurrent ? '（目前的内容）' : ''}` : '目前的内容'

interface ComparisonProps {
  readonly itemId: string
  /** Two versions, or what stands with what was public last. */
  readonly chosen: Chosen | { readonly published: true }
}

export function VersionComparison({ itemId, chosen }: ComparisonProps) {
  const read = useRead<ComparedVersions>({
    path: versionAddress('compare'),
    params: { id: itemId, ...chosen },
  })
  const { data } = read
  if (read.error && !data) return <Failed error={read.error} retry={read.retry} />
  if (!data) return <Skeleton lines={6} />
  const { before, after, changed, fields } = data
  if (before.item === null) return <p className="eq-muted">首次送审，此前没有公开过，没有可以对比的版本。</p>
  const titles =
    'published' in chosen
      ? ([`公开过的${titleOf({ version: before.version })}`, '送审稿'] as const)
      : ([titleOf(before), titleOf(after)] as const)
  return (
    <section className="eq-change" aria-label={`${titles[0]}与${titles[1]}的对比`}>
      <h3>
        {titles[0]} 与 {titles[1]}
      </h3>
      {changed.length === 0 ? <p className="eq-muted">两个版本的内容相同。</p> : null}
      <FieldComparison
        fields={fields}
        before={before.item}
        after={after.item}
        changed={changed}
        titles={titles}
      />
    </section>
  )
}
