// Provides the portal with processes of its own beside what it has: a folder of JSON under tests/processes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { Model } from '#shared/model/model.ts'
import { ROOT } from '../server/support/small-configuration.ts'
import type { Files } from './added-files.ts'
import { portalFiles } from './portal-files.ts'

/** A list of the loans that operators manage, before it has anything to do with them. */
export const DESK = {
  $schema: '../../schemas/config/page.schema.json',
  kind: 'list',
  path: '/loanDesk',
  title: '借用台账',
  access: ['operator'],
  source: 'loan.manage',
  view: 'table',
  columns: ['title', 'status'],
}

interface Titled {
  readonly states: Readonly<Record<string, { readonly title: string }>>
}

function readProcess(name: string): Files {
  const folder = join(ROOT, 'tests/processes', name)
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  )
  const files = entries.map((path): [string, Files[string]] => [
    path,
    JSON.parse(readFileSync(join(folder, path), 'utf8')),
  ])
  return Object.fromEntries(files)
}

const STATES_FILE = 'schemas/dictionaries/contentStatus.json'

/** The portal's dictionary of states with those of lifecycles that it lacks. */
function withStates(lifecycles: readonly Titled[]): Files[string] {
  const states = Object.assign({}, ...lifecycles.map((one) => one.states)) as Titled['states']
  const dictionary = JSON.parse(portalFiles().get(STATES_FILE) ?? '') as {
    readonly items: readonly { readonly value: string }[]
  }
  const known = new Set(dictionary.items.map(({ value }) => value))
  const added = Object.entries(states).filter(([name]) => !known.has(name))
  const items = added.map(([value, { title }]) => ({ value, label: title }))
  return { ...dictionary, items: [...dictionary.items, ...items] }
}

/** Folders of JSON with the names of their states. */
function processOf(...names: readonly string[]): Files {
  const files: Files = Object.assign({}, ...names.map(readProcess))
  const lifecycles = Object.keys(files).filter((path) => path.startsWith('schemas/lifecycles/'))
  return { ...files, [STATES_FILE]: withStates(lifecycles.map((path) => files[path] as unknown as Titled)) }
}

/** Equipment is lent, from the request to its return. */
export const LOAN = processOf('loan')

/** A task that whoever comes first takes, of those whose region it is in. */
export const ERRAND = processOf('errand')

/** Several people agree, above an amount somebody else too, who can hand it on. */
export const PANEL = processOf('panel')

/** A permission with a clock that stands still while the applicant mends something, and a card that comes of it. */
export const PERMIT = processOf('permit')

/** What the walks over all steps try beside the portal's own lifecycles. */
export const LOAN_AND_PANEL = processOf('loan', 'panel')

/** Of several bids for a call one is chosen, and with it the call and the other bids are settled. */
export const BIDS = processOf('bids')

/** Tools are lent and repaired, and courses have places and a waiting list. */
export const COUNTING = processOf('counting')

/** The portal's own files with these beside or instead of them. */
export function checkWith(added: Files): ReturnType<typeof checkConfiguration> {
  const all = portalFiles()
  for (const [path, content] of Object.entries(added)) all.set(path, JSON.stringify(content, null, 2))
  return checkConfiguration(all)
}

export function modelWith(added: Files): Model {
  const result = checkWith(added)
  if (!result.ok)
    throw new Error(result.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  return result.model
}
