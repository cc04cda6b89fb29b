// Tests the architecture: imports of layers and modules, audit log, sealed fields, size of source files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCycles } from '../support/find-cycles.ts'
import { type Module, parseModule } from '../support/module-imports.ts'
import { ROOT, readFiles } from '../support/source-files.ts'

const MAX_LINES = 400
const modules = readFiles('src', /\.tsx?$/).map(parseModule)

/** Each layer, and the folders of src that its files may import. */
const LAYERS: Record<string, readonly string[]> = {
  shared: ['shared'],
  config: ['config', 'shared'],
  server: ['server', 'sdk', 'config', 'shared'],
  portal: ['portal', 'shared'],
  sdk: ['sdk', 'portal', 'server', 'shared'],
}

/**
 * The modules inside a layer, the lowest first: a file imports values from its own module, from modules before it, and
 * from none after it. Modules of one line do not import each other.
 */
const MODULES: Record<string, readonly (readonly string[])[]> = {
  config: [['generated'], ['load'], ['compile', 'records'], ['lint'], ['pipeline'], ['tools']],
  server: [
    ['platform'],
    ['content'],
    ['files', 'notifications', 'search', 'site', 'configuration'],
    ['identity', 'transfer'],
    ['dashboard', 'messaging', 'publishing'],
    ['personal-data'],
  ],
  portal: [['core'], ['ui'], ['widgets'], ['features'], ['app']],
}

interface Reserved {
  readonly title: string
  readonly within: string
  readonly packages: RegExp
  /** The files that may; every other file within may not. */
  readonly allowed: RegExp
  readonly maxFiles?: number
}

const RESERVED: readonly Reserved[] = [
  {
    title: 'only src/server/platform/database knows the database drivers',
    within: 'src/',
    packages: /^(pg|pg-.+|@electric-sql\/.+)$/,
    allowed: /^src\/server\/platform\/database\//,
  },
  {
    title: 'only the server and the SDK for its handlers know Kysely',
    within: 'src/',
    packages: /^kysely$/,
    allowed: /^src\/(server\/|sdk\/handler\.ts$)/,
  },
  {
    title: 'one file of the portal knows the HTTP client',
    within: 'src/',
    packages: /^axios$/,
    allowed: /^src\/portal\//,
    maxFiles: 1,
  },
  {
    title: 'two files of config know the file system',
    within: 'src/config/',
    packages: /^(node:)?fs$/,
    allowed: /^src\/config\/load\/(read-folder|portal-folder)\.ts$/,
  },
  {
    title: 'the portal knows no Node module',
    within: 'src/portal/',
    packages: /^node:/,
    allowed: /^$/,
  },
  {
    title:
      'two files of shared know a package: the simplified characters and the writer of workbooks, both used in the browser too',
    within: 'src/shared/',
    packages: /./,
    allowed: /^src\/shared\/(formats\/simplified-chinese|tables\/xlsx)\.ts$/,
  },
]

const WIDGET = /^src\/portal\/widgets\/(cells|inputs|filters|layouts|sections|groups)\/[^/]+\.tsx$/

/** The text without its comments, whose examples may name anything. */
const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const violations = (of: readonly Module[], find: (module: Module) => readonly string[]): string[] =>
  of.flatMap((module) => find(module).map((what) => `${module.path} → ${what}`))

