// Draws hints about an address with a page after the last, parameters of another category, or unknown values.

import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { cutLetters } from '#shared/formats/text-length.ts'

/** Letters of a value that a note shows. */
const MAX_SHOWN = 20

interface BeyondProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onTurn: (page: number, size: number) => void
}

export function BeyondLast({ page, size, total, onTurn }: BeyondProps) {
  const last = Math.max(1, Math.ceil(total / size))
  return (
    <Empty text={`没有第 ${page} 页，一共 ${last} 页`}>
      <div className="eq-actions">
        <Button onClick={() => onTurn(1, size)}>回到第 1 页</Button>
        {last > 1 ? (
          <Button onClick={() => onTurn(last, size)}>{`到最后一页（第 ${last} 页）`}</Button>
        ) : null}
      </div>
    </Empty>
  )
}

interface IgnoredProps {
  readonly keys: readonly string[]
  readonly onClear: () => void
}

/** Such as of a link that was cut off, or made before a parameter went. */
export function IgnoredKeys({ keys, onClear }: IgnoredProps) {
  if (keys.length === 0) return null
  return (
    <p className="eq-notice" role="status">
      地址中的 {keys.length} 个条件不适用于当前所选的类别，没有生效。
      <button type="button" className="eq-text-button" onClick={onClear}>
        清除这些条件
      </button>
    </p>
  )
}

interface RefusedProps {
  readonly keys: readonly { readonly key: string; readonly label: string }[]
  readonly query: Readonly<Record<string, string>>
  readonly onClear: () => void
}

/** Such as of an old link; the list is shown without them. */
export function RefusedKeys({ keys, query, onClear }: RefusedProps) {
  if (keys.length === 0) return null
  const names = keys.map(({ key, label }) => `“${label}：${cutLetters(query[key] ?? '', MAX_SHOWN)}”`)
  return (
    <p className="eq-notice" role="status">
      地址中的筛选条件{names.join('、')}无效，已忽略。
      <button type="button" className="eq-text-button" onClick={onClear}>
        清除这些条件
      </button>
    </p>
  )
}
