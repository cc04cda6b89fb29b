// Draws an answer for the person who gave it.
import { useRead } from '#portal/core/api/use-read.ts'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { SECRET_INPUTS } from '#portal/features/form/draft/form-changes.ts'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { useRegionName } from '#portal/widgets/choices/use-regions.ts'
import type { RefChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import { useReferredTitle } from '#portal/widgets/items/reference-titles.ts'
import { RichText } from '#portal/widgets/media/rich-text.tsx'
import { StoredFile } from '#portal/widgets/media/stored-file.tsx'
import { zoneName } from '#shared/formats/portal-time.ts'
import { FILE_WIDGETS } from '#shared/forms/file-widgets.ts'
import type { Field } from '#shared/model/content-model.ts'

/** Inputs without a readable value: secrets, verification tokens, and ids of files. */
const UNREADABLE: ReadonlySet<string> = new Set([...FILE_WIDGETS, ...SECRET_INPUTS])
const ONLY_OTHERS = '（所选文件和选项请重新选择）'

const withoutTags = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

/** Empty where nothing was typed. */
export function formatAnswersAsText(store: FormStore): string {
  if (!store.typed) return ''
  const answers = store.data()
  const lines = store.form.fields.flatMap((field) => {
    const value = answers[field.name]
    const { widget = '' } = store.form.inputs[field.name] ?? {}
    const isReadable = !UNREADABLE.has(widget) && !field.ref
    if (!isReadable || value === undefined || value === null || value === '') return []
    const text = answerText(field, value)
    return [`${field.title}：${field.type === 'rich-text' ? withoutTags(text) : text}`]
  })
  return lines.length > 0 ? lines.join('\n') : ONLY_OTHERS
}

interface Props {
  readonly field: Field
  readonly widget: string
  readonly value: unknown
  /** The list in which the titles of references are found. */
  readonly choices?: RefChoices | undefined
}

const EMPTY = '未填写'

function RegionValue({ code }: { readonly code: string }) {
  return <>{useRegionName(code)}</>
}

interface Part {
  readonly title?: string
  readonly 'x-dict'?: string
  readonly 'x-unit'?: string
}

/** Each value in words, after what it is. */
function partsOf({ schema }: Pick<Field, 'schema'>, value: object): string {
  const inner = (schema.items ?? schema) as { readonly properties?: Readonly<Record<string, Part>> }
  return Object.entries(value)
    .filter(([, entry]) => entry !== undefined && entry !== null && entry !== '')
    .map(([name, entry]) => {
      const { title, 'x-dict': dict, 'x-unit': unit } = inner.properties?.[name] ?? {}
      const text = typeof entry === 'boolean' ? (entry ? '是' : '否') : formatScalar(unit, entry)
      const shown = dict ? dictionaryLabel(dict, text) : withUnit(text, unit)
      return title ? `${title}：${shown}` : shown
    })
    .join('，')
}

/** As everybody will read it. */
function formatScalar(unit: string | undefined, value: unknown): string {
  return unit && typeof value === 'number' ? toFigure(value) : String(value)
}

const withUnit = (text: string, unit: string | undefined) => (unit ? `${text} ${unit}` : text)

/** In words, as far as it has any. */
export function answerText(field: Field, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.some((entry) => typeof entry === 'object'))
      return `共 ${value.length} 项：${value.map((entry) => partsOf(field, Object(entry))).join('；')}`
    return value.map((entry) => answerText(field, entry)).join('、')
  }
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (value !== null && typeof value === 'object') return partsOf(field, value)
  const text = field.dict ? dictionaryLabel(field.dict, String(value)) : formatScalar(field.unit, value)
  return withUnit(text, field.unit)
}

export function AnswerValue({ field, widget, value, choices }: Props) {
  if (value === undefined || value === null || value === '') return <span className="eq-muted">{EMPTY}</span>
  if (widget === 'password') return <>••••••</>
  // The value is now a verification token, which is not readable.
  if (widget === 'sms-code') return <>已验证</>
  if (FILE_WIDGETS.has(widget))
    return (
      <ul className="eq-files">
        {[value].flat().map((id) => (
          <li key={String(id)}>
            <StoredFile id={String(id)} />
          </li>
        ))}
      </ul>
    )
  if (choices) return <AnswerReferences choices={choices} ids={[value].flat().map(String)} />
  if (field.type === 'region') return <RegionValue code={String(value)} />
  if (field.type === 'rich-text') return <RichText value={String(value)} />
  if (field.type === 'date-time')
    return <>{new Date(String(value)).toLocaleString('zh-CN', { timeZone: zoneName() })}</>
  return <>{answerText(field, value)}</>
}

interface AnswerReferencesProps {
  readonly choices: RefChoices
  readonly ids: readonly string[]
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** An item that is not in the list any more is read by itself for its title. */
function AnswerReferences({ choices: { path, heading }, ids }: AnswerReferencesProps) {
  const { data, loading } = useRead<{ list: readonly Row[] }>(
    ids.length > 0 ? { path, params: { ids: ids.join(','), limit: 50 } } : null,
  )
  const titles = new Map(data?.list.map((row) => [row.id, String(row[heading] ?? row.title ?? row.id)]))
  const titleOf = useReferredTitle(titles, loading)
  return <>{ids.map(titleOf).join('、')}</>
}
