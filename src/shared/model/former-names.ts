// Finds former names of pages, content types and addresses in the portal's migrations.
import type { Model } from './model.ts'

export type Named = 'path' | 'page' | 'type'

/** Each former name with the one that it has in the end; what is a name again is none. */
export function formerNames(
  { migrations, pages, contentTypes }: Pick<Model, 'migrations' | 'pages' | 'contentTypes'>,
  what: Named,
): ReadonlyMap<string, string> {
  let former = new Map<string, string>()
  for (const step of migrations.flatMap(({ steps }) => steps)) {
    if (step.do !== 'rename' || step.what !== what) continue
    const { from, to } = step
    former = new Map([...former].map(([name, then]) => [name, then === from ? to : then]))
    former.delete(from)
    former.set(from, to)
  }
  const now = new Set(
    what === 'type'
      ? contentTypes.map(({ name }) => name)
      : pages.map(({ id, path }) => (what === 'page' ? id : path)),
  )
  return new Map([...former].filter(([name, to]) => !now.has(name) && name !== to))
}
