// Checks that no two samples share a value that their type declares unique (`x-unique`).

import type { Context } from '#config/load/context.ts'
import { locatePath, type Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import { isDeletedState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

export function checkUniqueSamples(
  context: Context,
  { contentTypes, samples }: Pick<Model, 'contentTypes' | 'samples'>,
): void {
  for (const type of contentTypes)
    for (const { name, title } of type.fields.filter(({ unique }) => unique)) {
      const document = context.of('samples').get(type.name)
      const { seen, twice } = compareSamples(type, samples[type.name] ?? [], name)
      const own = context.of('content').get(type.name)
      const path: Path = ['fields', 'properties', name, 'x-unique']
      // Faults of the declaration itself are reported there.
      const isReported = own && hasProblemAt(context, own, path)
      if (!document || isReported) continue
      const [first] = twice
      if (own && first && twice.length >= SEVERAL && twice.length * MANY >= twice.length + seen.size)
        context.report(own, path, {
          slug: 'unique_few',
          message: `“${title}”不得重复（x-unique），${twice.length + seen.size} 条示例却只有 ${seen.size} 个值，如 ${document.path}:${locatePath(document, first.path).line}：不同内容的值本可相同，请去掉 x-unique`,
          found: 'true',
          key: true,
        })
      else
        for (const { path: at, value } of twice)
          context.report(document, at, {
            slug: 'sample_duplicate',
            message: `“${title}”不得重复（x-unique），前面的示例已用此值`,
            found: value,
          })
    }
}

/** The different values of the field, and the samples whose value an earlier one has. */
function compareSamples(type: ContentType, samples: readonly unknown[], name: string) {
  const seen = new Set<string>()
  const twice: { readonly path: Path; readonly value: string }[] = []
  for (const [index, sample] of samples.entries()) {
    const value = comparableOf(type, sample, name)
    if (value !== undefined && seen.has(value)) twice.push({ path: ['items', index, name], value })
    else if (value !== undefined) seen.add(value)
  }
  return { seen, twice }
}

/** From so many samples on that hold the same as others, one in so many, it is the demand that is wrong. */
const SEVERAL = 3
const MANY = 5

/** As the database compares it; undefined for an empty one, and for a sample that is gone. */
function comparableOf({ lifecycle }: ContentType, sample: unknown, name: string): string | undefined {
  const { _status: status, [name]: value } = sample as Readonly<Record<string, unknown>>
  if (value === undefined || value === null) return undefined
  if (typeof status === 'string' && isDeletedState(lifecycle, status)) return undefined
  return String(value).normalize('NFKC').replace(/\s/g, '').toLowerCase()
}
