// Provides the mistakes that the mutation test makes in configuration files, each at a place it can name.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Path = readonly (string | number)[]

export interface Mutant {
  readonly text: string
  /** Lines on which the problem may be reported; several where a key is gone or the text broke. */
  readonly lines: readonly [first: number, last: number]
}

export interface Mutation {
  readonly name: string
  /** Null where this file has no place for the mistake. */
  make(file: string, text: string, random: () => number): Mutant | null
}

interface Spot {
  readonly path: Path
  readonly key: string
  readonly value: Json
}

const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]

function spots(value: Json, path: Path = []): Spot[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    return [{ path: at, key: Array.isArray(value) ? '' : key, value: child }, ...spots(child, at)]
  })
}

/** Lines of the JSON as printed by JSON.stringify with two spaces: one line a scalar. */
const print = (value: Json) => `${JSON.stringify(value, null, 2)}\n`

const MARK = '§MARK§'

/** Changes the value or key at `path`; the marked line of the printed text is where it stands. */
function changed(root: Json, path: Path, change: (parent: Json, key: string | number) => void): Mutant {
  const copy = structuredClone(root)
  let parent: Json = copy
  for (const key of path.slice(0, -1)) parent = (parent as Record<string, Json>)[key] as Json
  change(parent, path.at(-1) as string | number)
  const text = print(copy)
  const index = text.indexOf(MARK)
  const line = index < 0 ? 1 : text.slice(0, index).split('\n').length
  return { text: text.replaceAll(MARK, ''), lines: [line, line] }
}

function misspell(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  return `${text.slice(0, at)}q${text.slice(at)}x`
}

function valueMutation(
  name: string,
  accepts: (spot: Spot, file: string) => boolean,
  change: (value: Json, random: () => number) => Json,
): Mutation {
  return {
    name,
    make(file, text, random) {
      const root = JSON.parse(text) as Json
      const spot = pick(
        spots(root).filter((candidate) => accepts(candidate, file)),
        random,
      )
      if (!spot) return null
      const next = change(spot.value, random)
      return changed(root, spot.path, (parent, key) => {
        ;(parent as Record<string, Json>)[key] = typeof next === 'string' ? `${next}${MARK}` : next
        if (typeof next !== 'string') markNext(parent, key, next)
      })
    },
  }
}

/** A number or boolean cannot carry the mark: its line is found by a unique stand-in. */
function markNext(parent: Json, key: string | number, next: Json): void {
  ;(parent as Record<string, Json>)[key] = next
}

const isText = (spot: Spot) => typeof spot.value === 'string'
const under = (spot: Spot, ...names: string[]) => names.some((name) => spot.path.includes(name))
const inFolder = (file: string, ...folders: string[]) => folders.some((folder) => file.startsWith(folder))
const PAGES = ['pages-config/', 'zones-config/']
const isPage = (file: string) =>
  inFolder(file, ...PAGES) && !['pages-config/menu.json', 'pages-config/site.json'].includes(file)

const wrong = (_: Json, random: () => number) => `nothing${Math.floor(random() * 1000)}`
const misspelt = (value: Json, random: () => number) => misspell(String(value), random)

