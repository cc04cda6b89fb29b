// Draws the picker of referenced items: searched on the server, with fields that tell equal titles apart.
import { Select } from 'antd'
import { useRead } from '#portal/core/api/use-read.ts'
import { dictionaryLabel, useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { useOtherAnswer } from '#portal/core/form-state/form-scope.ts'
import { toDate } from '#portal/ui/format/format-time.ts'
import { useDebouncedText } from '#portal/ui/hooks/use-composed-text.ts'
import { type InputProps, inputPlaceholder } from '#portal/widgets/input-props.ts'
import { useReferredTitle } from '#portal/widgets/items/reference-titles.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { kilometresBetween, type Point, toPoint } from '#shared/formats/distance.ts'
import type { RefChoices } from './ref-choices.ts'
import { usePicker, usePickerSearch } from './use-picker.tsx'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

interface Entry {
  readonly value: string
  readonly label: string
  readonly meta: string
}

interface Props extends InputProps {
  readonly choices: RefChoices
}

const PAGE_SIZE = 20

function toEntry(row: Row, { heading, meta, place = ['', ''] }: RefChoices, point?: Point): Entry {
  const metaTexts = meta.map(({ name, dict }) => {
    const value = row[`${name}Title`] ?? row[name]
    return dict ? dictionaryLabel(dict, String(value ?? '')) : String(value ?? '')
  })
  const date = row.publishedAt ?? row.createdAt
  const own = point && toPoint(row[place[0]], row[place[1]])
  const distance = own ? `相距约 ${Math.round(kilometresBetween(point, own))} 公里` : ''
  return {
    value: row.id,
    label: String(row[heading] ?? row.title ?? row.id),
    meta: [distance, ...metaTexts, typeof date === 'string' ? toDate(date) : ''].filter(Boolean).join(' · '),
  }
}

const listOf = (data: { readonly list: readonly Row[] } | undefined): readonly Row[] => data?.list ?? []

/** Loads the choices, and the earlier choices by their ids: the first page of choices need not contain them. */
function useEntries(choices: RefChoices, chosen: readonly string[], word: string, point?: Point) {
  const found = useRead<{ list: readonly Row[] }>({
    path: choices.path,
    params: {
      limit: PAGE_SIZE,
      ...(word ? { keyWord: word } : {}),
      ...(point ? { near: `${point.lng},${point.lat}` } : {}),
    },
  })
  const known = useRead<{ list: readonly Row[] }>(
    chosen.length ? { path: choices.path, params: { ids: chosen.join(','), limit: 50 } } : null,
  )
  const toEntries = (rows: readonly Row[]) => rows.map((row) => toEntry(row, choices, point))
  return {
    found,
    entries: toEntries(listOf(found.data)),
    known: toEntries(listOf(known.data)),
    isLoading: known.loading || known.stale,
  }
}

export function RefPicker({ choices, ...props }: Props) {
  const isList = props.schema.type === 'array'
  const chosen = [props.value ?? []].flat().map(String).filter(Boolean)
  const search = usePickerSearch()
  const word = useDebouncedText(search.words)
  const { longitude, latitude } = optionsOf<'inputs/ref-select'>(props)
  const [lng, lat] = [useOtherAnswer(longitude ?? ''), useOtherAnswer(latitude ?? '')]
  const point = choices.place && toPoint(lng, lat)
  useDictionary(choices.meta.find(({ dict }) => dict)?.dict ?? '')
  const { found, entries, known, isLoading } = useEntries(choices, chosen, word, point)
  const labels = new Map([...known, ...entries].map((entry) => [entry.value, entry.label]))
  const titleOf = useReferredTitle(labels, isLoading)
  const toValue = (id: string) => ({ value: id, label: titleOf(id) })
  const { select, enclose } = usePicker(props, {
    search,
    labels: chosen.map(titleOf),
    isSeveral: isList,
    isOutdated: word !== search.words || found.stale,
  })
  const empty = found.error ? (
    <span role="alert">选项加载失败，请稍后重试</span>
  ) : found.loading || found.stale ? (
    '正在查找…'
  ) : word ? (
    `没有找到“${word}”，请换一个词`
  ) : (
    `还没有可选的${choices.title}`
  )
  return enclose(
    <Select<{ value: string; label: string } | { value: string; label: string }[], Entry>
      {...select}
      labelInValue
      value={isList ? chosen.map(toValue) : chosen[0] ? toValue(chosen[0]) : null}
      onChange={(next) => {
        const ids = [next ?? []].flat().map(({ value }) => value)
        props.onChange(isList ? ids : (ids[0] ?? null))
        if (!isList) search.type('')
      }}
      placeholder={inputPlaceholder(props, `输入${choices.title}的名称查找`)}
      options={found.error ? [] : [...entries]}
      optionRender={({ data }) => (
        <span className="eq-picker-option">
          <span>{data.label}</span>
          {data.meta ? <small>{data.meta}</small> : null}
        </span>
      )}
      loading={found.stale}
      notFoundContent={empty}
    />,
  )
}
