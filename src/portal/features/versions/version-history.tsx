// Draws the versions of an item for those who may edit or examine it: who saved what, comparison, restoring.
import { useId, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { revalidateAll, useRead } from '#portal/core/api/use-read.ts'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { MutationDialog } from '#portal/widgets/dialogs/mutation-dialog.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { versionAddress } from '#shared/calls/version-calls.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Field } from '#shared/model/content-model.ts'
import { FieldComparison } from './field-comparison.tsx'

const SIZE = 10
/** Fields that a row names; of more it says how many. */
const NAMED = 4

export interface Version {
  readonly number: number
  /** The version that it changed; null for the first. */
  readonly since: number | null
  readonly at: string
  readonly by: string | null
  readonly origin: string
  readonly reason: string | null
  readonly status: string
  readonly isChange: boolean
  readonly isCurrent: boolean
  readonly fields: readonly string[] | null
}

interface VersionList extends Paged<Version> {
  readonly revision: number
  readonly restorable: boolean
}

/** The numbers of two versions, the older one first; without `from` what the other one changed. */
interface Chosen {
  readonly from?: number
  readonly to: number
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
  const [restored, setRestored] = useState<Version | null>(null)
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

interface TableProps {
  readonly versions: readonly Version[]
  readonly onChoose: (chosen: Chosen) => void
  readonly onRestore: ((version: Version) => void) | undefined
}

function VersionTable({ versions, onChoose, onRestore }: TableProps) {
  const group = useId()
  const newest = versions[0]?.number ?? 1
  const [one, setOne] = useState(versions[1]?.number ?? newest)
  const [other, setOther] = useState(newest)
  const pick = (side: 'from' | 'to', number: number) => (side === 'from' ? setOne(number) : setOther(number))
  const compare = (before: number, after: number) => {
    setOne(before)
    setOther(after)
    onChoose({ from: Math.min(before, after), to: Math.max(before, after) })
  }
  return (
    <>
      <table className="eq-version-list">
        <thead>
          <tr>
            <th scope="col">对比</th>
            <th scope="col">版本</th>
            <th scope="col">保存人与时间</th>
            <th scope="col">改动与原因</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.number}>
              <td className="eq-version-choice">
                {(['from', 'to'] as const).map((side) => (
                  <label key={side}>
                    <input
                      type="radio"
                      name={`${group}-${side}`}
                      checked={version.number === (side === 'from' ? one : other)}
                      onChange={() => pick(side, version.number)}
                      aria-label={`${side === 'from' ? '原版本' : '新版本'}：版本 ${version.number}`}
                    />
                    <span aria-hidden>{side === 'from' ? '原' : '新'}</span>
                  </label>
                ))}
              </td>
              <td>
                <strong>版本 {version.number}</strong> <VersionTags version={version} />
              </td>
              <td>
                {version.by ?? '系统或访客'}
                <br />
                <time className="eq-muted eq-figure">{toDateTime(version.at)}</time>
              </td>
              <td>
                {describeFields(version)}
                <br />
                <span className="eq-muted">
                  {[version.origin, version.reason].filter(Boolean).join('：')}
                </span>
              </td>
              <td className="eq-version-actions">
                {version.since === null ? null : (
                  <Button
                    onClick={() => compare(version.since ?? version.number, version.number)}
                    aria-label={`查看版本 ${version.number} 的改动`}
                  >
                    查看改动
                  </Button>
                )}
                {onRestore && !version.isCurrent ? (
                  <Button onClick={() => onRestore(version)} aria-label={`恢复版本 ${version.number}`}>
                    恢复此版本
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {versions.length > 1 ? (
        <p>
          <Button look="primary" disabled={one === other} onClick={() => compare(one, other)}>
            对比所选的两个版本
          </Button>
        </p>
      ) : null}
    </>
  )
}

function VersionTags({ version: { isCurrent, isChange, status } }: { readonly version: Version }) {
  return (
    <>
      {isCurrent ? <Tag color="green">目前的内容</Tag> : null}
      {isChange ? <Tag color="orange">修改稿</Tag> : null}
      <span className="eq-muted">{dictionaryLabel(DICTIONARY.states, status)}</span>
    </>
  )
}

function describeFields({ fields }: Version): string {
  if (fields === null) return '最早的内容'
  if (fields.length === 0) return '没有可见的改动'
  const more = fields.length > NAMED ? ` 等 ${fields.length} 项` : ''
  return `改动：${fields.slice(0, NAMED).join('、')}${more}`
}

interface Side {
  readonly item: Item
  readonly version: Version | null
}

interface ComparedVersions {
  readonly before: Side
  readonly after: Side
  readonly changed: readonly string[]
  readonly fields: readonly Field[]
}

const titleOf = ({ version }: Side): string =>
  version ? `版本 ${version.number}${version.isCurrent ? '（目前的内容）' : ''}` : '目前的内容'

function VersionComparison({ itemId, chosen }: { readonly itemId: string; readonly chosen: Chosen }) {
  const read = useRead<ComparedVersions>({
    path: versionAddress('compare'),
    params: { id: itemId, ...chosen },
  })
  const { data } = read
  if (read.error && !data) return <Failed error={read.error} retry={read.retry} />
  if (!data) return <Skeleton lines={6} />
  const titles = [titleOf(data.before), titleOf(data.after)] as const
  return (
    <section aria-label={`${titles[0]}与${titles[1]}的对比`}>
      <h3>
        {titles[0]} 与 {titles[1]}
      </h3>
      {data.changed.length === 0 ? <p className="eq-muted">两个版本的内容相同。</p> : null}
      <FieldComparison
        fields={data.fields}
        before={data.before.item}
        after={data.after.item}
        changed={data.changed}
        titles={titles}
      />
    </section>
  )
}

interface RestoreProps {
  readonly itemId: string
  readonly version: Version | null
  /** Of the newest save that the list has shown. */
  readonly revision: number
  readonly onClose: () => void
}

/** The pressed version stays in the title while the dialog closes. */
function RestoreDialog({ itemId, version, revision, onClose }: RestoreProps) {
  const id = useId()
  const number = version?.number ?? 0
  return (
    <MutationDialog
      open={version !== null}
      title={`恢复版本 ${number}`}
      label="恢复此版本"
      done={`已提交恢复版本 ${number}`}
      mutate={(fields) => {
        const reason = String(fields.get('reason') ?? '').trim()
        return post(versionAddress('restore'), {
          id: itemId,
          number,
          revision,
          ...(reason ? { reason } : {}),
        })
      }}
      onClose={onClose}
      onDone={revalidateAll}
    >
      <p>
        内容将改回版本 {number} 时的样子，作为一次新的修改保存，现有的版本都保留。
        与您本人修改内容一样：需要审核的，审核通过后生效；无需审核的，立即生效。
      </p>
      <div className="eq-native-field">
        <label htmlFor={id}>恢复的原因（可不填）</label>
        <textarea id={id} name="reason" className="eq-input" rows={2} maxLength={200} />
      </div>
    </MutationDialog>
  )
}
