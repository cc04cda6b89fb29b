// Owns the check that no two samples hold the same where their type promises that nothing is there twice (`x-unique`).
import type { ContentType } from '../../shared/content-model.ts'
import { isGone } from '../../shared/lifecycle.ts'
import type { Model } from '../../shared/model.ts'
import type { Context } from '../context.ts'

export function checkUniqueSamples(
  context: Context,
  { contentTypes, samples }: Pick<Model, 'contentTypes' | 'samples'>,
): void {
  for (const type of contentTypes)
    for (const { name, title, unique } of type.fields) {
      if (!unique) continue
      const seen = new Set<string>()
      for (const [index, sample] of (samples[type.name] ?? []).entries()) {
        const value = comparableOf(type, sample, name)
        const document = context.of('samples').get(type.name)
        if (value !== undefined && seen.has(value) && document)
          context.report(document, ['items', index, name], {
            slug: 'sample_duplicate',
            message: `“${title}”不得重复（x-unique），前面的示例已用此值`,
            found: value,
          })
        else if (value !== undefined) seen.add(value)
      }
    }
}

/** As the database compares it; undefined for an empty one, and for a sample that is gone. */
function comparableOf({ lifecycle }: ContentType, sample: unknown, name: string): string | undefined {
  const { _status: status, [name]: value } = sample as Readonly<Record<string, unknown>>
  if (value === undefined || value === null) return undefined
  if (typeof status === 'string' && isGone(lifecycle, status)) return undefined
  return String(value).normalize('NFKC').replace(/\s/g, '').toLowerCase()
}