describe('imports', () => {
  test.each(Object.entries(LAYERS))('src/%s imports only from %j', (layer, allowed) => {
    const own = modules.filter(({ path }) => path.startsWith(`src/${layer}/`))
    const isForeign = (file: string): boolean => !allowed.some((name) => file.startsWith(`src/${name}/`))
    expect(violations(own, ({ files }) => files.filter(isForeign))).toEqual([])
  })

  test.each(RESERVED)(
    'follow the package rule: $title',
    ({ within, packages, allowed, maxFiles = Number.POSITIVE_INFINITY }) => {
      const users = modules.filter(
        (module) => module.path.startsWith(within) && module.packages.some((name) => packages.test(name)),
      )
      const forbidden = users.filter(({ path }) => !allowed.test(path))
      expect(forbidden.map(({ path }) => path)).toEqual([])
      expect(users.length, users.map(({ path }) => path).join(', ')).toBeLessThanOrEqual(maxFiles)
    },
  )

  test('a widget imports no other widget', () => {
    const widgets = modules.filter(({ path }) => WIDGET.test(path))
    expect(violations(widgets, ({ files }) => files.filter((file) => WIDGET.test(file)))).toEqual([])
  })

  test.each(Object.entries(MODULES))('the modules of src/%s import downwards only', (layer, ranks) => {
    const moduleOf = (path: string) => path.slice(`src/${layer}/`.length).split('/')[0] ?? ''
    const rankOf = (path: string) => ranks.findIndex((names) => names.includes(moduleOf(path)))
    const isInside = (path: string) => path.startsWith(`src/${layer}/`) && /\/.+\//.test(path.slice(4))
    const own = modules.filter(({ path }) => isInside(path))
    expect(own.filter(({ path }) => rankOf(path) < 0).map(({ path }) => path)).toEqual([])
    const upward = violations(own, ({ path, values }) =>
      values.filter(
        (file) =>
          file.startsWith(`src/${layer}/`) &&
          (!isInside(file) ||
            rankOf(file) > rankOf(path) ||
            (rankOf(file) === rankOf(path) && moduleOf(file) !== moduleOf(path))),
      ),
    )
    expect(upward).toEqual([])
  })

  test('folders inside a module form no cycle of imports', () => {
    const folderOf = (path: string) => path.split('/').slice(1, -1).slice(0, 3).join('/')
    const isApart = (a: string, b: string) =>
      a !== b && !`${a}/`.startsWith(`${b}/`) && !`${b}/`.startsWith(`${a}/`)
    const graph = new Map<string, string[]>()
    for (const { path, values } of modules) {
      const others = values.map(folderOf).filter((other) => isApart(folderOf(path), other))
      graph.set(folderOf(path), [...(graph.get(folderOf(path)) ?? []), ...others])
    }
    expect(findCycles(graph)).toEqual([])
  })

  test('every imported file exists, including style sheets and the imports of tests and scripts', () => {
    const all = ['src', 'tests', 'scripts']
      .flatMap((path) => readFiles(path, /\.(tsx?|mts|mjs)$/))
      .map(parseModule)
    const missing = violations(all, ({ needed }) => needed.filter((file) => !existsSync(join(ROOT, file))))
    expect(missing).toEqual([])
    expect(all.some(({ files }) => files.some((file) => file.endsWith('.css')))).toBe(true)
  })

  test('modules form no cycle of imports', () => {
    expect(findCycles(new Map(modules.map(({ path, needed }) => [path, needed])))).toEqual([])
  })
})

