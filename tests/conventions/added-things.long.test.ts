// Tests that an addition (page, action, cell, role …) touches only the files that the extension tables name.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowOfAddition } from '../support/addition-rows.ts'
import { IS_LONG } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

/** What is added to the copy; a function changes what is there. */
type Files = Readonly<Record<string, string | object | ((written: never) => object)>>

const SCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const WIDGET = '../../config/widget.schema.json'
const PAGE = '../../schemas/config/page.schema.json'

const ADDED: Readonly<Record<string, Files>> = {
  'kind of page': {
    'schemas/config/pages/leaflet.schema.json': {
      $schema: SCHEMA,
      $id: 'equipnet:pages/leaflet',
      title: '单页',
      type: 'object',
      required: ['words'],
      properties: { words: { type: 'string', description: '正文', minLength: 1 } },
    },
    'src/shared/model/pages/leaflet.ts': `// Owns the model of a page of words.
import type { PageBase } from '../page-model.ts'

export interface LeafletPage extends PageBase {
  readonly kind: 'leaflet'
  readonly words: string
}

declare module '../page-model.ts' {
  interface PageKinds {
    readonly leaflet: LeafletPage
  }
}
`,
    'src/config/compile/pages/kinds/leaflet.ts': `// Owns pages of words.
import type { LeafletPage } from '#shared/model/pages/leaflet.ts'
import type { WrittenLeafletPage } from '#config/generated/written.ts'
import type { PageKindFile } from '../page-kind.ts'

export const KIND: PageKindFile<LeafletPage, WrittenLeafletPage> = {
  roots: () => ['query'],
  compile: ({ base, written }) => ({ ...base, kind: 'leaflet', words: written.words }),
}
`,
    'src/portal/features/leaflet/leaflet-page.tsx': `// Owns the page of words.
import type { LeafletPage } from '#shared/model/pages/leaflet.ts'

export function LeafletPageView({ page }: { readonly page: LeafletPage }) {
  return <p>{page.words}</p>
}
`,
  },
  action: {
    'schemas/config/actions/wave.schema.json': {
      $schema: SCHEMA,
      $id: 'equipnet:actions/wave',
      title: '招手',
      type: 'object',
      properties: {},
    },
    'src/config/compile/actions/kinds/wave.ts': `// Owns the action that waves.
import type { ActionKindFile } from '../action-kind.ts'

export const ACTION: ActionKindFile = {
  compile: ({ written: { label = '招手' }, shared }) => ({ do: 'wave', label, ...shared }),
}
`,
    'src/portal/features/actions/buttons/wave.tsx': `// Owns the button that waves.
import { Button } from '#portal/ui/button.tsx'
import type { ActionProps } from '../action-props.ts'

export function WaveAction({ action: { label } }: ActionProps) {
  return <Button>{label}</Button>
}
`,
  },
  cell: {
    'schemas/widgets/cells/seal.schema.json': {
      $schema: WIDGET,
      family: 'cell',
      title: '印章',
      accepts: ['text'],
      options: {
        type: 'object',
        properties: { mark: { type: 'string', description: '印文', maxLength: 4 } },
        additionalProperties: false,
      },
    },
    'src/portal/widgets/cells/seal.tsx': `// Owns the cell of a seal.
import { optionsOf } from '../options-of.ts'
import type { CellProps } from '../widget-props.ts'

export function SealCell({ column }: CellProps) {
  return <b>{optionsOf<'cells/seal'>(column).mark}</b>
}
`,
  },
  section: {
    'schemas/widgets/sections/saying.schema.json': {
      $schema: WIDGET,
      family: 'section',
      title: '格言',
      source: 'none',
    },
    'src/portal/widgets/sections/saying.tsx': `// Owns the section of a saying.
import type { SectionProps } from '../widget-props.ts'

export function SayingSection({ section }: SectionProps) {
  return <blockquote>{section.title}</blockquote>
}
`,
  },
  role: {
    'schemas/roles.json': (file: { roles: object }) => ({
      ...file,
      roles: { ...file.roles, archivist: { title: '档案员', grants: ['dispatch'] } },
    }),
  },
  registration: {
    'schemas/roles.json': (file: { roles: object }) => ({
      ...file,
      roles: {
        ...file.roles,
        volunteer: { title: '志愿者', registers: { form: 'registerVolunteer', approval: true } },
      },
    }),
    'schemas/forms/registerVolunteer.json': {
      ...JSON.parse(readFileSync(join(ROOT, 'schemas/forms/registerOrdinary.json'), 'utf8')),
      title: '志愿者注册',
    },
    'schemas/api/auth.json': (file: { operations: { registerOrdinary: object } }) => ({
      ...file,
      operations: {
        ...file.operations,
        registerVolunteer: {
          ...file.operations.registerOrdinary,
          at: 'POST /v2/register/volunteer',
          summary: '志愿者注册',
          form: 'registerVolunteer',
        },
      },
    }),
    'pages-config/volunteer/register.json': {
      $schema: PAGE,
      kind: 'form',
      path: '/register/volunteer',
      title: '志愿者注册',
      shell: 'bare',
      parent: 'account/register',
      form: 'registerVolunteer',
      submit: 'auth.registerVolunteer',
      receipt: { title: '注册成功', next: '审核后可以登录。' },
    },
    'pages-config/account/supplement.json': (written: { choice: { forms: string[] } }) => ({
      ...written,
      choice: { ...written.choice, forms: [...written.choice.forms, 'registerVolunteer'] },
    }),
  },
}