const OWN_KEYS = [
  'kind',
  'path',
  'title',
  'source',
  'columns',
  'sections',
  'widget',
  'lifecycle',
  'endpoints',
  'fields',
  'operations',
  'items',
  'states',
  'transitions',
  'value',
  'label',
  'action',
  'from',
  'to',
  'page',
  'operation',
  'form',
  'submit',
  'slogan',
  'theme',
  'version',
  'family',
  'at',
  'access',
  'summary',
  'properties',
  'type',
]
/** Without these a file, or an object in it, means nothing. */
const REQUIRED = [
  'kind',
  'path',
  'title',
  'columns',
  'sections',
  'lifecycle',
  'endpoints',
  'fields',
  'operations',
  'states',
  'transitions',
  'slogan',
  'theme',
  'version',
  'family',
  'summary',
  'widget',
  'form',
  'submit',
  '$schema',
  'label',
]

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'misspelt key',
    make(_file, text, random) {
      const root = JSON.parse(text) as Json
      const spot = pick(
        spots(root).filter(
          ({ key, path }) =>
            OWN_KEYS.includes(key) &&
            !path
              .slice(0, -1)
              .some((part) =>
                ['properties', 'params', 'options', 'dictionaries', 'result', 'body'].includes(String(part)),
              ) &&
            !(path.includes('items') && path.includes('properties')),
        ),
        random,
      )
      if (!spot) return null
      const name = misspell(spot.key, random)
      return changed(root, spot.path, (parent, key) => {
        const object = parent as Record<string, Json>
        const entries = Object.entries(object).map(
          ([own, value]) => [own === key ? `${name}${MARK}` : own, value] as const,
        )
        for (const own of Object.keys(object)) delete object[own]
        Object.assign(object, Object.fromEntries(entries))
      })
    },
  },
  {
    name: 'removed required key',
    make(_file, text, random) {
      const root = JSON.parse(text) as Json
      const spot = pick(
        spots(root).filter(
          ({ key, path }) => REQUIRED.includes(key) && (path.length === 1 || key === 'widget'),
        ),
        random,
      )
      if (!spot) return null
      const copy = structuredClone(root)
      let parent = copy as Record<string, Json>
      for (const key of spot.path.slice(0, -1)) parent = parent[key] as Record<string, Json>
      delete parent[spot.key]
      const marked = changed(root, spot.path, (object, key) => {
        ;(object as Record<string, Json>)[key] = MARK
      })
      const all = print(copy)
      return { text: all, lines: spot.path.length === 1 ? [1, all.split('\n').length] : [1, marked.lines[0]] }
    },
  },
  {
    name: 'wrong type',
    make(_file, text, random) {
      const root = JSON.parse(text) as Json
      const spot = pick(
        spots(root).filter(
          (candidate) =>
            ['title', 'path', 'slogan', 'label', 'summary', 'widget', 'lifecycle', 'at'].includes(
              candidate.key,
            ) &&
            isText(candidate) &&
            !under(candidate, 'params', 'options', 'result', 'body'),
        ),
        random,
      )
      if (!spot) return null
      const marked = changed(root, spot.path, (parent, key) => {
        ;(parent as Record<string, Json>)[key] = MARK
      })
      const number = changed(root, spot.path, (parent, key) => {
        ;(parent as Record<string, Json>)[key] = 42
      })
      return { text: number.text, lines: marked.lines }
    },
  },
  valueMutation(
    'misspelt field',
    (spot, file) =>
      isPage(file) &&
      isText(spot) &&
      under(spot, 'columns', 'facts', 'meta', 'body', 'rows') &&
      (typeof spot.path.at(-1) === 'number' || spot.key === 'field'),
    misspelt,
  ),
  valueMutation(
    'misspelt operation',
    (spot, file) =>
      isPage(file) &&
      isText(spot) &&
      (spot.key === 'operation' ||
        ['source', 'submit', 'viewed', 'load', 'check', 'update'].includes(spot.key)),
    misspelt,
  ),
  valueMutation(
    'misspelt page',
    (spot, file) =>
      inFolder(file, ...PAGES) &&
      isText(spot) &&
      ['page', 'more', 'open', 'parent', 'pick', 'follow'].includes(spot.key),
    misspelt,
  ),
  valueMutation('misspelt widget', (spot, file) => isPage(file) && spot.key === 'widget', misspelt),
  valueMutation('misspelt cell', (spot, file) => isPage(file) && spot.key === 'cell', misspelt),
  valueMutation(
    'misspelt dictionary',
    (spot, file) => inFolder(file, 'schemas/content/', 'schemas/forms/') && spot.key === 'x-dict',
    misspelt,
  ),
  valueMutation(
    'misspelt content type',
    (spot, file) => inFolder(file, 'schemas/content/') && (spot.key === 'x-ref' || spot.key === 'x-ref-by'),
    misspelt,
  ),
  valueMutation(
    'misspelt lifecycle',
    (spot, file) => inFolder(file, 'schemas/content/') && spot.key === 'lifecycle',
    misspelt,
  ),
  valueMutation(
    'misspelt state',
    (spot, file) =>
      inFolder(file, 'schemas/lifecycles/') &&
      isText(spot) &&
      (spot.key === 'to' || spot.key === 'initial' || (under(spot, 'from') && spot.key === '')),
    misspelt,
  ),
  valueMutation(
    'misspelt role',
    (spot, file) =>
      inFolder(file, 'schemas/content/', 'schemas/lifecycles/', 'schemas/api/', 'pages-config/') &&
      isText(spot) &&
      (spot.key === 'access' || (spot.key === '' && under(spot, 'by', 'readers', 'x-visible', 'access'))),
    misspelt,
  ),
  valueMutation(
    'misspelt icon',
    (spot, file) => inFolder(file, 'schemas/content/', ...PAGES) && spot.key === 'icon',
    misspelt,
  ),
  valueMutation('misspelt form', (spot, file) => isPage(file) && spot.key === 'form', misspelt),
  valueMutation(
    'misspelt action',
    (spot, file) => inFolder(file, 'schemas/content/') && spot.key === 'action',
    misspelt,
  ),
  valueMutation('unknown kind', (spot, file) => isPage(file) && spot.key === 'kind', wrong),
  valueMutation(
    'unknown placeholder',
    (spot, file) =>
      isPage(file) && isText(spot) && String(spot.value).startsWith('{') && under(spot, 'params'),
    () => '{nowhere.id}',
  ),
  valueMutation(
    'undeclared filter',
    (spot, file) =>
      isPage(file) && isText(spot) && under(spot, 'filters') && typeof spot.path.at(-1) === 'number',
    () => 'createdAt',
  ),
  valueMutation(
    'undeclared sort',
    (spot, file) => isPage(file) && isText(spot) && under(spot, 'sorts'),
    () => 'ownerName',
  ),
  valueMutation(
    'cell on a wrong field type',
    (spot, file) => isPage(file) && spot.key === 'cell',
    () => 'images',
  ),
  valueMutation(
    'HTML in a text',
    (spot, file) =>
      inFolder(file, ...PAGES, 'schemas/content/', 'schemas/dictionaries/') &&
      isText(spot) &&
      (spot.key === 'title' || spot.key === 'label') &&
      String(spot.value).length < 8,
    () => '<b>x</b>',
  ),
  valueMutation(
    'unsafe address',
    (spot, file) => inFolder(file, ...PAGES) && isText(spot) && spot.key === 'text',
    () => 'javascript:alert(1)',
  ),
  valueMutation(
    'bad route',
    (spot, file) => isPage(file) && spot.key === 'path' && spot.path.length === 1,
    () => 'no slash',
  ),
  valueMutation(
    'runaway pattern',
    (spot) => spot.key === 'pattern' && isText(spot),
    () => '^(a+)+$',
  ),
  valueMutation(
    'reference out of the tree',
    (spot, file) => inFolder(file, 'schemas/content/') && spot.key === '$ref',
    () => '../../package.json',
  ),
  {
    name: 'duplicate path',
    make(file, text, _random) {
      if (!isPage(file) || file === 'pages-config/home.json') return null
      const root = JSON.parse(text) as Json
      return changed(root, ['path'], (parent) => {
        ;(parent as Record<string, Json>).path = `/home-page${MARK}`
      })
    },
  },
  {
    name: 'link without its parameter',
    make(file, text, random) {
      if (!isPage(file)) return null
      const root = JSON.parse(text) as Json
      const links = spots(root).filter(
        ({ key, value }) =>
          ['open', 'more', 'link'].includes(key) &&
          value !== null &&
          typeof value === 'object' &&
          !Array.isArray(value) &&
          typeof value.page === 'string' &&
          value.page.endsWith('/detail') &&
          value.params !== undefined,
      )
      const spot = pick(links, random)
      if (!spot) return null
      const marked = changed(root, [...spot.path, 'page'], (parent, key) => {
        ;(parent as Record<string, Json>)[key] = MARK
      })
      const removed = changed(root, [...spot.path, 'params'], (parent) => {
        delete (parent as Record<string, Json>).params
      })
      return { text: removed.text, lines: [marked.lines[0] - 1, marked.lines[0] + 1] }
    },
  },
  {
    name: 'duplicate key',
    make(_file, text, random) {
      const lines = print(JSON.parse(text) as Json).split('\n')
      const candidates = lines.flatMap((line, index) =>
        /^\s+"[^"]+": ("[^"]*"|\d+|true|false),$/.test(line) ? [index] : [],
      )
      const at = pick(candidates, random)
      if (at === undefined) return null
      lines.splice(at, 0, lines[at] as string)
      return { text: lines.join('\n'), lines: [at + 2, at + 2] }
    },
  },
  {
    name: 'broken JSON',
    make(_file, text, random) {
      const lines = print(JSON.parse(text) as Json).split('\n')
      const candidates = lines.flatMap((line, index) => (/^\s+"[^"]+": "[^"]*",$/.test(line) ? [index] : []))
      const at = pick(candidates, random)
      if (at === undefined) return null
      lines[at] = (lines[at] as string).slice(0, -1)
      return { text: lines.join('\n'), lines: [at + 1, at + 2] }
    },
  },
  {
    name: '__proto__ key',
    make(_file, text, _random) {
      const printed = print(JSON.parse(text) as Json)
      return { text: printed.replace('{\n', '{\n  "__proto__": {},\n'), lines: [2, 2] }
    },
  },
  {
    name: 'default that its schema refuses',
    make(file, text, random) {
      if (!inFolder(file, 'schemas/content/')) return null
      const root = JSON.parse(text) as Json
      const spot = pick(
        spots(root).filter(
          ({ value }) =>
            value !== null && typeof value === 'object' && !Array.isArray(value) && value.type === 'number',
        ),
        random,
      )
      if (!spot) return null
      return changed(root, [...spot.path, 'default'], (parent) => {
        ;(parent as Record<string, Json>).default = `many${MARK}`
      })
    },
  },
]
