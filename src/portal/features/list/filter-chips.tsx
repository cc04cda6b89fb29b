// Draws the chips of the active filters, each removable, with 清空.

import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { useChoices } from '#portal/widgets/choices/use-choices.ts'
import { useRegionName } from '#portal/widgets/choices/use-regions.ts'
import type { Filter } from '#shared/model/page-model.ts'
import { keysOf } from './list-state.ts'

const LEVELS = [0, 1, 2, 3] as const

interface Props {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

function useText(filter: Filter, values: Props['values']): string {
  const value = values[filter.name] ?? ''
  const choices = useChoices(filter)
  const region = useRegionName(filter.widget === 'region' && value ? value : null)
  const category = useCategoryName(filter.field?.levels, value)
  if (filter.widget === 'region') return region
  if (category) return category
  if (filter.widget.endsWith('-range')) {
    const [from, to] = keysOf(filter).map((key) => formatBound(filter, values[key]))
    const unit = filter.field?.unit ? ` ${filter.field.unit}` : ''
    if (from && to) return `${from}～${to}${unit}`
    return from ? `不低于 ${from}${unit}` : `不高于 ${to}${unit}`
  }
  if (filter.widget === 'yes-no') return value === 'true' ? '是' : '否'
  return value
    .split(',')
    .map((entry) => choices.find((choice) => choice.value === entry)?.label ?? entry)
    .join('、')
}

/** Formats numbers as in the list; dates stay as they are. */
function formatBound({ widget }: Filter, bound: string | undefined): string | undefined {
  return (widget === 'number-range' && bound && toFigure(Number(bound))) || bound
}

function Chip({
  filter,
  values,
  onChange,
}: Omit<Props, 'filters' | 'onClear'> & { readonly filter: Filter }) {
  const text = useText(filter, values)
  const clear = () => onChange(Object.fromEntries(keysOf(filter).map((key) => [key, ''])))
  return (
    <button
      type="button"
      className="eq-chip"
      aria-label={`取消筛选 ${filter.label}：${text}`}
      onClick={clear}
    >
      {filter.label}：{text}
      <Icon name="close" />
    </button>
  )
}

export function FilterChips({ filters, values, onChange, onClear }: Props) {
  const set = filters.filter((filter) => keysOf(filter).some((key) => values[key]))
  if (set.length === 0) return null
  return (
    <div className="eq-chips">
      {set.map((filter) => (
        <Chip key={filter.name} filter={filter} values={values} onChange={onChange} />
      ))}
      <button type="button" className="eq-text-button" onClick={onClear}>
        清空
      </button>
    </div>
  )
}

/** Undefined for what is no category of these levels. */
function useCategoryName(levels: readonly string[] | undefined, value: string): string | undefined {
  // biome-ignore lint/correctness/useHookAtTopLevel: the levels are constant, so the order of hooks is
  const nodes = LEVELS.flatMap((level) => useDictionary(levels?.[level] ?? ''))
  return nodes.find((node) => node.value === value)?.label
}
