// Declares the things that can be renamed, and the location of each.
import type { Path } from '#config/load/document.ts'

export const THINGS = ['type', 'page', 'field', 'code', 'state', 'role', 'path'] as const
export type ThingKind = (typeof THINGS)[number]

export interface RenameTarget {
  readonly kind: ThingKind
  /** Content type or form, dictionary, lifecycle; empty for what stands alone. */
  readonly in: string
  readonly name: string
}

/** Renamed by name alone. */
const ALONE: readonly ThingKind[] = ['type', 'page', 'role', 'path']

/** `demand.budget`, `urgency.1`, `moderated.online`; a page by its id, others as they are. Null for anything else. */
export function parseThing(kind: string, text: string): RenameTarget | null {
  if (!THINGS.includes(kind as ThingKind)) return null
  if (ALONE.includes(kind as ThingKind)) return { kind: kind as ThingKind, in: '', name: text }
  const [, holder = '', name = ''] = /^([\w-]+)\.(.+)$/.exec(text) ?? []
  return name === '' ? null : { kind: kind as ThingKind, in: holder, name }
}

export interface Definition {
  readonly file: string
  /** The key, or the value where `isValue`. */
  readonly path: Path
  readonly isValue: boolean
}

type Written = Readonly<Record<string, unknown>>

/** Returns the file that is called so; undefined for what has no file of its own. */
export function fileOf({ kind, name }: Pick<RenameTarget, 'kind' | 'name'>): string | undefined {
  if (kind === 'page') return `pages-config/${name}.json`
  return kind === 'type' ? `schemas/content/${name}.json` : undefined
}

/** Returns the location of the definition; undefined if there is none. */
export function findDefinition(
  files: ReadonlyMap<string, string>,
  { kind, in: holder, name }: RenameTarget,
): Definition | undefined {
  const read = (file: string): Written | undefined => {
    try {
      return JSON.parse(files.get(file) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  switch (kind) {
    case 'type':
    case 'page': {
      const file = fileOf({ kind, name })
      return file && files.has(file) ? { file, path: [], isValue: true } : undefined
    }
    case 'role': {
      const file = 'schemas/roles.json'
      return Object.hasOwn((read(file)?.roles as Written | undefined) ?? {}, name)
        ? { file, path: ['roles', name], isValue: false }
        : undefined
    }
    case 'path': {
      const found = [...files.keys()].find(
        (file) => /^(pages|zones)-config\//.test(file) && file.endsWith('.json') && read(file)?.path === name,
      )
      return found ? { file: found, path: ['path'], isValue: true } : undefined
    }
    case 'field': {
      const file = [`schemas/content/${holder}.json`, `schemas/forms/${holder}.json`].find((one) =>
        files.has(one),
      )
      const fields = read(file ?? '')?.fields as { readonly properties?: Written } | undefined
      return file && Object.hasOwn(fields?.properties ?? {}, name)
        ? { file, path: ['fields', 'properties', name], isValue: false }
        : undefined
    }
    case 'state': {
      const file = `schemas/lifecycles/${holder}.json`
      return Object.hasOwn((read(file)?.states as Written | undefined) ?? {}, name)
        ? { file, path: ['states', name], isValue: false }
        : undefined
    }
    case 'code': {
      const file = `schemas/dictionaries/${holder}.json`
      const items = (read(file)?.items ?? []) as readonly { readonly value?: unknown }[]
      const at = items.findIndex(({ value }) => value === name)
      return at < 0 ? undefined : { file, path: ['items', at, 'value'], isValue: true }
    }
  }
}
