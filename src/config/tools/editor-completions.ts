// Lists where files name things of the portal, so that editors complete the names: by schema file and path.

/** `strict`: nothing else may stand there. Otherwise what is there is offered, and anything else is left to the check. */
export interface Naming {
  readonly of: NameKind
  readonly strict: boolean
}

export const NAME_KINDS = [
  'page',
  'operation',
  'type',
  'form',
  'dictionary',
  'lifecycle',
  'notice',
  'scene',
  'field',
  'code',
  'step',
  'cell',
  'filter',
  'input',
  'section',
] as const
export type NameKind = (typeof NAME_KINDS)[number]

const strict = (of: NameKind, ...places: string[]): [string, Naming][] =>
  places.map((place) => [place, { of, strict: true }])
const offered = (of: NameKind, ...places: string[]): [string, Naming][] =>
  places.map((place) => [place, { of, strict: false }])

const own = (file: string, ...names: string[]): string[] => names.map((name) => `${file}#/properties/${name}`)

export const NAMED_PLACES: ReadonlyMap<string, Naming> = new Map([
  ...strict(
    'page',
    ...own('page-base', 'parent', 'onlyFrom'),
    'menu#/$defs/item/properties/page',
    'menu#/$defs/item/properties/redirect',
    ...own(
      'site',
      'pages/properties/home',
      'pages/properties/login',
      'pages/properties/register',
      'pages/properties/newPassword',
      'pages/properties/refused',
      'pages/properties/missing',
      'pages/properties/failed',
      'pages/properties/maintenance',
      'pages/properties/search',
      'pages/properties/report',
      'pages/properties/progress',
      'pages/properties/zones',
      'pages/properties/operatorHome',
      'pages/properties/notices',
      'pages/properties/privacy',
      'pages/properties/signIn/items',
      'pages/properties/help/items',
    ),
    ...own(
      'form',
      'agreement/properties/page',
      'agreement/properties/also/items/properties/page',
      'sensitive/properties/page',
    ),
  ),
  ...strict('operation', 'common#/$defs/source/then', 'common#/$defs/source/else/properties/operation'),
  ...strict(
    'type',
    'common#/$defs/fieldSchema/properties/x-ref',
    ...own('form', 'directory/properties/type'),
  ),
  ...strict(
    'form',
    ...own('api', 'operations/additionalProperties/properties/form'),
    ...own('lifecycle', 'transitions/items/properties/form'),
    ...own('pages/form', 'form', 'ways/items/properties/form', 'choice/properties/forms/items'),
    ...own('roles', 'roles/additionalProperties/properties/registers/properties/form'),
  ),
  ...strict('dictionary', 'common#/$defs/dictName', ...own('site', 'covers')),
  ...strict('lifecycle', ...own('content-type', 'lifecycle')),
  ...strict(
    'notice',
    'common#/$defs/notify/properties/notify',
    'lifecycle#/$defs/due/properties/remind/items/properties/notify',
    ...own(
      'content-type',
      'events/properties/like/items/properties/notify',
      'events/properties/due/items/properties/notify',
    ),
  ),
  ...strict(
    'scene',
    'common#/$defs/theme/properties/scene',
    ...own('dictionary', 'items/items/properties/look/properties/scenes/items'),
  ),
  ...strict('cell', 'common#/$defs/column/else/properties/cell'),
  ...strict('filter', 'common#/$defs/filter/else/properties/widget'),
  ...strict('input', 'common#/$defs/fieldSchema/properties/x-widget'),
  ...strict('section', 'common#/$defs/section/properties/widget'),
  ...offered(
    'page',
    'common#/$defs/link/then',
    'common#/$defs/link/else/properties/page',
    ...own('actions/open', 'page'),
  ),
  ...offered(
    'field',
    'common#/$defs/column/then',
    'common#/$defs/column/else/properties/field',
    'common#/$defs/filter/then',
    'common#/$defs/filter/else/properties/field',
    'common#/$defs/steps/items/properties/fields/items',
    'common#/$defs/fieldSchema/properties/x-of',
    'common#/$defs/fieldSchema/properties/x-parameters',
    'common#/$defs/fieldSchema/properties/x-same',
    ...own('content-type', 'heading', 'parent', 'category', 'region', 'anonymous', 'distinct'),
    ...own('pages/detail', 'heading'),
    ...own('pages/list', 'sorts/items'),
  ),
  ...offered(
    'code',
    'common#/$defs/condition/additionalProperties/then/properties/eq',
    'common#/$defs/condition/additionalProperties/then/properties/ne',
    'common#/$defs/condition/additionalProperties/then/properties/in/items',
  ),
  ...offered('step', ...own('actions/steps', 'transition'), ...own('actions/transition', 'transition')),
])

/** Matches pages that are not named: those of any type, or one that a record names. */
export const UNNAMED_PAGE = '\\*|^\\{'
