// Provides the portal's own configuration with other names for the states of its lifecycles.
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { portalFiles } from '../../support/portal-files.ts'

export const NAMES: Readonly<Record<string, string>> = {
  online: 'published',
  offline: 'shelved',
  pending: 'waiting-room',
  refused: 'sent-back',
  deleted: 'withdrawn-for-good',
}

/** What bears the same names otherwise: steps, notices, and the states of accounts and comments. */
const OWN = /^schemas\/(config|common|api|widgets|forms)\/|^pages-config\/operator\//
const STEPS = new Set(['action', 'notify', 'transition', 'icon', 'item.actions'])

function rename(value: unknown, key: string): unknown {
  if (typeof value === 'string') return STEPS.has(key) ? value : (NAMES[value] ?? value)
  if (Array.isArray(value)) return value.map((one) => rename(one, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      key === 'states' || key === 'saved' ? (NAMES[name] ?? name) : name,
      rename(held, name),
    ]),
  )
}

/** File texts by path. */
export function renamedFiles(): Map<string, string> {
  const files = [...portalFiles()].map(([path, text]): [string, string] => {
    const isOwn = OWN.test(path) || (path.includes('/dictionaries/') && !path.endsWith('/contentStatus.json'))
    return [
      path,
      isOwn || !path.endsWith('.json') ? text : JSON.stringify(rename(JSON.parse(text), ''), null, 2),
    ]
  })
  return new Map(files)
}

export function renamedModel(): Model {
  const result = checkConfiguration(renamedFiles())
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}