/** Pages that use what was added, which is the portal's own business. */
const USES: Files = {
  'pages-config/added/leaflet.json': {
    $schema: PAGE,
    kind: 'leaflet',
    path: '/leaflet',
    title: '单页',
    words: '一张纸。',
  },
  'pages-config/added/list.json': {
    $schema: PAGE,
    kind: 'list',
    path: '/sealed',
    title: '盖章的资讯',
    source: 'news.list',
    columns: [{ field: 'title', cell: 'seal', options: { mark: '阅' } }],
    actions: [{ do: 'wave' }],
  },
  'pages-config/added/saying.json': {
    $schema: PAGE,
    kind: 'zone',
    path: '/saying',
    title: '格言',
    access: ['archivist', 'volunteer'],
    sections: [{ widget: 'saying', title: '有备无患' }],
  },
}

const COPIED = ['src', 'scripts', 'schemas', 'pages-config', 'zones-config', 'package.json', 'tsconfig.json']
const copy = mkdtempSync(join(tmpdir(), 'equipnet-added-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function write(files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(copy, path)
    mkdirSync(dirname(file), { recursive: true })
    const made =
      typeof content === 'function'
        ? content(JSON.parse(readFileSync(file, 'utf8')) as never) // as the case that changes it knows
        : content
    writeFileSync(file, typeof made === 'string' ? made : JSON.stringify(made, null, 2))
  }
}

const run = (...words: readonly string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' })
  return { said: stdout + stderr, status }
}

/** What the row of `what` in the tables of things to add names, as patterns. */
function namedBy(what: string): RegExp[] {
  const row = rowOfAddition(what)
  const [, , written = ''] = row?.split('|') ?? []
  return [...written.matchAll(/`((?:src|schemas|pages-config)\/[^`]+)`/g)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/<\w+>/g, '[A-Za-z-]+')}$`),
  )
}

test.each(Object.entries(ADDED))(
  'the extension tables name exactly the files that a new %s needs',
  (what, files) => {
    const named = namedBy(['cell', 'section'].includes(what) ? 'widget' : what)
    expect(named.length).toBeGreaterThan(0)
    const unnamed = Object.keys(files).filter((path) => !named.some((pattern) => pattern.test(path)))
    expect(unnamed).toEqual([])
    // And no more than it takes: every place that it names is used.
    expect(named.filter((pattern) => !Object.keys(files).some((path) => pattern.test(path)))).toEqual([])
  },
)

describe('a portal copy with one addition of each type', () => {
  beforeAll(() => {
    for (const path of COPIED)
      cpSync(join(ROOT, path), join(copy, path), {
        recursive: true,
        filter: (source) => !source.includes('samples/files') && !source.includes('src/portal/public'),
      })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const files of Object.values(ADDED)) write(files)
    write(USES)
    const { said, status } = run('--import', 'tsx', 'scripts/generate.ts')
    expect({ said: status === 0 ? '' : said, status }).toEqual({ said: '', status: 0 })
  }, 180_000)

  test('compiles with TypeScript without a change to any other file', () => {
    const whole = {
      extends: './tsconfig.json',
      compilerOptions: {
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        types: ['node', 'vite/client'],
      },
      references: [],
      // What pages and server stand on takes most of the time: the long run compiles them too.
      include: IS_LONG ? ['src'] : ['src/config', 'src/shared'],
    }
    // Without what the cache of the real project knows of its parts.
    writeFileSync(join(copy, 'tsconfig.whole.json'), JSON.stringify(whole))
    const { stdout } = spawnSync(
      join(ROOT, 'node_modules', '.bin', 'tsc'),
      ['-p', join(copy, 'tsconfig.whole.json'), '--noEmit'],
      { encoding: 'utf8' },
    )
    expect(stdout).toBe('')
  }, 180_000)

  test('passes the configuration check and compiles each addition as its file declares', () => {
    const program = `
      import { loadConfiguration } from './src/config/pipeline/check-configuration.ts'
      const result = await loadConfiguration(process.cwd())
      if (!result.ok) { console.log(JSON.stringify({ problems: result.problems })); process.exit() }
      const { pages, operations, roles } = result.model
      const page = (id) => pages.find((one) => one.id === id)
      console.log(JSON.stringify({
        words: page('added/leaflet').words,
        cell: page('added/list').columns[0].cell,
        mark: page('added/list').columns[0].options,
        action: page('added/list').actions[0],
        section: page('added/saying').sections[0].widget,
        roles: roles.map(({ name }) => name).slice(-2),
        registers: operations.find(({ id }) => id === 'auth.registerVolunteer').registers,
      }))`
    writeFileSync(join(copy, 'added.mts'), program)
    const said = execFileSync(process.execPath, ['--import', 'tsx', 'added.mts'], {
      cwd: copy,
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).toEqual({
      words: '一张纸。',
      cell: 'seal',
      mark: { mark: '阅' },
      action: { do: 'wave', label: '招手' },
      section: 'saying',
      roles: ['archivist', 'volunteer'],
      registers: 'volunteer',
    })
  }, 180_000)
})
