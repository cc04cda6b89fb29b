// Provides answers that fill a registration form as a person would, made from the form itself.
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { hiddenFields, NOBODY } from '#shared/validation/visible-fields.ts'
import { keepFile } from '../../../support/keep-file.ts'
import type { TestApp } from '../../../support/test-app.ts'

const BY_FORMAT: Readonly<Record<string, string>> = {
  mobile: '13900001111',
  'id-card': '440524188001010014',
  uscc: '91350100M000100Y43',
  'post-code': '100000',
  telephone: '010-12345678',
  date: '1990-05-06',
  region: '11',
  'date-time': '2026-01-05T08:00:00+08:00',
  email: 'someone@example.com',
  uri: 'https://example.com/',
}
const BY_PATTERN: readonly string[] = [
  '11',
  '600000',
  '1990-05',
  '张三',
  'A1234567',
  '12',
  '20260105000001',
  '1234',
  '示例',
]

function textFor(schema: JsonSchema): string {
  const {
    pattern,
    minLength = 1,
    maxLength = 200,
  } = schema as {
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  if (!pattern) return '示例'.repeat(100).slice(0, Math.min(maxLength, Math.max(minLength, 4)))
  const found = BY_PATTERN.find(
    (text) => new RegExp(pattern, 'u').test(text) && text.length >= minLength && text.length <= maxLength,
  )
  if (found === undefined) throw new Error(`No text for ${pattern}`)
  return found
}

export function valueFor(schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.format === 'string') return BY_FORMAT[schema.format]
  switch (schema.type) {
    case 'array': {
      const least = (schema.minItems as number | undefined) ?? 1
      return Array.from({ length: Math.max(1, least) }, () => valueFor(schema.items as JsonSchema))
    }
    case 'object': {
      const required = (schema.required ?? []) as string[]
      const properties = schema.properties as Record<string, JsonSchema>
      return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] as JsonSchema)]))
    }
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Math.max(1, (schema.minimum as number | undefined) ?? 1)
    default:
      return textFor(schema)
  }
}

const PAPERS = new Set<string>(['file-list', 'image', 'image-list'])

/** The required fields that apply, filled; papers stand as uploaded before signing in. */
export async function fillForm(
  app: TestApp,
  form: FormModel,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  for (const field of form.fields) {
    if (!field.required || field.name in given) continue
    if (!PAPERS.has(field.type)) {
      body[field.name] = valueFor(field.schema)
      continue
    }
    const id = await keepFile(app, { form: form.id, field: field.name })
    body[field.name] = field.schema.type === 'array' ? [id] : id
  }
  const all = { ...body, ...given }
  for (const name of hiddenFields(form, all, NOBODY)) delete all[name]
  return all
}
