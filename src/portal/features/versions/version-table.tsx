// Draws the list of versions: who saved what, the choice of two to compare, and the way back to one.
import { useId, useState } from 'react'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { Button } from '#portal/ui/button.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Tag } from '#portal/ui/tag.tsx'
import type { VersionEntry } from '#shared/calls/version-calls.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'

/** Fields that a row names; of more it says how many. */
const NAMED = 4

/** The numbers of two versions, the older one first; without `from` what the other one changed. */
export interface Chosen {
  readonly from?: number
  readonly to: number
}

interface TableProps {
  readonly versions: readonly VersionEntry[]
  readonly onChoose: (chosen: Chosen) => void
  readonly onRestore: ((version: VersionEntry) => void) | undefined
}

export function VersionTable({ versions, onChoose, onRestore }: TableProps) {
  const group = useId()
  const isComparable = versions.length > 1
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
            {isComparable ? <th scope="col">对比</th> : null}
            <th scope="col">版本</th>
            <th scope="col">保存人与时间</th>
            <th scope="col">改动与原因</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.number}>
              {isComparable ? (
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
              ) : null}
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
                    aria-label={`查看改动：版本 ${version.number}`}
                  >
                    查看改动
                  </Button>
                )}
                {onRestore && !version.isCurrent ? (
                  <Button
                    onClick={() => onRestore(version)}
                    aria-label={`恢复此版本：版本 ${version.number}`}
                  >
                    恢复此版本
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isComparable ? (
        <p>
          <Button look="primary" disabled={one === other} onClick={() => compare(one, other)}>
            对比所选的两个版本
          </Button>
        </p>
      ) : null}
    </>
  )
}

function VersionTags({ version: { isCurrent, isChange, status } }: { readonly version: VersionEntry }) {
  return (
    <>
      {isCurrent ? <Tag color="green">目前的内容</Tag> : null}{' '}
      {isChange ? <Tag color="orange">修改稿</Tag> : null}{' '}
      <span className="eq-muted">{dictionaryLabel(DICTIONARY.states, status)}</span>
    </>
  )
}

function describeFields({ fields }: VersionEntry): string {
  if (fields === null) return '最早的内容'
  if (fields.length === 0) return '没有可见的改动'
  const more = fields.length > NAMED ? ` 等 ${fields.length} 项` : ''
  return `改动：${fields.slice(0, NAMED).join('、')}${more}`
}
