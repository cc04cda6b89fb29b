// Holds the architecture: who may import whom, and what every source file looks like.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCycles } from './support/find-cycles.ts'
import { type Module, parseModule } from './support/module-imports.ts'
import { ROOT, readFiles } from './support/source-files.ts'

const MAX_LINES = 400
const modules = readFiles('src', /\.tsx?$/).map(parseModule)

/** Each world, and the folders of src that its files may import. */
const WORLDS: Record<string, readonly string[]> = {
  shared: ['shared'],
  config: ['config', 'shared'],
  server: ['server', 'config', 'shared'],
  portal: ['portal', 'shared'],
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
    title: 'only src/server/database knows the database drivers',
    within: 'src/',
    packages: /^(pg|pg-.+|@electric-sql\/.+)$/,
    allowed: /^src\/server\/database\//,
  },
  {
    title: 'only the server knows Kysely',
    within: 'src/',
    packages: /^kysely$/,
    allowed: /^src\/server\//,
  },
  {
    title: 'one file of the portal knows the HTTP client',
    within: 'src/',
    packages: /^axios$/,
    allowed: /^src\/portal\//,
    maxFiles: 1,
  },
  {
    title: 'one file of config knows the file system',
    within: 'src/config/',
    packages: /^(node:)?fs$/,
    allowed: /^src\/config\/read-folder\.ts$/,
  },
  {
    title: 'the portal knows no Node module',
    within: 'src/portal/',
    packages: /^node:/,
    allowed: /^$/,
  },
  {
    title:
      'two files of shared know a package: the JSON Schema interpreter and the simplified characters, both used in the browser too',
    within: 'src/shared/',
    packages: /./,
    allowed: /^src\/shared\/(validation\/interpret|simplified)\.ts$/,
  },
]

const WIDGET = /^src\/portal\/widgets\/[^/]+\/[^/]+\.tsx$/

const violations = (of: readonly Module[], find: (module: Module) => readonly string[]): string[] =>
  of.flatMap((module) => find(module).map((what) => `${module.path} → ${what}`))

describe('imports', () => {
  test.each(Object.entries(WORLDS))('src/%s imports only from %j', (world, allowed) => {
    const own = modules.filter(({ path }) => path.startsWith(`src/${world}/`))
    const isForeign = (file: string): boolean => !allowed.some((name) => file.startsWith(`src/${name}/`))
    expect(violations(own, ({ files }) => files.filter(isForeign))).toEqual([])
  })

  test.each(RESERVED)('$title', ({ within, packages, allowed, maxFiles = Number.POSITIVE_INFINITY }) => {
    const users = modules.filter(
      (module) => module.path.startsWith(within) && module.packages.some((name) => packages.test(name)),
    )
    const forbidden = users.filter(({ path }) => !allowed.test(path))
    expect(forbidden.map(({ path }) => path)).toEqual([])
    expect(users.length, users.map(({ path }) => path).join(', ')).toBeLessThanOrEqual(maxFiles)
  })

  test('a widget imports no other widget', () => {
    const widgets = modules.filter(({ path }) => WIDGET.test(path))
    expect(violations(widgets, ({ files }) => files.filter((file) => WIDGET.test(file)))).toEqual([])
  })

  test('who looks after accounts knows nothing of content', () => {
    const people = modules.filter(({ path }) =>
      /^src\/server\/(accounts|audit|registration|users)\//.test(path),
    )
    const reaching = violations(people, ({ files }) =>
      files.filter((file) => file.startsWith('src/server/content/')),
    )
    // What is counted of visitors is forgotten with the rest that has had its time.
    expect(reaching).toEqual(['src/server/accounts/clean-up.ts → src/server/content/interest.ts'])
    expect(people.length).toBeGreaterThan(20)
  })

  test('what a file imports is there, style sheets and what tests and benches import too', () => {
    const all = ['src', 'tests', 'scripts']
      .flatMap((path) => readFiles(path, /\.(tsx?|mts|mjs)$/))
      .map(parseModule)
    const missing = violations(all, ({ needed }) => needed.filter((file) => !existsSync(join(ROOT, file))))
    expect(missing).toEqual([])
    expect(all.some(({ files }) => files.some((file) => file.endsWith('.css')))).toBe(true)
  })

  test('there is no cycle', () => {
    expect(findCycles(new Map(modules.map(({ path, needed }) => [path, needed])))).toEqual([])
  })
})

