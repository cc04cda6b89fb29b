// Tests fifty everyday mistakes in the forms of configuration files: each cannot be made there, or is said at its place.
import { cleanup, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { kindOf } from '#config/load/file-kinds.ts'
import type { Problem } from '#config/load/problem.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { formSchemas } from '#config/tools/form-schemas.ts'
import { placeId } from '#portal/features/configuration/file-context.ts'
import { Findings } from '#portal/features/configuration/findings.tsx'
import { SchemaForm } from '#portal/features/configuration/schema-form.tsx'
import { expand } from '#portal/features/configuration/short-forms.ts'
import { toErrorSchema } from '#portal/features/configuration/use-file-draft.ts'
import { toFinding } from '#server/configuration/store/findings.ts'
import { type ConfigurationFile, type Finding, partsOf } from '#shared/calls/configuration-answers.ts'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import { IS_LONG } from '../../../support/long-run.ts'

const PORTAL = 'tests/portals/bulletin'
let files: ReturnType<typeof readFolder>
let language: FormSchemas
let before: readonly string[]

const problemsIn = (texts: Parameters<typeof checkConfiguration>[0]): readonly Problem[] => {
  const result = checkConfiguration(texts)
  return result.ok ? result.warnings : result.problems
}
/** What the portal has from the program stays so. */
const withText = (path: string, text: string) =>
  Object.assign(new Map(files).set(path, text), {
    ...(files.borrowed ? { borrowed: files.borrowed } : {}),
    ...(files.attached ? { attached: files.attached } : {}),
  })
const wordsOf = ({ file, message }: Problem) => `${file} ${message}`

beforeAll(() => {
  files = readFolder(PORTAL)
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(result.problems[0]?.message)
  language = formSchemas(result.model, files)
  before = problemsIn(files).map(wordsOf)
}, 120_000)
afterEach(cleanup)

// biome-ignore lint/suspicious/noExplicitAny: files of many kinds, changed in one place each
type Written = any
type Change = (file: Written) => void

const NEWS = 'pages-config/news/list.json'
const LAW = 'pages-config/law/list.json'
const LAW_DETAIL = 'pages-config/law/detail.json'
const HOME = 'pages-config/home.json'
const MENU = 'pages-config/menu.json'
const SITE = 'pages-config/site.json'
const FLOOD = 'zones-config/flood.json'
const LEVEL = 'schemas/dictionaries/lawLevel.json'
const NOTICE = 'schemas/notices/takenOffline.json'
const FORM = 'schemas/forms/pin.json'
const PUBLISH = 'pages-config/demand/publish.json'

const MISTAKES: readonly (readonly [name: string, file: string, change: Change])[] = [
  [
    'a list of an operation that is misspelt',
    LAW,
    (f) => {
      f.source = 'law.lst'
    },
  ],
  [
    'a section of an operation that does not exist',
    HOME,
    (f) => {
      f.sections[1].source.operation = 'news.top'
    },
  ],
  [
    'a page without a title',
    LAW,
    (f) => {
      delete f.title
    },
  ],
  [
    'a page whose title was emptied',
    LAW,
    (f) => {
      f.title = ''
    },
  ],
  [
    'a title of blanks',
    LAW,
    (f) => {
      f.title = '  '
    },
  ],
  [
    'a page without an address',
    LAW,
    (f) => {
      delete f.path
    },
  ],
  [
    'an address with a blank',
    LAW,
    (f) => {
      f.path = '/laws list'
    },
  ],
  [
    'an address without its slash',
    LAW,
    (f) => {
      f.path = 'laws'
    },
  ],
  [
    'an address in Chinese',
    LAW,
    (f) => {
      f.path = '/法规'
    },
  ],
  [
    'the address of another page',
    LAW,
    (f) => {
      f.path = '/home-page'
    },
  ],
  [
    'a look that does not exist',
    LAW,
    (f) => {
      f.view = 'normal'
    },
  ],
  [
    'a column of a field that does not exist',
    LAW,
    (f) => {
      f.columns[2] = 'isuer'
    },
  ],
  [
    'a filter of a field that does not exist',
    LAW,
    (f) => {
      f.filters[1] = 'lawLevl'
    },
  ],
  [
    'a sort by a field that does not exist',
    LAW,
    (f) => {
      f.sorts[0] = 'publishDat'
    },
  ],
  [
    'tabs by a field that does not exist',
    LAW,
    (f) => {
      f.tabs = 'level'
    },
  ],
  [
    'a link to a page that does not exist',
    LAW,
    (f) => {
      f.open.page = 'law/show'
    },
  ],
  [
    'a link without the parameter that its page needs',
    LAW,
    (f) => {
      delete f.open.params
    },
  ],
  [
    'a link with a parameter that its page does not take',
    LAW,
    (f) => {
      f.open.params.nr = '1'
    },
  ],
  [
    'a link that takes a field of the item that does not exist',
    LAW,
    (f) => {
      f.open.params.id = '{item.idd}'
    },
  ],
  [
    'a parent page that does not exist',
    NEWS,
    (f) => {
      f.parent = 'news/hom'
    },
  ],
  [
    'a section of a widget that does not exist',
    LAW,
    (f) => {
      f.aside[0].widget = 'hot-list'
    },
  ],
  [
    'a section without a widget',
    LAW,
    (f) => {
      delete f.aside[0].widget
    },
  ],
  [
    'a section that reads with a parameter that its call does not take',
    HOME,
    (f) => {
      f.sections[1].source.params.most = 5
    },
  ],
  [
    'a section that reads too many',
    HOME,
    (f) => {
      f.sections[1].source.params.limit = 5000
    },
  ],
  [
    'a section that is wider than the page',
    HOME,
    (f) => {
      f.sections[1].span = 20
    },
  ],
  [
    'an icon that does not exist',
    HOME,
    (f) => {
      f.sections[3].options.items[0].icon = 'newspaper'
    },
  ],
  [
    'an entry of quick links without its label',
    HOME,
    (f) => {
      delete f.sections[3].options.items[0].label
    },
  ],
  [
    'a dead link among the quick links',
    HOME,
    (f) => {
      f.sections[3].options.items[0].link.page = 'news/start'
    },
  ],
  [
    'a detail page that reads an operation of a list',
    LAW_DETAIL,
    (f) => {
      f.source.operation = 'law.infos'
    },
  ],
  [
    'a fact of a field that does not exist',
    LAW_DETAIL,
    (f) => {
      f.facts[0] = 'number'
    },
  ],
  [
    'an action that does not exist',
    LAW_DETAIL,
    (f) => {
      f.actions[0].do = 'collects'
    },
  ],
  [
    'a page of a form that does not exist',
    PUBLISH,
    (f) => {
      f.form = 'demands'
    },
  ],
  [
    'a receipt without the words what comes next',
    PUBLISH,
    (f) => {
      delete f.receipt.next
    },
  ],
  [
    'readers of a role that does not exist',
    PUBLISH,
    (f) => {
      f.access = ['members']
    },
  ],
  [
    'an entry of the menu of a page that does not exist',
    MENU,
    (f) => {
      f.items[1].page = 'news/hom'
    },
  ],
  [
    'an entry of the menu without an id',
    MENU,
    (f) => {
      delete f.items[1].id
    },
  ],
  [
    'two entries of the menu with one id',
    MENU,
    (f) => {
      f.items[2].id = 'news'
    },
  ],
  [
    'an entry of the menu with an icon that does not exist',
    MENU,
    (f) => {
      f.items[1].icon = 'paper'
    },
  ],
  [
    'an entry of the menu of a page that needs an item',
    MENU,
    (f) => {
      f.items[1].page = 'law/detail'
    },
  ],
  [
    'a portal without a name',
    SITE,
    (f) => {
      delete f.name
    },
  ],
  [
    'a primary colour without contrast',
    SITE,
    (f) => {
      f.colors.primary = '#9AC4F8'
    },
  ],
  [
    'a colour that is no colour',
    SITE,
    (f) => {
      f.colors.accent = 'red'
    },
  ],
  [
    'a home page that does not exist',
    SITE,
    (f) => {
      f.pages.home = 'start'
    },
  ],
  [
    'a signature without the name of the portal',
    SITE,
    (f) => {
      f.smsSign = '【通知】'
    },
  ],
  [
    'a zone with a theme colour that is no colour',
    FLOOD,
    (f) => {
      f.theme.color = '1565C0'
    },
  ],
  [
    'a zone with a cover that does not exist',
    FLOOD,
    (f) => {
      f.theme.cover = 'wave'
    },
  ],
  [
    'a dictionary with one value twice',
    LEVEL,
    (f) => {
      f.items[1].value = '1'
    },
  ],
  [
    'a dictionary with one label twice',
    LEVEL,
    (f) => {
      f.items[1].label = '法律'
    },
  ],
  [
    'an entry of a dictionary without a label',
    LEVEL,
    (f) => {
      delete f.items[1].label
    },
  ],
  [
    'a dictionary without entries',
    LEVEL,
    (f) => {
      f.items = []
    },
  ],
  [
    'an entry of a dictionary in a colour that does not exist',
    LEVEL,
    (f) => {
      f.items[1].color = 'crimson'
    },
  ],
  [
    'a notice with a value that its event does not have',
    NOTICE,
    (f) => {
      f.text = '{event.resaon}'
    },
  ],
  [
    'a notice of a kind that does not exist',
    NOTICE,
    (f) => {
      f.kind = '77'
    },
  ],
  [
    'a notice by a way that does not exist',
    NOTICE,
    (f) => {
      f.channels[1] = 'wechat'
    },
  ],
  [
    'a field of a form with a dictionary that does not exist',
    FORM,
    (f) => {
      f.fields.properties.dataType['x-dict'] = 'dataTyp'
    },
  ],
]

/** Each takes a check of the whole configuration. */
const TRIED = IS_LONG ? MISTAKES : MISTAKES.filter((_, index) => index % 5 === 0)

interface Place {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly items?: Place
  readonly properties?: Readonly<Record<string, Place>>
  readonly [key: string]: unknown
}

function resolve(schema: Place): Place {
  if (typeof schema.$ref !== 'string') return schema
  let target: unknown = language
  for (const part of schema.$ref.split('/').slice(1)) target = (target as Record<string, unknown>)[part]
  return { ...resolve(target as Place), ...schema, $ref: undefined }
}

/** The schema of a place as the form draws it; undefined where the form has no such place. */
function schemaAt(kind: string, path: readonly (string | number)[]): Place | undefined {
  let place: Place | undefined = resolve({ $ref: `#/$defs/${kind}` })
  for (const part of path) {
    if (!place) return undefined
    const whole: Place = resolve(place)
    const branches = ((whole.allOf ?? []) as { then?: Place }[]).map(({ then }) => resolve(then ?? {}))
    place =
      typeof part === 'number'
        ? whole.items
        : [whole, ...branches].map(({ properties }) => properties?.[part]).find(Boolean)
  }
  return place && resolve(place)
}

/** True where the form offers a choice, and what was written is not among it. */
function isImpossible(kind: string, path: readonly (string | number)[], value: unknown): boolean {
  const place = schemaAt(kind, path)
  if (!place || value === undefined || typeof value === 'object') return false
  if (place.enum) return !place.enum.includes(value)
  const names = (place['x-names'] ?? place['x-offers']) as string | undefined
  if (names === undefined) return false
  const choices =
    names === 'field'
      ? Object.values(language.fields).flat()
      : names === 'operation'
        ? language.operations
        : language.names[names]
  return choices !== undefined && !choices.some((one) => one.value === value)
}

const valueAt = (file: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((place, part) => (place as Record<string, unknown> | undefined)?.[part], file)

/** The path at which two files differ first, none of an entry that is missing. */
function changedPath(one: unknown, other: unknown, path: (string | number)[] = []): (string | number)[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return path
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const key = keys.find(
    (name) =>
      JSON.stringify((one as Record<string, unknown>)[name]) !==
      JSON.stringify((other as Record<string, unknown>)[name]),
  )
  if (key === undefined) return path
  const next = [...path, Array.isArray(one) ? Number(key) : key]
  return changedPath((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], next)
}

/** Opens the finding as an operator does: from the list to its place. True if its words stand at that place. */
async function isSaidAtPlace(path: string, written: Json, finding: Finding): Promise<boolean> {
  const kind = kindOf(path)?.kind.kind ?? ''
  const file = {
    id: finding.id,
    path,
    kind,
    title: '',
    mayEdit: true,
    published: '',
    draft: null,
  } as ConfigurationFile
  const root = language as unknown as JsonSchema
  const value = expand(written, { $ref: `#/$defs/${kind}` }, root)
  const none = () => undefined
  const { container } = render(
    <>
      <Findings findings={[finding]} file={file} value={value} onOpen={none} onMend={undefined} />
      <SchemaForm
        kind={kind}
        language={language}
        value={value}
        errors={toErrorSchema([finding], value)}
        mends={new Map()}
        onMend={undefined}
        onChange={none}
      />
    </>,
  )
  const button = container.querySelector('.eq-file-findings button')
  if (button) await userEvent.click(button)
  const parts = partsOf(finding.pointer, value)
  const said = () =>
    [...container.querySelectorAll('.eq-field-error')].some(({ textContent }) =>
      textContent?.includes(finding.message),
    )
  const isFocused = () => parts.length > 0 && document.activeElement?.id.startsWith(placeId(parts)) === true
  return waitFor(() => expect(said() || isFocused()).toBe(true), { timeout: 1500 }).then(
    () => true,
    () => false,
  )
}

type Outcome = 'impossible' | 'said' | 'elsewhere' | 'unseen'
const outcomes = new Map<string, Outcome>()

describe('Everyday mistakes in the forms of configuration files', () => {
  test.each(TRIED)(
    '%s is tried',
    async (name, path, change) => {
      const text = files.get(path)
      if (text === undefined) throw new Error(`no file ${path}`)
      const right = JSON.parse(text) as Json
      const wrong = JSON.parse(text) as Json
      change(wrong)
      const kind = kindOf(path)?.kind.kind ?? ''
      const root = language as unknown as JsonSchema
      const schema = { $ref: `#/$defs/${kind}` }
      const expanded = expand(wrong, schema, root)
      const place = changedPath(expand(right, schema, root), expanded)
      if (isImpossible(kind, place, valueAt(expanded, place))) {
        outcomes.set(name, 'impossible')
        return
      }
      const texts = withText(path, JSON.stringify(wrong, null, 2))
      const fresh = problemsIn(texts).filter((problem) => !before.includes(wordsOf(problem)))
      const own = fresh.filter(({ file }) => file === path).map((problem) => toFinding(texts, problem))
      const [first] = own
      if (!first) {
        outcomes.set(name, fresh.length > 0 ? 'elsewhere' : 'unseen')
        return
      }
      outcomes.set(name, (await isSaidAtPlace(path, wrong, first)) ? 'said' : 'elsewhere')
    },
    60_000,
  )

  test('of at least fifty, 95 of 100 cannot be made or are said at their place', () => {
    const count = (wanted: Outcome) => [...outcomes.values()].filter((one) => one === wanted).length
    const good = count('impossible') + count('said')
    const rest = [...outcomes].filter(([, one]) => one !== 'impossible' && one !== 'said')
    console.log(
      `everyday mistakes: ${good} of ${outcomes.size} (${count('impossible')} cannot be made, ${count('said')} said at the field)`,
      rest,
    )
    expect(MISTAKES.length).toBeGreaterThanOrEqual(50)
    expect(good / outcomes.size).toBeGreaterThanOrEqual(0.95)
  })
})