describe('the audit log', () => {
  const WRITERS =
    /^(src\/server\/platform\/(audit\/|database\/(baseline\/|tables\/schema\.ts))|tests\/server\/platform\/audit\/)/
  const WRITES = [
    /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+(only\s+)?"?audit(_head)?"?(?=[\s;`'(]|$)/i,
    /\b(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]audit(Head)?\b/,
  ]
  const files = ['src', 'tests', 'scripts'].flatMap((path) => readFiles(path, /\.(tsx?|mjs)$/))

  test('is written only by src/server/platform/audit, the database schema and the audit tests', () => {
    const writers = files.filter(({ text }) => WRITES.some((pattern) => pattern.test(text)))
    expect(writers.map(({ path }) => path).filter((path) => !WRITERS.test(path))).toEqual([])
    expect(writers.map(({ path }) => path)).toContain('src/server/platform/audit/append-audit.ts')
  })
  test('has a single append service, defined in src/server/services.ts', () => {
    const own = files.filter(({ text }) => /\baudit(:|\s*=)\s*(async\s*)?\(|\basync audit\(/.test(text))
    expect(own.map(({ path }) => path)).toEqual(['src/server/services.ts'])
  })
})

describe('sealing of secret fields', () => {
  /** Tables with answers in them, and the columns these lie in. */
  const WRITES = [
    /(insertInto|updateTable)\('(item|pendingVersion|draft)'\)((?!\.execute)[\s\S]){0,400}?(\bbody\b|\(row\))/,
    /\b(insert\s+into\s+\w+\s*\([^`)]*\bbody\b|update\s+(item|pending_version|draft)\s+set[^`]*\bbody\s*=)/i,
    /(insertInto|updateTable)\('account'\)((?!\.execute)[\s\S]){0,400}?\b(application|idCard|values\(row\))/,
  ]
  const SEALS = /\b(sealItem|sealAnswers|sealFields|secrets\.seal)\(/
  /** Each with the reason why nothing is sealed there. */
  const OPEN: Readonly<Record<string, string>> = {
    'src/server/content/write/insert-items.ts': 'its callers hand in sealed rows',
    'src/server/personal-data/delete-account.ts': 'takes values away',
    'src/server/personal-data/erase-items.ts': 'takes values away',
    'src/server/identity/directory/change-entry.ts':
      'empties the entry of a person who left; changes go by replaceBody',
    'src/server/transfer/import/import-items.ts': 'stores what `validate-rows.ts` has sealed',
    'src/server/identity/directory/link-items.ts': 'puts the id of an entry beside what is there',
  }

  test('covers every file that stores bodies or applications, apart from listed exceptions', () => {
    const writers = modules.filter(({ text }) => WRITES.some((pattern) => pattern.test(text)))
    const open = writers.filter(({ text }) => !SEALS.test(text)).map(({ path }) => path)
    expect(open.sort()).toEqual(Object.keys(OPEN).sort())
    expect(writers.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'src/server/content/write/persist.ts',
        'src/server/content/items/pending-change.ts',
        'src/server/identity/registration/register.ts',
        'src/server/identity/users/create-staff.ts',
        'src/server/content/drafts/draft.ts',
      ]),
    )
  })
})

describe('source files', () => {
  const pathsWhere = (isWrong: (module: Module) => boolean): string[] =>
    modules.filter(isWrong).map(({ path }) => path)

  test('include no barrel and no index file', () => {
    expect(pathsWhere(({ path, isBarrel }) => isBarrel || /\/index\.tsx?$/.test(path))).toEqual([])
  })

  test('begin with a comment on the first line', () => {
    expect(pathsWhere(({ text }) => !/^(\/\/|\/\*) ?\S/.test(text))).toEqual([])
  })

  test('are at most 30 in a folder, except in registries of widgets', () => {
    const REGISTRY = /\/widgets\/(cells|inputs|sections)$/
    const counts = new Map<string, number>()
    for (const { path } of modules) {
      const folder = path.split('/').slice(0, -1).join('/')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const large = [...counts].filter(([folder, count]) => count > 30 && !REGISTRY.test(folder))
    expect(large).toEqual([])
  })

  test(`have at most ${MAX_LINES} lines unless they are generated`, () => {
    const isLong = (text: string) => text.trimEnd().split('\n').length > MAX_LINES
    expect(pathsWhere(({ path, text }) => !path.includes('/generated/') && isLong(text))).toEqual([])
  })
})

test('the time zone of the portal is defined only in src/shared/formats/portal-time.ts', () => {
  // What is kept eight hours is no time zone: the name, the offset, or a sum with it.
  const ZONE = /Asia\/Shanghai|\+08:?00|(CHINA|BEIJING|OFFSET)\w* = 8 \* 3_?600_?000/
  const found = modules.filter(({ path, text }) => !path.includes('/generated/') && ZONE.test(code(text)))
  expect(found.map(({ path }) => path)).toEqual(['src/shared/formats/portal-time.ts'])
})

test('the portal contains no hard-coded call address, and one file defines the address of files', () => {
  const CALL = /['"`](\/newapi|\/messageInfo|\/file)\b(?!-)/
  const inPortal = modules.filter(({ path, text }) => path.startsWith('src/portal/') && CALL.test(code(text)))
  expect(inPortal.map(({ path }) => path)).toEqual([])
  const files = modules.filter(
    ({ path, text }) => !path.includes('/generated/') && /\/fileOperation\b/.test(code(text)),
  )
  expect(files.map(({ path }) => path)).toEqual(['src/shared/addresses/file-address.ts'])
})

describe('rate limits', () => {
  test('count the network of an address, never the bare address', () => {
    const isBare = /(requireQuota|takeQuota|bucket\.take)\([^)]*(?<!networkOf\((call\.)?request)\.address\b/
    const found = modules.filter(({ path, text }) => path.startsWith('src/server/') && isBare.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('references to the development environment', () => {
  // Written in pieces, so that this file is not a finding itself.
  const FORBIDDEN = [
    ['a registry', ['registry', 'npm'].join('\\.')],
    ['a registry', ['npm', 'mirror'].join('')],
    ['a registry', ['deb', 'debian', 'org'].join('\\.')],
    ['a registry', ['pypi', 'org'].join('\\.')],
    ['a folder of the workplace', ['/work', '(main|shared|\\.library)\\b'].join('/')],
    ['a folder of the workplace', ['\\bshared', '(design|domain|hooks|spec|tools)\\b'].join('/')],
  ] as const
  const files = [
    'README.md',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'src',
    'schemas',
    'pages-config',
    'zones-config',
    'scripts',
    'tests',
    '.ci',
  ].flatMap((path) => readFiles(path, /\.(tsx?|mjs|json|jsonc|md|css|html|svg|sql|txt)$|\/run$/))

  test.each(FORBIDDEN)('no file mentions %s (pattern %s)', (_, pattern) => {
    const found = new RegExp(pattern, 'i')
    expect(files.filter(({ text }) => found.test(text)).map(({ path }) => path)).toEqual([])
  })
})