describe('the audit log', () => {
  const DOOR = /^(src\/server\/(audit\/|database\/(migrations\/|schema\.ts))|tests\/server\/audit\/)/
  const WRITES = [
    /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(\s+table)?|copy)\s+(only\s+)?"?audit(_head)?"?(?=[\s;`'(]|$)/i,
    /\b(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]audit(Head)?\b/,
  ]
  const files = ['src', 'tests', 'scripts'].flatMap((path) => readFiles(path, /\.(tsx?|mjs)$/))

  test('is written by src/server/audit alone', () => {
    const writers = files.filter(({ text }) => WRITES.some((pattern) => pattern.test(text)))
    expect(writers.map(({ path }) => path).filter((path) => !DOOR.test(path))).toEqual([])
    expect(writers.map(({ path }) => path)).toContain('src/server/audit/append-audit.ts')
  })
  test('has one service that appends to it, in tests too', () => {
    const own = files.filter(({ text }) => /\baudit(:|\s*=)\s*(async\s*)?\(|\basync audit\(/.test(text))
    expect(own.map(({ path }) => path)).toEqual(['src/server/services.ts'])
  })
})

describe('what may be secret', () => {
  /** Tables with answers in them, and the columns these lie in. */
  const WRITES = [
    /(insertInto|updateTable)\('(item|pendingVersion|draft)'\)((?!\.execute)[\s\S]){0,400}?(\bbody\b|\(row\))/,
    /\b(insert\s+into\s+\w+\s*\([^`)]*\bbody\b|update\s+(item|pending_version|draft)\s+set[^`]*\bbody\s*=)/i,
    /(insertInto|updateTable)\('account'\)((?!\.execute)[\s\S]){0,400}?\b(application|idCard|values\(row\))/,
  ]
  const SEALS = /\b(sealItem|sealAnswers|sealFields|secrets\.seal)\(/
  /** Each with the reason why nothing is sealed there. */
  const OPEN: Readonly<Record<string, string>> = {
    'src/server/seed/seed-row.ts': 'its callers hand in sealed rows',
    'src/server/profile/delete-account.ts': 'takes values away',
    'src/server/profile/erase-items.ts': 'takes values away',
    'src/server/directory/change-entry.ts':
      'empties the entry of a person who left; changes go by replaceBody',
    'src/server/import/import-items.ts': 'stores what `judge-rows.ts` has sealed',
    'src/server/content/claim.ts': 'puts the id of who came first beside what is there',
    'src/server/content/follow-parent.ts':
      'takes over what is open to everybody, as the configuration check holds',
    'src/server/directory/link-items.ts': 'puts the id of an entry beside what is there',
    'src/server/database/migrations/0070-remove-acting-pictures.ts': 'cleans the stored text as it stands',
  }

  test('is sealed by every file that stores bodies and applications', () => {
    const writers = modules.filter(({ text }) => WRITES.some((pattern) => pattern.test(text)))
    const open = writers.filter(({ text }) => !SEALS.test(text)).map(({ path }) => path)
    expect(open.sort()).toEqual(Object.keys(OPEN).sort())
    expect(writers.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'src/server/content/insert-item.ts',
        'src/server/content/pending-version.ts',
        'src/server/content/set-fields.ts',
        'src/server/registration/register.ts',
        'src/server/users/create-staff.ts',
        'src/server/content/draft.ts',
      ]),
    )
  })
})

describe('files', () => {
  const pathsWhere = (isWrong: (module: Module) => boolean): string[] =>
    modules.filter(isWrong).map(({ path }) => path)

  test('there is no barrel', () => {
    expect(pathsWhere(({ path, isBarrel }) => isBarrel || /\/index\.tsx?$/.test(path))).toEqual([])
  })

  test('the first line of each says what it owns', () => {
    expect(pathsWhere(({ text }) => !/^(\/\/|\/\*) ?\S/.test(text))).toEqual([])
  })

  test(`none written by hand has more than ${MAX_LINES} lines`, () => {
    const isLong = (text: string) => text.trimEnd().split('\n').length > MAX_LINES
    expect(pathsWhere(({ path, text }) => !path.includes('/generated/') && isLong(text))).toEqual([])
  })
})

test('one file knows what time it is where a portal is', () => {
  // What is kept eight hours is no time zone: the name, the offset, or a sum with it.
  const ZONE = /Asia\/Shanghai|\+08:?00|(CHINA|BEIJING|OFFSET)\w* = 8 \* 3_?600_?000/
  const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
  const found = modules.filter(
    ({ path, text }) => !/\/(migrations|generated)\//.test(path) && ZONE.test(code(text)),
  )
  expect(found.map(({ path }) => path)).toEqual(['src/shared/portal-time.ts'])
})

test('addresses of calls come from the configuration, and that of files stands in one file', () => {
  const CALL = /['"`](\/newapi|\/messageInfo|\/file)\b(?!-)/
  const inPortal = modules.filter(({ path, text }) => path.startsWith('src/portal/') && CALL.test(text))
  expect(inPortal.map(({ path }) => path)).toEqual([])
  const files = modules.filter(
    ({ path, text }) => !/\/(generated|migrations)\//.test(path) && /\/fileOperation\b/.test(text),
  )
  expect(files.map(({ path }) => path)).toEqual(['src/shared/file-address.ts'])
})

describe('limits', () => {
  test('count the network of an address, never the bare address', () => {
    const isBare = /(requireQuota|takeQuota|bucket\.take)\([^)]*(?<!networkOf\((call\.)?request)\.address\b/
    const found = modules.filter(({ path, text }) => path.startsWith('src/server/') && isBare.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('the place where it was written', () => {
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

  test.each(FORBIDDEN)('no file names %s: %s', (_, pattern) => {
    const found = new RegExp(pattern, 'i')
    expect(files.filter(({ text }) => found.test(text)).map(({ path }) => path)).toEqual([])
  })
})
