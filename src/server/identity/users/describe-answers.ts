// Formats the answers of a registration for examiners.
import { isDeepStrictEqual } from 'node:util'
import { areaName } from '#server/platform/areas/area-name.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { maskValue } from '#shared/access/mask-field.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import { FILE_WIDGETS } from '#shared/forms/file-widgets.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'

export interface AnswerView {
  readonly step: string
  /** Of the field. */
  readonly name: string
  readonly label: string
  readonly value: string
  /** True where `value` is masked. */
  readonly isMasked: boolean
}

/** An uploaded file, and the title of the field that it was uploaded for. */
interface Paper {
  readonly id: string
  readonly label: string
}

export interface ApplicationView {
  readonly answers: readonly AnswerView[]
  readonly papers: readonly Paper[]
}

const FILES = new Set(['upload', 'image'])

export function describeAnswers(
  model: Model,
  form: FormModel | undefined,
  application: JsonObject | null,
  isPlain = true,
): ApplicationView {
  if (!form || !application) return { answers: [], papers: [] }
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  const answers = form.steps.flatMap((step) =>
    step.fields.flatMap((name) => {
      const field = fields.get(name)
      const value = application[name]
      if (!field || value === undefined || value === null || value === '') return []
      const isFile = FILES.has(form.inputs[name]?.widget ?? '')
      const shown = isPlain ? value : maskValue(field, value)
      const text = isFile ? `见附件（${[value].flat().length} 份）` : toText(model, field, shown)
      const isMasked = !isFile && !isDeepStrictEqual(shown, value)
      return [{ step: step.title, name, label: field.title, value: text, isMasked }]
    }),
  )
  const papers = form.fields.flatMap(({ name, title }) =>
    filesNamedBy(form, { [name]: application[name] }).map((id) => ({ id, label: title })),
  )
  return { answers, papers }
}

function toText(
  model: Model,
  field: Pick<Field, 'type' | 'dict' | 'unit' | 'schema'>,
  value: unknown,
): string {
  if (Array.isArray(value)) {
    const schema = (field.schema.items ?? field.schema) as JsonSchema
    return value.map((entry) => toText(model, { ...field, schema }, entry)).join('；')
  }
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object' && value !== null) return toParts(model, field.schema, value)
  const text = String(value)
  if (field.type === 'region') return areaName(text) ?? text
  if (field.type === 'rich-text') return text.replaceAll(/<[^>]*>/g, ' ').trim()
  if (field.dict) return labelOf(model, field.dict, text)
  return field.unit ? `${text} ${field.unit}` : text
}

/** An entry of a list of objects: each value in words, after what it is. */
function toParts(model: Model, { properties }: JsonSchema, entry: object): string {
  const known = (properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.entries(entry)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const { title, 'x-dict': dict, ...schema } = known[name] ?? {}
      const field = { type: 'text', schema, ...(typeof dict === 'string' ? { dict } : {}) } as const
      const text = toText(model, field, value)
      return typeof title === 'string' ? `${title}：${text}` : text
    })
    .join('，')
}

/** Finds the files that the answers of a form name. */
function filesNamedBy(form: FormModel, body: Readonly<Record<string, unknown>>): string[] {
  return form.fields
    .filter(({ name }) => FILE_WIDGETS.has(form.inputs[name]?.widget ?? ''))
    .flatMap(({ name }) => [body[name]].flat())
    .filter((id): id is string => typeof id === 'string')
}
