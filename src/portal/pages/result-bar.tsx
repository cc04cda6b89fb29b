// Owns the line above a list: how many results, and in which order.
import { memo } from 'react'
import type { ListPage } from '../../shared/page-model.ts'
import { useConsoleKit } from '../app/console-kit.ts'
import { Icon } from '../ui/icon.tsx'
import { nextSort } from './list-state.ts'

interface Props {
  readonly total: number | undefined
  readonly sorts: ListPage['sorts']
  readonly sort: string
  readonly onSort: (sort: string) => void
}

export const ResultBar = memo(function ResultBar({ total, sorts, sort, onSort }: Props) {
  const Tools = useConsoleKit()?.ListTools
  return (
    <div className="eq-result-bar">
      <p role="status">
        {total === undefined ? (
          '正在查询…'
        ) : (
          <>
            共 <strong className="eq-figure">{total}</strong> 条结果
          </>
        )}
      </p>
      {sorts.length ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields
        <div className="eq-sorts" role="group" aria-label="排序">
          <button type="button" aria-pressed={sort === ''} onClick={() => onSort('')}>
            默认
          </button>
          {sorts.map(({ value, label }) => {
            const isDown = sort === `-${value}`
            const isUp = sort === value
            return (
              <button
                key={value}
                type="button"
                aria-pressed={isDown || isUp}
                aria-label={`按${label}排序${isDown ? '，现在从高到低' : isUp ? '，现在从低到高' : ''}`}
                onClick={() => onSort(nextSort(sort, value))}
              >
                {label}
                {isDown || isUp ? <Icon name={isDown ? 'down' : 'up'} /> : null}
              </button>
            )
          })}
        </div>
      ) : null}
      {Tools ? <Tools /> : null}
    </div>
  )
})
