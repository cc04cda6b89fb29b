// Finds attachments with blocked words in their names, and pictures without alternative text.

import type { Changed } from '#server/content/fields/public-texts.ts'
import { filesIn } from '#server/content/write/validate-references.ts'
import { containsBlockedWord } from '#server/platform/validation/blocked-words.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Checked } from './checked.ts'

interface NamedFile {
  readonly name: string
  readonly alt: string | null
}

async function loadFiles({ db }: Checked, ids: readonly string[]): Promise<ReadonlyMap<string, NamedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'alt'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findBlockedFileNames(
  context: Checked,
  { body, fields }: Changed,
): Promise<FieldError[]> {
  const named = fields
    .filter(({ type }) => type !== 'rich-text')
    .map((field) => ({ field, ids: filesIn(context.plan, field, body) }))
  const files = await loadFiles(
    context,
    named.flatMap(({ ids }) => ids),
  )
  const model = context.services.model()
  return named.flatMap(({ field, ids }) => {
    const wrong = ids
      .flatMap((id) => files.get(id)?.name ?? [])
      .filter((name) => containsBlockedWord(model, name))
    if (wrong.length === 0) return []
    const message = `“${field.title}”的文件名含有需要核实的词语：${wrong.join('、')}`
    return [{ path: `/${field.name}`, message }]
  })
}

const PICTURES: ReadonlySet<Field['type']> = new Set(['image', 'image-list'])

/** Of a picture in a text its own alternative text counts, of an uploaded one that of the file. */
export async function findBareAltTexts(context: Checked, { body, fields }: Changed): Promise<FieldError[]> {
  const uploaded = fields
    .filter(({ type }) => PICTURES.has(type))
    .map((field) => ({ field, ids: filesIn(context.plan, field, body) }))
  const files = await loadFiles(
    context,
    uploaded.flatMap(({ ids }) => ids),
  )
  const counts = [
    ...fields
      .filter(({ type }) => type === 'rich-text')
      .map((field) => ({ field, count: countBare(body[field.name]) })),
    ...uploaded.map(({ field, ids }) => ({
      field,
      count: ids.filter((id) => !files.get(id)?.alt?.trim()).length,
    })),
  ]
  return counts
    .filter(({ count }) => count > 0)
    .map(({ field: { name, title }, count }) => ({
      path: `/${name}`,
      message: `“${title}”有 ${count} 张图片没有文字说明，看不到图片的读者无从知道其内容`,
    }))
}

function countBare(html: unknown): number {
  const pictures = typeof html === 'string' ? (html.match(/<img\b[^>]*>/g) ?? []) : []
  return pictures.filter((tag) => !/\salt="[^"]*[^"\s][^"]*"/.test(tag)).length
}
