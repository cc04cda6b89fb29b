// Locates a change: its current file, and the path in it, or the nearest path that still exists.
import type { Path } from '#config/load/document.ts'
import type { Holder, RecordChange } from './record-change.ts'

export interface ConfigLocation {
  readonly file: string
  readonly path: Path
}

const FOLDERS: Readonly<Record<Holder['kind'], string>> = {
  type: 'schemas/content',
  form: 'schemas/forms',
  set: 'schemas/parameters',
}

const fileOf = ({ kind, name }: Holder): string => `${FOLDERS[kind]}/${name}.json`

export function locateChange(change: RecordChange): ConfigLocation {
  switch (change.kind) {
    case 'type-removed':
    case 'form-removed':
    case 'set-removed':
      return { file: fileOf(change.holder), path: [] }
    case 'code-removed':
      return { file: `schemas/dictionaries/${change.dictionary}.json`, path: ['items'] }
    case 'state-removed':
    case 'state-hidden':
      return {
        file: `schemas/lifecycles/${change.lifecycle}.json`,
        path: ['states', ...(change.kind === 'state-hidden' ? [change.state] : [])],
      }
    case 'path-gone':
      return { file: pageFile(change.page), path: ['path'] }
    case 'page-gone':
      return { file: pageFile(change.page), path: [] }
    case 'role-removed':
      return { file: 'schemas/roles.json', path: [] }
    case 'field-required':
      return change.holder.kind === 'set'
        ? { file: fileOf(change.holder), path: ['required'] }
        : { file: fileOf(change.holder), path: ['fields', 'required'] }
    default:
      return {
        file: fileOf(change.holder),
        path: change.holder.kind === 'set' ? ['groups'] : ['fields', 'properties', change.field],
      }
  }
}

/** Pages of zones are written as zones. */
function pageFile(page: string): string {
  const zone = /^zones\/([\w-]+)$/.exec(page)?.[1]
  return zone ? `zones-config/${zone}.json` : `pages-config/${page}.json`
}
